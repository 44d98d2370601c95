"""Runs processes and measures them. A cache of its own for every bench, removed at the end."""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


class Run:
    """One process that has ended."""

    def __init__(self, wall_s, cpu_s, rss_mb, status, out):
        self.wall_s, self.cpu_s, self.rss_mb, self.status, self.out = wall_s, cpu_s, rss_mb, status, out


class Bench:
    """The binaries, the peers and a private cache."""

    def __init__(self, binary, query, runs, seed):
        self.binary, self.query, self.runs, self.seed = str(binary), str(query), runs, seed
        self.failed = False

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="foreword-bench-")
        self.scratch = pathlib.Path(self.folder.name).resolve()
        self.cache = self.scratch / "cache"
        self.environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self.scratch),
            "XDG_CACHE_HOME": str(self.cache),
            "LC_ALL": "C.UTF-8",
        }
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def peer(self, name):
        """A peer's path, or none, and then a line that says so: a figure without its peer is half a figure."""
        found = shutil.which(name)
        if found is None:
            print(f"MISSING: {name} is not installed, so nothing is compared with it")
            self.failed = True
        return found

    def need_query(self):
        if not os.path.isfile(self.query):
            sys.exit(f"no {self.query}: cargo build --release -p foreword-index --example query")

    def start(self, command, out=subprocess.DEVNULL, cwd=None):
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=self.environment, cwd=cwd)

    def run(self, command, cwd=None):
        """Runs a command to its end; `out` is all that it said."""
        with tempfile.TemporaryFile(dir=self.scratch) as out:
            started = time.monotonic()
            process = self.start(command, out, cwd)
            _, status, usage = os.wait4(process.pid, 0)
            wall_s = time.monotonic() - started
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            text = out.read().decode("utf-8", "replace")
        return Run(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode, text)

    def index(self, tree, *options):
        """`foreword index`, which must succeed."""
        run = self.run([self.binary, "index", *options, "--root", str(tree)])
        if run.status != 0:
            sys.exit(f"foreword index {' '.join(options)} on {tree} ended with {run.status}")
        return run

    def check(self, text, value, limit, unit=""):
        """A line with its limit; a broken one is remembered."""
        is_kept = value <= limit
        self.failed |= not is_kept
        print(f"{text}: {value:.2f}{unit} (limit {limit:g}{unit}) {'ok' if is_kept else 'BROKEN'}")

    def code(self):
        return 1 if self.failed else 0


def best(values):
    """What it costs when nothing else runs: other processes only add to CPU time."""
    return min(values)


def median(values):
    return statistics.median(values)


def table(header, rows):
    """A markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def name_of(tree):
    return pathlib.Path(tree).resolve().name


def copy_of(bench, tree):
    """A copy that may be edited."""
    copy = bench.scratch / name_of(tree)
    shutil.copytree(tree, copy, symlinks=True)
    return copy
