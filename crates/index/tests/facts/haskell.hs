module App.Store (get, Store(..)) where

import qualified Data.Map as Map
import Data.List (sort)

-- | A store.
data Store = Store { size :: Int } | Empty
newtype Name = Name String
type Names = [Name]

class Shape a where
  area :: a -> Double

instance Shape Store where
  area store = scale 2 (size store)

-- | Gets one.
get :: Store -> String -> Int
get Empty _ = 0
get store key = Map.findWithDefault limit key store

limit = 3
