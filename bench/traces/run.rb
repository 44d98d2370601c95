# Real exceptions of ActiveSupport: what Ruby prints, and its own list of the frames.
#
#     run.rb TREE
require "json"

tree = File.realpath(ARGV.fetch(0))
$LOAD_PATH.unshift(File.join(tree, "activesupport/lib"), File.join(tree, "activemodel/lib"))
require "logger"
require "active_support"
require "active_support/core_ext"
require "active_support/inflector"

CASES = [
  -> { "NoSuchConstant".constantize },
  -> { { a: 1 }.assert_valid_keys(:b) },
  -> { ActiveSupport::Duration.parse("nonsense") },
  -> { ActiveSupport::MessageVerifier.new("s" * 32).verify("tampered") },
  -> { ActiveSupport::MessageEncryptor.new("s" * 32).decrypt_and_verify("tampered") },
  -> { ActiveSupport::TimeZone["UTC"].parse("12:99:99") },
  -> { [1, 2].in_groups_of(0) },
  -> { ActiveSupport::NumberHelper.number_to_currency(1, precision: "x") },
  -> { "text".truncate(nil) },
  -> { Object.new.instance_eval { delegate :x, to: nil } },
  -> { Class.new.class_eval { delegate :x } },
  -> { 5.in?(7) },
  -> { ActiveSupport::Cache.lookup_store(:no_such_store) },
  -> { ActiveSupport::OrderedOptions.new.fetch!("x") rescue ActiveSupport::InheritableOptions.new({}).missing! },
]

CASES.each_with_index do |code, number|
  code.call
rescue Exception => error # rubocop:disable Lint/RescueException
  # A method that is written in C has the place of its caller.
  own = error.backtrace_locations.chunk_while { |inner, outer| inner.path == outer.path && inner.lineno == outer.lineno }.map(&:last)
  frames = own.map { |at| { path: at.absolute_path || at.path, line: at.lineno, function: at.base_label } }
  puts JSON.generate({ id: "rails-#{number + 1}", text: error.full_message(highlight: false, order: :top), frames: frames })
end
