"""`foreword index` where nothing changed, and where one file did, beside `rg --files`."""

import os

from .measure import copy_of, median, name_of, table

NO_CHANGE_TIMES_MAX = 1.5
ONE_EDIT_TIMES_MAX = 2.0


def run(bench, trees):
    rg = bench.peer("rg")
    for tree in trees:
        copy = copy_of(bench, tree)
        bench.index(copy)
        # First all rounds without an edit: a file that has just been written is looked at twice.
        same, peer = rounds(bench, copy, rg, lambda number: bench.index(copy))
        report(bench, name_of(tree), "nothing changed", same, peer, NO_CHANGE_TIMES_MAX)
        edited = source_file(copy)
        one, peer = rounds(bench, copy, rg, lambda number: after_edit(bench, copy, edited, number))
        report(bench, name_of(tree), "one file edited", one, peer, ONE_EDIT_TIMES_MAX)
    return bench.code()


def rounds(bench, tree, rg, measure):
    ours, theirs = [], []
    for number in range(bench.runs or 40):
        if rg:
            theirs.append(bench.run([rg, "--files", str(tree)]))
        ours.append(measure(number))
    return ours, theirs


def after_edit(bench, tree, edited, number):
    with open(edited, "ab") as file:
        file.write(f"\n// edit {number}\n".encode())
    changed = bench.index(tree)
    if "indexed 1 files" not in changed.out:
        raise SystemExit(f"the edit was not seen: {changed.out.splitlines()[0]}")
    return changed


def report(bench, name, what, ours, theirs, times_max):
    rows = [[case, f"{median([run.wall_s for run in runs]) * 1000:.1f} ms",
             f"{median([run.cpu_s for run in runs]) * 1000:.1f} ms"]
            for case, runs in [(what, ours), ("`rg --files`", theirs)] if runs]
    print(table([name, "wall, median", "CPU, median"], rows))
    if theirs:
        times = median([run.wall_s for run in ours]) / median([run.wall_s for run in theirs])
        bench.check(f"{name}: {what}, times rg --files", times, times_max)


def source_file(tree):
    """The first source file of middle size."""
    for top, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(top, name)
            if name.endswith((".rs", ".py", ".js", ".ts", ".go", ".java", ".c")) and 2_000 < os.path.getsize(path) < 20_000:
                return path
    raise SystemExit(f"no source file in {tree}")
