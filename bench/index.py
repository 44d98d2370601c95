#!/usr/bin/env python3
"""What the index costs, beside the tools that do a part of it. Every command runs its peer in the same run.

    bench/index.py cost TREE...        CPU and memory of a full index, beside ctags
    bench/index.py open TREE           a new process that opens the index and asks for one term, beside rg --version
    bench/index.py refresh TREE        nothing changed, and one file edited, beside rg --files
    bench/index.py growth OUT_DIR      1,000 to 100,000 generated files; a kill in the middle; hooks meanwhile
    bench/index.py kills TREE [N]      N times kill -9 at a random instant; what is left is the old or the new state

A tree is only read, except that `refresh` and `kills` edit a copy of it. Options: --binary FILE (default:
target/release/foreword), --query FILE (default: examples/query beside it, from
`cargo build --release -p foreword-index --example query`), --runs N, --seed N. Exit code 1 if a limit is broken.
"""

import argparse
import os
import pathlib
import sys

sys.dont_write_bytecode = True  # The repository stays as it was.

from indexing import cost, growth, kills, opening, refresh
from indexing.measure import Bench

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMANDS = {"cost": cost.run, "open": opening.run, "refresh": refresh.run, "growth": growth.run, "kills": kills.run}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("arguments", nargs="+", metavar="TREE")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    parser.add_argument("--binary", default=str(target / "foreword"))
    parser.add_argument("--query", default="")
    parser.add_argument("--runs", type=int, default=0, help="rounds (each command has its own default)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    binary = pathlib.Path(options.binary).resolve()
    query = pathlib.Path(options.query).resolve() if options.query else binary.parent / "examples" / "query"
    if not binary.is_file():
        sys.exit(f"no binary at {options.binary}: cargo build --release")
    with Bench(binary, query, options.runs, options.seed) as bench:
        return COMMANDS[options.command](bench, options.arguments)


if __name__ == "__main__":
    sys.exit(main())
