#!/usr/bin/env python3
"""Fits how sure an answer to a prompt is, from what its ranking looks like: data/certainty.tsv.

    bench/prompts.py REPOS SCORER SET.jsonl... --candidates CANDIDATES --json SCORED
    bench/fit/certainty.py CANDIDATES SCORED SET.jsonl... [--penalty 3] [--write]

CANDIDATES holds what the ranking of each prompt looks like (`looks`: crates/retrieve/src/certainty.rs has the names), SCORED whether a
file of the gold answer is the first place or among the first three. Prompts that want nothing count as wrong. Logistic regression, each
repository by the weights that were fitted without it; printed are how often what is said comes true, and how many of the prompts that
are due are called sure. Five repositories are left out of everything (bench/prompts.py). Needs numpy.
"""

import argparse
import json
import pathlib
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "data/certainty.tsv"
HEADER = """\
# How sure an answer is, from what its ranking looks like: name, weight for a right file among the first three places, weight for the first place being in
# one; in log-odds. Written by bench/fit/certainty.py; not to be edited by hand.
"""
OUTCOMES = ("file@3", "file@1")
sys.path.insert(0, str(ROOT / "bench"))
sys.dont_write_bytecode = True
from prompts import TEST_PART  # noqa: E402


def rows_of(options):
    """Repository, whether due, outcomes and looks of every prompt that found anything."""
    scored = json.loads(options.scored.read_text("utf-8"))
    for gold in options.sets:
        ids = {}
        for line in gold.read_text("utf-8").splitlines():
            row = json.loads(line)
            if row["repo"] not in TEST_PART:
                ids[row["repo"], row["prompt"].strip()] = row["id"]
        by_id = {row["id"]: row for row in scored[gold.stem]}
        for dump in sorted(options.candidates.glob(f"{gold.stem}.*.jsonl")):
            repo = dump.name[len(gold.stem) + 1:-len(".jsonl")]
            for line in dump.read_text("utf-8").splitlines():
                found = json.loads(line)
                row = by_id.get(ids.get((repo, found["prompt"].strip())))
                if row and found["looks"]:
                    yield repo, row["due"], [float(row["due"] and row[name]) for name in OUTCOMES], found["looks"]


def fit(looks, right, penalty):
    weights = numpy.zeros(looks.shape[1])
    pull = numpy.full(len(weights), penalty)
    pull[0] = 1e-6  # The bias is free.
    for _ in range(50):
        said = 1 / (1 + numpy.exp(-looks @ weights))
        slope = looks.T @ (said - right) + pull * weights
        curve = (looks.T * (said * (1 - said))) @ looks + numpy.diag(pull)
        weights -= numpy.linalg.solve(curve, slope)
    return weights


def separation(said, right):
    """The share of pairs of a right and a wrong answer that are told apart (AUC)."""
    order = numpy.argsort(numpy.argsort(said)) + 1
    count = right.sum()
    return (order[right == 1].sum() - count * (count + 1) / 2) / (count * (len(right) - count))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("candidates", type=pathlib.Path)
    parser.add_argument("scored", type=pathlib.Path)
    parser.add_argument("sets", type=pathlib.Path, nargs="+")
    parser.add_argument("--penalty", type=float, default=3.0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = list(rows_of(options))
    repos, due = numpy.array([row[0] for row in rows]), numpy.array([row[1] for row in rows])
    names = [name for name, _ in rows[0][3]]
    looks = numpy.array([[value for _, value in row[3]] for row in rows])
    fitted = []
    for at, outcome in enumerate(OUTCOMES):
        right = numpy.array([row[2][at] for row in rows])
        said = numpy.zeros(len(rows))
        for repo in set(repos):
            weights = fit(looks[repos != repo], right[repos != repo], options.penalty)
            said[repos == repo] = 1 / (1 + numpy.exp(-looks[repos == repo] @ weights))
        print(f"\n{outcome}: {len(rows)} prompts, {due.sum()} due; told apart {separation(said, right):.3f}, of those due {separation(said[due], right[due]):.3f}")
        print("| said | prompts | said on average | came true |\n|---|---|---|---|")
        for low in range(0, 10):
            part = (said >= low / 10) & (said < (low + 1) / 10)
            if part.any():
                print(f"| {low / 10:.1f} to {(low + 1) / 10:.1f} | {part.sum()} | {said[part].mean():.2f} | {right[part].mean():.2f} |")
        for least in (0.9, 0.85, 0.8, 0.75, 0.7, 0.65):
            sure = said >= least
            print(f"at least {least}: {(sure & due).sum() / due.sum():.0%} of those due; right: {right[sure].mean():.0%}")
        fitted.append(fit(looks, right, options.penalty))
    lines = [f"{name}\t{three:.2f}\t{first:.2f}" for name, three, first in zip(names, *fitted, strict=True)]
    if options.write:
        TABLE.write_text(HEADER + "\n".join(lines) + "\n", "utf-8")
    else:
        print("\n" + "\n".join(lines))


if __name__ == "__main__":
    main()
