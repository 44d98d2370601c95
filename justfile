# What contributors run. `just` lists it.

default:
    @just --list

# What would be injected for a prompt, here and now.
show prompt:
    cargo run --release -- inject --prompt "{{prompt}}"

# All of it, as CI does.
test:
    ./test.sh

# The tests of one crate.
check crate:
    cargo clippy --release -p {{crate}} --all-targets -- -D warnings
    cargo nextest run --release -p {{crate}}

# Accept changed goldens, then read the diff.
goldens:
    UPDATE_GOLDENS=1 cargo nextest run --release -p foreword --test acceptance golden
    git diff --stat contracts

# Write docs/reference anew from the code.
reference:
    UPDATE_GOLDENS=1 cargo nextest run --release -p foreword --bin foreword reference_pages
    git diff --stat docs/reference

# The promises, as ratios against peers.
bench what="hook":
    cargo xtask bench {{what}}
