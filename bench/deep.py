#!/usr/bin/env python3
"""How long the tools that follow calls, errors and history take, beside `foreword --version` in the same run.

    bench/deep.py ROOT [--symbol NAME]... [--text FILE]... [--sample N] [--rounds 9] [--binary foreword]
    bench/deep.py ROOT --generate 100000 ...

ROOT is indexed first, in a cache of its own; `--generate N` makes a repository of N files there before, with three commits. For each symbol: callers and callees of depth 3, and impact; for each text: locate; and complexity and
hotspots of the whole repository. `--sample N` takes N functions by chance (universal-ctags on PATH), asks each once, and prints medians and worst cases over
them. Wall time of the whole process in ms, median and worst, without the median of `foreword --version`; a tool that needs longer than its timeout
(contract §4) makes the exit code 1.
"""

import argparse
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # The repository stays as it was.

from indexing import generate
from issues import GIT_ENV
from search import Bench

TIMEOUT_MS = {"callers": 2_000, "callees": 2_000, "impact": 2_000, "locate": 3_500, "complexity": 1_000, "hotspots": 2_000}


def timed(bench, rounds, *args, stdin=None):
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        bench.run(*args, stdin=stdin)
        times.append((time.perf_counter() - started) * 1000)
    return times


def make(root, files):
    """A repository of generated files: all of them in a first commit, and two that change some."""
    root.mkdir(parents=True)
    git = lambda *args: subprocess.run(["git", "-C", str(root), "-c", "user.name=bench", "-c", "user.email=bench@example.com", *args],
                                       env=GIT_ENV, check=True, capture_output=True)
    git("init", "-q")
    generate.extend(root, 0, files)
    for message in ("Everything", "Fix the limit of some", "Change some again"):
        git("add", "-A")
        git("commit", "-q", "-m", message)
        for path in random.Random(len(message)).sample(sorted(root.rglob("*.py")), 40):
            path.write_text(path.read_text() + "\n# changed\n")
    git("checkout", "-q", "--", ".")


def functions(root, count):
    """Functions by chance, as `path:name`."""
    out = subprocess.run(["ctags", "-R", "--languages=Python,Go,Java,TypeScript,Rust,C", "--kinds-Python=fm", "--fields=K", "-f", "-", "."],
                         cwd=root, capture_output=True, text=True, errors="replace").stdout
    rows = [line.split("\t") for line in out.splitlines()]
    named = [f"{row[1].removeprefix('./')}:{row[0]}" for row in rows
             if len(row) > 3 and row[3] in ("function", "method", "member", "func") and re.match(r"\w+$", row[0]) and "test" not in row[1]]
    return random.Random(5).sample(named, min(count, len(named)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--symbol", action="append", default=[])
    parser.add_argument("--text", action="append", default=[])
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--generate", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=9)
    root = pathlib.Path(__file__).resolve().parent.parent
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release"
    parser.add_argument("--binary", default=str(target / "foreword"))
    args = parser.parse_args()
    if args.generate and not pathlib.Path(args.root).exists():
        make(pathlib.Path(args.root), args.generate)
    bench = Bench(args.binary, args.root)
    bench.index([args.root])
    start = statistics.median(timed(bench, args.rounds, "--version"))
    print(f"| command | of | median | worst |\n|---|---|---|---|\n| --version | | {start:.1f} | |")
    late = False

    def row(command, of, times):
        nonlocal late
        late |= max(times) - start > TIMEOUT_MS[command]
        print(f"| {command} | {of} | {statistics.median(times) - start:.1f} | {max(times) - start:.1f} |", flush=True)

    ask = lambda rounds, *words, stdin=None: timed(bench, rounds, *words, "--json", "--root", args.root, stdin=stdin)
    for symbol in args.symbol:
        for command in ("callers", "callees", "impact"):
            row(command, f"`{symbol}`", ask(args.rounds, command, symbol))
    for text in args.text:
        row("locate", f"`{os.path.basename(text)}`", ask(args.rounds, "locate", "-", stdin=pathlib.Path(text).read_text()))
    for command in ("complexity", "hotspots"):
        row(command, "the repository", ask(args.rounds, command))
    if args.sample:
        chosen = functions(args.root, args.sample)
        for command in ("callers", "callees", "impact"):
            row(command, f"{len(chosen)} functions by chance", [time for symbol in chosen for time in ask(1, command, symbol)])
    sys.exit(late)


if __name__ == "__main__":
    main()
