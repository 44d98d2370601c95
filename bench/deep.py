#!/usr/bin/env python3
"""How long the tools that follow calls and errors take, beside `foreword --version` in the same run.

    bench/deep.py ROOT --symbol NAME... --text FILE... [--rounds 9] [--binary foreword]

ROOT is indexed first, in a cache of its own. For each symbol: callers and callees of depth 3, and impact; for each text: locate.
Wall time of the whole process in ms, median and worst, without the median of `foreword --version`.
"""

import argparse
import os
import pathlib
import statistics
import sys
import time

sys.dont_write_bytecode = True  # The repository stays as it was.

from search import Bench


def timed(bench, rounds, *args, stdin=None):
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        bench.run(*args, stdin=stdin)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times), max(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--symbol", action="append", default=[])
    parser.add_argument("--text", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=9)
    root = pathlib.Path(__file__).resolve().parent.parent
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release"
    parser.add_argument("--binary", default=str(target / "foreword"))
    args = parser.parse_args()
    bench = Bench(args.binary, args.root)
    bench.index([args.root])
    start, _ = timed(bench, args.rounds, "--version")
    print(f"| command | of | median | worst |\n|---|---|---|---|\n| --version | | {start:.1f} | |")
    asked = [(command, symbol, [command, symbol], None) for symbol in args.symbol for command in ("callers", "callees", "impact")]
    asked += [("locate", os.path.basename(text), ["locate", "-"], pathlib.Path(text).read_text()) for text in args.text]
    for command, of, words, stdin in asked:
        median, worst = timed(bench, args.rounds, *words, "--json", "--root", args.root, stdin=stdin)
        print(f"| {command} | `{of}` | {median - start:.1f} | {worst - start:.1f} |", flush=True)


if __name__ == "__main__":
    main()
