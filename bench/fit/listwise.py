#!/usr/bin/env python3
"""Fits the weights of prompts in data/ranking.tsv, each repository with those that were fitted without it.

    bench/prompts.py REPOS SCORER SET.jsonl... --candidates CANDIDATES
    bench/fit/listwise.py CANDIDATES OUT SET.jsonl... [--pull 0.3] [--steps 400]
    bench/prompts.py REPOS SCORER SET.jsonl... --weights OUT

CANDIDATES holds every passage that each prompt was compared with, as a build for measuring writes them. Listwise: the loss of a prompt
is minus the logarithm of the share of the softmax over its whole list that goes to the right passages (one with a decisive line 1, one
that is a named symbol of a gold file .6, any other of a gold file .25). PULL draws each weight back to its hand weight, in units of what
the feature varies by. OUT gets REPOSITORY.tsv, fitted on all repositories but that one, and all.tsv. A weight whose sign is another than
that of its hand weight is named; what weighs nothing by hand is left out. Needs numpy.
"""

import argparse
import collections
import json
import pathlib
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "data/ranking.tsv"
PROMPT_COLUMN = 3
SHOWN, SYMBOL, FILE = 1.0, 0.6, 0.25
# The five repositories that nothing is fitted on: bench/prompts.py.
sys.path.insert(0, str(ROOT / "bench"))
sys.dont_write_bytecode = True
from prompts import TEST_PART  # noqa: E402


def table():
    rows = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [row[0] for row in rows], numpy.array([float(row[PROMPT_COLUMN]) for row in rows])


def worth(row, candidate):
    """How right a passage is for a prompt."""
    first, last = candidate["lines"]
    if any(show["path"] == candidate["path"] and first <= show["line"] <= last for show in row["show"]):
        return SHOWN
    for gold in row["gold"]:
        if gold["path"] == candidate["path"]:
            is_symbol = candidate["name"] and candidate["name"] in gold.get("symbols", [])
            return SYMBOL if is_symbol else FILE
    return 0.0


def lists(options, names):
    """By prompt that is due: its repository, the evidence of its candidates, and how right each is."""
    column, found = {name: at for at, name in enumerate(names)}, []
    for gold in options.sets:
        by_prompt = {}
        for line in gold.read_text("utf-8").splitlines():
            row = json.loads(line)
            if row["gold"] and row["repo"] not in TEST_PART:
                by_prompt[row["repo"], row["prompt"].strip()] = row
        for dump in sorted(options.candidates.glob(f"{gold.stem}.*.jsonl")):
            repo = dump.name[len(gold.stem) + 1:-len(".jsonl")]
            for line in dump.read_text("utf-8").splitlines():
                asked = json.loads(line)
                row = by_prompt.get((repo, asked["prompt"].strip()))
                rights = numpy.array([worth(row, each) for each in asked["candidates"]]) if row else numpy.zeros(0)
                if not rights.any():
                    continue
                values = numpy.zeros((len(rights), len(names)))
                for at, candidate in enumerate(asked["candidates"]):
                    for name, value in candidate["values"].items():
                        values[at, column[name]] = value
                found.append((repo, values, rights))
    return found


def fit(rows, hand, scale, pull, steps):
    """Gradient descent with momentum (Adam), from the hand weights."""
    start = hand * scale
    weights, first, second = start.copy(), numpy.zeros_like(start), numpy.zeros_like(start)
    for step in range(1, steps + 1):
        slope = pull * (weights - start)
        for _, values, rights in rows:
            scaled = values / scale
            scores = scaled @ weights
            shares = numpy.exp(scores - scores.max())
            shares /= shares.sum()
            right = shares * rights
            right /= right.sum() + 1e-12
            slope += scaled.T @ (shares - right) / len(rows)
        slope[hand == 0] = 0
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        weights -= 0.02 * (first / (1 - 0.9**step)) / (numpy.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights / scale


def chosen(rows, weights_of):
    """Share of prompts of which a decisive passage is among the first eight of different places."""
    hits = collections.Counter()
    for repo, values, rights in rows:
        order = numpy.argsort(-(values @ weights_of(repo)), kind="stable")[:8]
        hits["first eight"] += rights[order].max() == SHOWN
        hits["first"] += rights[order[0]] == SHOWN
    return ", ".join(f"{name} {count / len(rows):.3f}" for name, count in sorted(hits.items()))


def write(path, names, weights):
    lines = []
    for line in TABLE.read_text("utf-8").splitlines():
        cells = line.split("\t")
        if not line.startswith("#"):
            cells[PROMPT_COLUMN] = f"{weights[names.index(cells[0])]:.3f}"
        lines.append("\t".join(cells))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("candidates", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("sets", type=pathlib.Path, nargs="+")
    parser.add_argument("--pull", type=float, default=0.3)
    parser.add_argument("--steps", type=int, default=400)
    options = parser.parse_args()
    names, hand = table()
    rows = lists(options, names)
    if not rows:
        return "no prompt of these sets is in the candidates"
    scale = numpy.concatenate([values for _, values, _ in rows]).std(axis=0)
    scale = numpy.where(scale < 1e-9, 1.0, scale)
    options.out.mkdir(parents=True, exist_ok=True)
    fitted = {}
    for repo in sorted({repo for repo, _, _ in rows}):
        fitted[repo] = fit([row for row in rows if row[0] != repo], hand, scale, options.pull, options.steps)
        write(options.out / f"{repo}.tsv", names, fitted[repo])
    whole = fit(rows, hand, scale, options.pull, options.steps)
    write(options.out / "all.tsv", names, whole)
    for name, by_hand, by_fit in zip(names, hand, whole):
        note = "  sign!" if by_hand * by_fit < 0 else ""
        if abs(by_fit - by_hand) > 0.05:
            print(f"{name:<18} {by_hand:>7.2f} {by_fit:>7.2f}{note}")
    print(f"{len(rows)} prompts; hand weights: {chosen(rows, lambda _: hand)}; "
          f"fitted, each repository without itself: {chosen(rows, fitted.get)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
