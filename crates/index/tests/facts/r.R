library(stats)

# Gets one.
get_item <- function(store, key = NULL) {
  helper(key)
  stats::median(store$items, key)
}

area = function(x) scale(x, 2)
limit <- 3
setClass("Store", representation(size = "numeric"))
