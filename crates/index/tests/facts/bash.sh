#!/bin/bash
# Runs it.
LIMIT=3

run_all() {
  local name="$1"
  echo "$name" | grep -v x
  helper "$LIMIT" two
}

function clean {
  rm -rf "$(target_dir)"
}

run_all "$@"
