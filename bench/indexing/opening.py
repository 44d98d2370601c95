"""A new process that opens the index and answers one term, beside processes that only start."""

import os
import pathlib

from .measure import median, name_of, table

OVER_START_MS_MAX = 5
# A word that is everywhere, one that is rare, one that is nowhere.
WORDS = ["error", "checksum", "zyzzyva"]


def run(bench, trees):
    bench.need_query()
    rg = bench.peer("rg")
    for tree in trees:
        root = os.path.realpath(tree)
        bench.index(root)
        asks = {f"open, then `{word}`": [bench.query, str(bench.cache), root, word] for word in WORDS}
        starts = {"`foreword --version`": [bench.binary, "--version"]}
        if rg:
            starts["`rg --version`"] = [rg, "--version"]
        times = {name: [] for name in [*starts, *asks]}
        answers = {}
        for _ in range(bench.runs or 100):
            for name, command in {**starts, **asks}.items():
                done = bench.run(command)
                if done.status != 0:
                    raise SystemExit(f"{' '.join(command)} ended with {done.status}")
                times[name].append(done.wall_s * 1000)
                answers[name] = done.out.strip().splitlines()[0]
        size = sum(file.stat().st_size for file in pathlib.Path(bench.cache).rglob("*") if file.is_file())
        print(f"{name_of(tree)}: index of {size / 1e6:.1f} MB")
        rows = [[name, f"{median(values):.2f} ms", answers[name]] for name, values in times.items()]
        print(table(["process", "wall, median", "answer"], rows))
        start = median(times["`rg --version`"] if rg else times["`foreword --version`"])
        slowest = max(median(times[name]) for name in asks)
        bench.check(f"{name_of(tree)}: above the start of a process", slowest - start, OVER_START_MS_MAX, " ms")
    return bench.code()
