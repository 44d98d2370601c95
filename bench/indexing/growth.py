"""How time, memory and size grow from 1,000 to 100,000 generated files; what a kill costs; whether hooks answer."""

import json
import pathlib
import re
import shutil
import signal
import time

from . import generate
from .measure import table
from .plot import log_log

SIZES = [1_000, 3_000, 10_000, 30_000, 100_000]
RSS_MB_MAX = 500
HOOK_MS_MAX = 5_000
RESULTS = pathlib.Path(__file__).resolve().parent.parent / "results"


def run(bench, arguments):
    tree = pathlib.Path(arguments[0]).resolve() / "generated"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    sizes, rows, made = SIZES if not bench.runs else [size for size in SIZES if size <= bench.runs], [], 0
    for size in sizes:
        generate.extend(tree, made, size)
        made = size
        done = bench.index(tree, "--rebuild")
        rows.append((size, bytes_of(tree) / 1e6, done.wall_s, done.cpu_s, done.rss_mb, bytes_of(bench.cache) / 1e6))
        print(f"{size:,} files: {done.wall_s:.1f} s, {done.rss_mb:.0f} MB", flush=True)
    notes = [interrupted(bench, tree, sizes[-1], rows[-1][2]), hooks(bench, tree, sizes[-1])]
    again = bench.index(tree)
    notes.append(f"A refresh of {sizes[-1]:,} files with nothing changed: {again.wall_s:.2f} s, {again.rss_mb:.0f} MB.")
    write(rows, notes)
    bench.check("peak memory", max(row[4] for row in rows), RSS_MB_MAX, " MB")
    return bench.code()


def write(rows, notes):
    header = ["files", "source", "wall", "CPU", "peak memory", "on disk", "CPU per file"]
    shown = [[f"{files:,}", f"{source:.0f} MB", f"{wall:.1f} s", f"{cpu:.1f} s", f"{rss:.0f} MB", f"{disk:.1f} MB",
              f"{1000 * cpu / files:.2f} ms"] for files, source, wall, cpu, rss, disk in rows]
    text = "\n".join(["# Growth of the index", "", "`bench/index.py growth OUT_DIR`, generated files in six languages.", "",
                      table(header, shown), "", "![growth](growth.svg)", "", *[f"- {note}" for note in notes], ""])
    names = {"CPU (s)": 3, "wall (s)": 2, "memory (MB)": 4, "on disk (MB)": 5}
    series = [(name, [(row[0], row[column]) for row in rows]) for name, column in names.items()]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "growth.md").write_text(text)
    (RESULTS / "growth.svg").write_text(
        log_log("A full index, by the number of files (dashed: linear)", "files", "seconds, MB", series))
    print(text)


def interrupted(bench, tree, files, wall_s):
    """A build that is killed in the middle, and the run after it."""
    process = bench.start([bench.binary, "index", "--rebuild", "--root", str(tree)])
    time.sleep(wall_s / 2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    after = bench.index(tree)
    kept = int(re.search(r"left ([\d,]+) as they were", after.out).group(1).replace(",", ""))
    if kept == 0:
        bench.failed = True
    return (f"Killed after half of its time ({wall_s / 2:.1f} s), a build of {files:,} files had committed {kept:,}; the next run "
            f"left them as they were and ended after {after.wall_s:.1f} s.")


def hooks(bench, tree, files):
    """Prompts while a build runs."""
    process = bench.start([bench.binary, "index", "--rebuild", "--root", str(tree)])
    name = generate.Source(files // 2).name()
    command = [bench.binary, "inject", "--format", "json", "--prompt", f"where is {name} defined and who calls it?"]
    walls = []
    while process.poll() is None and len(walls) < 20:
        done = bench.run(command, cwd=tree)
        envelope = json.loads(done.out)
        if not envelope["fused_context"]["for_model"]["additional_context"]:
            bench.failed = True
        walls.append(done.wall_s * 1000)
        time.sleep(0.2)
    process.wait()
    bench.check("slowest of the prompts during a build", max(walls), HOOK_MS_MAX, " ms")
    return (f"{len(walls)} prompts during that build were answered, the slowest after {max(walls):.0f} ms, "
            f"the median after {sorted(walls)[len(walls) // 2]:.0f} ms.")


def bytes_of(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())
