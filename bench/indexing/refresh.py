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
        edited = source_file(copy)
        cases = {"`rg --files`": [], "nothing changed": [], "one file edited": []}
        for number in range(bench.runs or 25):
            if rg:
                cases["`rg --files`"].append(bench.run([rg, "--files", str(copy)]))
            cases["nothing changed"].append(bench.index(copy))
            with open(edited, "ab") as file:
                file.write(f"\n// edit {number}\n".encode())
            changed = bench.index(copy)
            if "indexed 1 files" not in changed.out:
                raise SystemExit(f"the edit was not seen: {changed.out.splitlines()[0]}")
            cases["one file edited"].append(changed)
        rows = [[name, f"{median([run.wall_s for run in runs]) * 1000:.1f} ms",
                 f"{median([run.cpu_s for run in runs]) * 1000:.1f} ms"] for name, runs in cases.items() if runs]
        print(table([name_of(tree), "wall, median", "CPU, median"], rows))
        if rg:
            base = median([run.wall_s for run in cases["`rg --files`"]])
            times = lambda name: median([run.wall_s for run in cases[name]]) / base
            bench.check("nothing changed, times rg --files", times("nothing changed"), NO_CHANGE_TIMES_MAX)
            bench.check("one file edited, times rg --files", times("one file edited"), ONE_EDIT_TIMES_MAX)
    return bench.code()


def source_file(tree):
    """The first source file of middle size."""
    for top, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(top, name)
            if name.endswith((".rs", ".py", ".js", ".ts", ".go", ".java", ".c")) and 2_000 < os.path.getsize(path) < 20_000:
                return path
    raise SystemExit(f"no source file in {tree}")
