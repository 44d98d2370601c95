module App

using Base: sort
import JSON

"A store."
struct Store{T} <: Shape
    size::T
end

abstract type Shape end

const LIMIT = 3

# Gets one.
function get(store::Store, key)
    helper(key)
    return Base.find(store, key, LIMIT)
end

area(x) = scale(x, 2)

macro check(a)
    a
end

mutable struct Counter
    n::Int
end

end
