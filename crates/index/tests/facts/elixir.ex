defmodule App.Store do
  @moduledoc "A store."
  use GenServer
  alias App.Item

  @doc "Gets one."
  def get(store, key) when is_binary(key) do
    helper(key)
    Item.find(store, key)
  end

  defp helper(key), do: String.trim(key)

  defmacro check(a) do
    quote do: unquote(a)
  end
end

defprotocol App.Shape do
  def area(shape)
end
