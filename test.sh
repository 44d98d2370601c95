#!/bin/sh
# Installs what the tests need, where it is missing, and runs all of them.
# Needs a Rust toolchain. With CI=true a test that lacks a program fails; otherwise the program is named.
set -eu
case $0 in */*) cd "${0%/*}" ;; esac

codex_version=0.166.0
claude_code_version=2.1.325
mcp_servers_version=2026.8.31
cache=${FOREWORD_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/foreword-tests}
clients=$cache/clients-codex-$codex_version-claude-code-$claude_code_version
mcp_servers=$cache/mcp-servers-$mcp_servers_version

say() { printf '%s\n' "test.sh: $*" >&2; }

# install_programs: what comes from the system's packages.
install_programs() {
  packages=''
  for pair in git:git rg:ripgrep strace:strace node:nodejs npm:npm; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || packages="$packages ${pair#*:}"
  done
  [ -n "$packages" ] || return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing$packages"
    apt-get update -qq
    # shellcheck disable=SC2086 # one word per package
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >&2
  else
    say "missing, please install:$packages"
  fi
}

# install_nextest: the test runner.
install_nextest() {
  cargo nextest --version >/dev/null 2>&1 && return 0
  say "installing cargo-nextest"
  cargo install cargo-nextest --locked
}

# install_npm FOLDER PACKAGE...: pinned packages, whole or not at all.
install_npm() {
  folder=$1
  shift
  [ ! -d "$folder" ] || return 0
  if ! command -v npm >/dev/null 2>&1; then
    say "no npm: the tests with $* cannot run"
    return 0
  fi
  say "installing $* into $folder"
  mkdir -p "$cache"
  new=$(mktemp -d "$cache/new.XXXXXX")
  trap 'rm -rf "$new"' EXIT
  npm install --prefix "$new" --no-audit --no-fund --ignore-scripts --loglevel=error "$@" >&2
  # A run beside this one may have been faster; its copy is as good.
  [ -d "$folder" ] || mv "$new" "$folder"
  rm -rf "$new"
}

# install_clients: the real clients.
install_clients() {
  [ -n "${FOREWORD_TEST_CLIENTS:-}" ] ||
    install_npm "$clients" "@openai/codex@$codex_version" "@anthropic-ai/claude-code@$claude_code_version"
}

# install_mcp_servers: servers of other people, whose tools are asked.
install_mcp_servers() {
  [ -n "${FOREWORD_TEST_MCP_SERVERS:-}" ] ||
    install_npm "$mcp_servers" "@modelcontextprotocol/server-filesystem@$mcp_servers_version" \
      "@modelcontextprotocol/server-everything@$mcp_servers_version"
}

install_programs
install_nextest
install_clients
install_mcp_servers
export FOREWORD_TEST_CLIENTS="${FOREWORD_TEST_CLIENTS:-$clients}"
export FOREWORD_TEST_MCP_SERVERS="${FOREWORD_TEST_MCP_SERVERS:-$mcp_servers}"

cargo fmt --all --check
cargo clippy --workspace --all-targets --release -- -D warnings
cargo nextest run --workspace --release
# Examples in doc comments are built apart, which takes its time: only where there are any.
if grep -rq --include='*.rs' '^ *//[/!] ```' crates xtask; then
  cargo test --doc --workspace --release
fi
