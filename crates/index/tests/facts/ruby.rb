require "json"
require_relative "store/base"

module App
  # A store.
  class Store < Base::Thing
    include Enumerable
    extend Helpers
    LIMIT = 3
    attr_reader :size, :name

    # Gets one.
    def get(key, default: nil)
      local = find(key, LIMIT)
      @items.fetch(key) { |item| item.open }
      Item.new(key, local)
    end

    def self.build(size) = new(size)

    class << self
      def all; end
    end

    def empty?
      items.empty?
    end
  end
end
