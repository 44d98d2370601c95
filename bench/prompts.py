#!/usr/bin/env python3
"""Scores what the hook injects for prompts as people type them, each with the weights fitted without its repository.

    bench/prompts.py REPOS SCORER SET.jsonl... [--binary FILE] [--weights DIR] [--part tuning|test|all] [--home DIR] [--json OUT] [--candidates DIR]

SCORER runs once per repository: `SCORER SET REPOS --hook H --binary B --home D --env K=V --only ID --json OUT`. The binary is one with
the cargo feature `bench`: its clock stands still, so that a busy machine changes no result, and it reads DIR/REPOSITORY.tsv instead of
its own weights where there is such a file. `--candidates` keeps every passage that a prompt was compared with, for
`bench/fit/`. `--gate` leaves the decision whether to speak to the hook; otherwise it always speaks.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Set apart: scored once per change of the engine, never fitted on or read.
TEST_PART = {"axum", "ecto", "dapper", "wallabag", "thunderbird-android"}
FIGURES = ("grade", "file@1", "file@3", "file", "function", "shown", "noise", "chars")


def entry_of(binary, folder):
    """The hook's entry, as an installer would write it for this binary."""
    shutil.copytree(ROOT / "hooks", folder / "hooks")
    entry = folder / "hooks/context-inject-global.sh"
    entry.write_text(entry.read_text().replace("FOREWORD_BIN=''", f"FOREWORD_BIN='{binary}'"))
    return entry


def complete_index(options, repo):
    """What the background refresh would have read by the time that somebody types a prompt."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(options.home), "XDG_CACHE_HOME": f"{options.home}/.cache"}
    command = [options.binary, "index", "--wait", "--root", options.repos / repo]
    subprocess.run(command, env=environment, capture_output=True, check=False)


def score(job):
    """All rows of one repository in one set."""
    options, entry, gold, repo, ids = job
    environment = ["FOREWORD_BENCH_CLOCK=stopped"] + ([] if options.gate else ["CI_AUTO_TOOLS=on"])
    weights = options.weights and options.weights / f"{repo}.tsv"
    if weights and weights.is_file():
        environment.append(f"FOREWORD_BENCH_WEIGHTS={weights.resolve()}")
    if options.candidates:
        environment.append(f"FOREWORD_BENCH_CANDIDATES={options.candidates.resolve() / f'{gold.stem}.{repo}.jsonl'}")
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "rows.json"
        command = [sys.executable, options.scorer, gold, options.repos, "--hook", entry, "--binary", options.binary,
                   "--home", options.home, "--json", out, "--timeout", "120"]
        command += [part for pair in environment for part in ("--env", pair)]
        command += [part for row in ids for part in ("--only", row)]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        sys.stderr.write(done.stderr)
        rows = json.loads(out.read_text())["prompts"] if out.is_file() else []
    return [row | {"repo": repo} for row in rows], len(ids) - len(rows)


def mean(rows, name):
    values = [row[name] for row in rows if row[name] is not None and (row[name] or name != "chars")]
    return (statistics.median if name == "chars" else statistics.fmean)(values) if values else float("nan")


def show(title, groups):
    print(f"\n{title:<22}{'n':>5}" + "".join(f"{name:>10}" for name in FIGURES) + f"{'false fires':>14}")
    for name, rows in groups.items():
        due = [row for row in rows if row["due"]]
        fires = [row for row in rows if not row["due"]]
        cells = [f"{mean(due, key):>10.{0 if key == 'chars' else 2}f}" for key in FIGURES]
        wrong = sum(not row["decision"] for row in fires)
        print(f"{name:<22}{len(due):>5}{''.join(cells)}{wrong:>8} of {len(fires)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", type=pathlib.Path)
    parser.add_argument("scorer", type=pathlib.Path)
    parser.add_argument("sets", type=pathlib.Path, nargs="+")
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target/bench/foreword")
    parser.add_argument("--weights", type=pathlib.Path)
    parser.add_argument("--part", choices=("tuning", "test", "all"), default="tuning")
    parser.add_argument("--home", type=pathlib.Path)
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--candidates", type=pathlib.Path)
    options = parser.parse_args()
    options.binary = options.binary.resolve()
    if options.candidates:
        shutil.rmtree(options.candidates, ignore_errors=True)
        options.candidates.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        options.home = options.home or pathlib.Path(scratch) / "home"
        entry = entry_of(options.binary, pathlib.Path(scratch))
        jobs = []
        for gold in options.sets:
            ids = collections.defaultdict(list)
            for line in gold.read_text("utf-8").splitlines():
                row = json.loads(line)
                if options.part == "all" or (row["repo"] in TEST_PART) == (options.part == "test"):
                    ids[row["repo"]].append(row["id"])
            jobs += [(options, entry, gold, repo, ids[repo]) for repo in ids]
        for repo in sorted({job[3] for job in jobs}):
            complete_index(options, repo)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(score, jobs))
    rows, lost = collections.defaultdict(list), 0
    for (_, _, gold, _, _), (scored, missing) in zip(jobs, results):
        rows[gold.stem] += scored
        lost += missing
    for name, found in rows.items():
        by = {key: sorted({row[key] for row in found}) for key in ("repo", "class", "language")}
        for key, values in by.items():
            show(f"{name}, {key}", {value: [row for row in found if row[key] == value] for value in values})
    show("all", rows)
    if options.json:
        options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return f"{lost} rows not scored" if lost else 0


if __name__ == "__main__":
    sys.exit(main())
