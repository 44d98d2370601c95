#!/bin/sh
# Builds foreword and puts it on PATH: ./install.sh [--with-hook [--global]]
# --with-hook also installs the Claude Code hook; with --global, codex-auto goes beside the binary as well.
set -eu
folder=${FOREWORD_INSTALL_DIR:-/usr/local/bin}
# What is relative is meant from where this was started.
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
case $0 in */*) cd "${0%/*}" ;; esac

with_hook='' global=''
for argument do
  case $argument in
    --with-hook) with_hook=yes ;;
    --global) global=yes ;;
    -h | --help) printf '%s\n' 'usage: ./install.sh [--with-hook [--global]]'; exit 0 ;;
    *) printf '%s\n' "install.sh: unknown argument: $argument" >&2; exit 40 ;;
  esac
done

say() { printf '%s\n' "install.sh: $*" >&2; }

# Keeps a copy of a file that is about to be replaced by another one: it may be somebody's own.
keep() {
  if [ ! -f "$1" ] || cmp -s "$1" "$2"; then return 0; fi
  kept=${XDG_STATE_HOME:-$HOME/.local/state}/foreword/backups/kept
  copy=$kept/$(date -u +%Y%m%dT%H%M%SZ)-replaced-${1##*/}
  (umask 077 && mkdir -p "$kept" && cp "$1" "$copy")
  say "what stood in $1 is kept for 30 days as $copy"
}

if ! command -v cargo >/dev/null 2>&1; then
  say "no cargo on PATH; get Rust from https://rustup.rs, then run this again"
  exit 40
fi
cargo build --release --locked -p foreword
built=${CARGO_TARGET_DIR:-target}/release/foreword

if ! { mkdir -p "$folder" 2>/dev/null && [ -w "$folder" ]; }; then
  say "$folder cannot be written; installing into $HOME/.local/bin"
  folder=$HOME/.local/bin
  mkdir -p "$folder"
fi
# Beside it first, then renamed over it: a running foreword keeps its file.
cp "$built" "$folder/.foreword.new"
chmod 755 "$folder/.foreword.new"
mv "$folder/.foreword.new" "$folder/foreword"
say "$folder/foreword"
if [ -n "$global" ]; then
  # Once for the quotes of the script, then for sed.
  binary=$(printf '%s\n' "$folder/foreword" | sed -e "s/'/'\\\\''/g" -e 's/[\\&|]/\\&/g')
  sed "s|^FOREWORD_BIN=''\$|FOREWORD_BIN='$binary'|" bin/codex-auto >"$folder/.codex-auto.new"
  chmod 755 "$folder/.codex-auto.new"
  keep "$folder/codex-auto" "$folder/.codex-auto.new"
  mv "$folder/.codex-auto.new" "$folder/codex-auto"
  say "$folder/codex-auto"
fi
case :$PATH: in
  *:"$folder":*) ;;
  *) say "$folder is not on PATH; add it: export PATH=\"$folder:\$PATH\"" ;;
esac

if [ -n "$with_hook" ]; then
  "$folder/foreword" install claude --yes
else
  say "next: foreword install (shows what it would change, and asks)"
fi
