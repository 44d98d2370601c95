#!/bin/sh
# Where a search without an index says that definitions end, against the parser that sees the whole file.
# usage: bench/definition_ends.sh FOLDER...      SHOW=1 lists each difference
set -eu
cd "$(dirname "$0")/.."
exec cargo run --quiet --release -p foreword-index --example definition_ends -- "$@"
