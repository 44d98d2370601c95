local json = require("json")

-- A store.
local Store = {}
LIMIT = 3

function Store.new(size)
  return setmetatable({}, Store)
end

function Store:get(key)
  return self.items:find(key, LIMIT)
end

local function helper(a) return print(a) end

Store.run = function(self) helper(1) end
local apply = function(f) return f() end
