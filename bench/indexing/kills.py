"""kill -9 at random instants while `foreword index` builds or refreshes; what is left must be whole."""

import os
import random
import time

from .measure import copy_of, median, name_of, table
from .refresh import source_file


def run(bench, arguments):
    bench.need_query()
    rounds = int(arguments[1]) if len(arguments) > 1 else bench.runs or 500
    chance = random.Random(bench.seed)
    tree = copy_of(bench, arguments[0])
    took = {"--rebuild": duration(bench, tree, chance, "--rebuild"), "": duration(bench, tree, chance, "")}
    counts = {"the old state": 0, "the new state": 0, "batches of the new one": 0, "nothing yet": 0, "ended first": 0}
    for number in range(rounds):
        # Most of the time on a refresh: there is an old state to lose.
        option = "--rebuild" if number % 5 == 0 else ""
        old = listing(bench, tree)
        edit(tree, chance, number)
        was_killed = kill(bench, tree, option, chance.uniform(0, 1.05 * took[option]))
        verify(bench, tree, number)
        left = listing(bench, tree)
        bench.index(tree)
        new = listing(bench, tree)
        counts["ended first"] += not was_killed
        counts[state(old, left, new, option, number)] += 1
    print(table(["after kill -9", "times"], counts.items()))
    print(f"{name_of(arguments[0])}: {rounds} kills, every index whole and every file in it as before or as after (ok)")
    return bench.code()


def duration(bench, tree, chance, option):
    """How long such a run takes when it is left alone."""
    runs = []
    for number in range(3):
        edit(tree, chance, number)
        runs.append(bench.index(tree, *option.split()).wall_s)
    return median(runs)


def edit(tree, chance, number):
    """A file grows, one comes, one goes."""
    with open(source_file(tree), "ab") as file:
        file.write(f"\n// round {number}\n".encode())
    folder = tree / "generated_by_bench"
    folder.mkdir(exist_ok=True)
    (folder / f"n{number}.rs").write_text(f"pub fn made_in_round_{number}() {{ before({chance.random()}); }}\n")
    there = sorted(folder.iterdir())
    if len(there) > 20:
        there[chance.randrange(len(there))].unlink()


def kill(bench, tree, option, after_s):
    """Whether it was still running."""
    process = bench.start([bench.binary, "index", *option.split(), "--root", str(tree)])
    time.sleep(after_s)
    process.kill()
    return process.wait() != 0


def verify(bench, tree, number):
    done = bench.run([bench.binary, "index", "status", "--verify", "--root", str(tree)])
    if "no index of this repository yet" in done.out:
        return
    if done.status != 0 or "nothing wrong" not in done.out:
        raise SystemExit(f"round {number}: --verify: {done.out}")


def listing(bench, tree):
    """Every file with the hash of what was indexed of it and how much that was; none if there is no index."""
    done = bench.run([bench.query, str(bench.cache), os.path.realpath(tree)])
    if done.status == 0:
        return dict(line.split("\t", 1) for line in done.out.splitlines() if line)
    if done.out.strip() != "no index":
        raise SystemExit(f"the index cannot be read: {done.out}")
    return None


def state(old, left, new, option, number):
    if not left:
        if not option:
            raise SystemExit(f"round {number}: a refresh lost the index")
        return "nothing yet"
    if left == new:
        return "the new state"
    if left == old:
        return "the old state"
    wrong = [path for path, row in left.items() if row != new.get(path) and row != (old or {}).get(path)]
    if wrong:
        raise SystemExit(f"round {number}: neither old nor new: {wrong[:5]}")
    return "batches of the new one"
