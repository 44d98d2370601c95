#!/usr/bin/env python3
"""Fits the model that tells from the words of a prompt whether code of the repository is wanted: data/wanted.tsv.

    bench/fit/wanted.py ROWS.jsonl... [--held-out FILE.jsonl.xz] [--write] [--min-count 3] [--penalty 1.0]

ROWS: {"inject": "full"|"none"|"pointer", "kind", "prompt"}, one file a hand: each is scored by a model that was fitted on the others.
Logistic regression over n-grams of words (Chinese: of characters) and some features of form, in the order of `FORMS`; how a prompt is
cut and what its forms are stands in crates/kernel/src/intent/wanted.rs as well, and a test there compares both on rows that this
script prints. Needs numpy.
"""

import argparse
import collections
import json
import lzma
import math
import pathlib
import re
import sys

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "data/wanted.tsv"
CHARS_MAX, TOKENS_MAX, SCALE = 2000, 60, 3.0
# A weight below this is left out of the table.
WEIGHT_MIN = 0.03
FORMS = ["length", "up to 3", "up to 6", "up to 12", "over 30", "lines", "many lines", "question mark", "backticks", "code word", "file",
         "path", "quotes", "error word", "chinese", "capital", "full stop", "pasted line", "tag", "line number"]
ERROR_WORDS = ("error", "exception", "traceback", "fail", "报错", "错误", "异常")
PASTED = ("$ ", "> ", "# ", "at ")
HEADER = """\
# Whether code of the repository is wanted, from the words of a prompt: n-grams and forms with their weights, in log-odds, sorted by bytes. Written by
# bench/fit/wanted.py from rows of our own writing (bench/sets/silence); not to be edited by hand.
"""


def is_han(letter):
    return "\u3400" <= letter <= "\u9fff"


def tokens(prompt):
    text = prompt.lower()[:CHARS_MAX]
    found = re.findall(r"[a-z][a-z']*|[0-9]+|[\u3400-\u9fff]|[?!？！]", text)
    return ["0" if token[0].isdigit() else token for token in found]


def grams(prompt):
    words = ["<s>", *tokens(prompt)[:TOKENS_MAX], "</s>"]
    found = set(words)
    found.update(f"{a} {b}" for a, b in zip(words, words[1:]))
    found.update(f"{a} {b} {c}" for a, b, c in zip(words, words[1:], words[2:]) if is_han(a[0]) and is_han(c[0]))
    return found


def trimmed(word):
    return re.sub(r"^[^\w]+|[^\w]+$", "", word)


def is_file(word):
    stem, dot, ending = word.rpartition(".")
    has_stem = bool(stem) and stem[-1].isascii() and stem[-1].isalnum()
    return bool(dot) and has_stem and bool(re.fullmatch(r"[a-z][a-z0-9]{0,4}", ending))


def forms(prompt):
    count, words = len(tokens(prompt)), prompt.split()
    shapes = [trimmed(word) for word in words]
    lower, lines = prompt.lower(), prompt.count("\n") + 1
    return [
        min(count, TOKENS_MAX) / TOKENS_MAX, count <= 3, count <= 6, count <= 12, count > 30, lines > 1, lines > 4,
        "?" in prompt or "？" in prompt,
        prompt.count("`") >= 2,
        any(re.search(r"[A-Za-z0-9]_[A-Za-z0-9]|[a-z][A-Z]", word) for word in shapes),
        any(is_file(word) for word in shapes),
        any(word.count("/") >= 2 for word in words),
        prompt.count('"') >= 2 or any(mark in prompt for mark in "“「『"),
        any(word in lower for word in ERROR_WORDS),
        any(is_han(letter) for letter in prompt),
        prompt[:1].isascii() and prompt[:1].isupper(),
        prompt.rstrip()[-1:] in (".", "!", "。", "！"),
        any(line.lstrip().startswith(PASTED) for line in prompt.splitlines()),
        bool(re.search(r"<[a-z_-]+>", prompt)),
        bool(re.search(r":[0-9]", prompt)),
    ]


class Model:
    def __init__(self, rows, min_count, penalty):
        counts = collections.Counter(gram for row in rows for gram in grams(row["prompt"]))
        self.column = {gram: at for at, gram in enumerate(sorted(g for g, count in counts.items() if count >= min_count))}
        right = numpy.array([row["inject"] == "full" for row in rows], float)
        values = self.values(rows)
        weights, bias = numpy.zeros(values.shape[1]), 0.0
        first, second = numpy.zeros(values.shape[1] + 1), numpy.zeros(values.shape[1] + 1)
        for step in range(1, 401):
            wrong = 1 / (1 + numpy.exp(-(values @ weights + bias))) - right
            slope = numpy.append(values.T @ wrong + weights / penalty, wrong.sum())
            first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
            move = 0.03 * (first / (1 - 0.9**step)) / (numpy.sqrt(second / (1 - 0.999**step)) + 1e-9)
            weights, bias = weights - move[:-1], bias - move[-1]
        self.weights, self.bias = weights, bias

    def values(self, rows):
        values = numpy.zeros((len(rows), len(self.column) + len(FORMS)))
        for at, row in enumerate(rows):
            held = [self.column[gram] for gram in grams(row["prompt"]) if gram in self.column]
            values[at, held] = SCALE / math.sqrt(max(len(held), 1))
            values[at, len(self.column):] = forms(row["prompt"])
        return values

    def log_odds(self, rows):
        return self.values(rows) @ self.weights + self.bias

    def write(self):
        cells = {gram: self.weights[at] for gram, at in self.column.items()}
        cells |= {f"({name})": self.weights[len(self.column) + at] for at, name in enumerate(FORMS)}
        cells["(bias)"] = self.bias
        kept = {name: value for name, value in cells.items() if abs(value) >= WEIGHT_MIN or name.startswith("(")}
        lines = [f"{name}\t{value:.2f}" for name, value in sorted(kept.items(), key=lambda cell: cell[0].encode())]
        TABLE.write_text(HEADER + "\n".join(lines) + "\n", "utf-8")
        return len(kept)


def read(path):
    path = pathlib.Path(path)
    text = lzma.open(path, "rt", encoding="utf-8").read() if path.suffix == ".xz" else path.read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def show(name, rows, odds):
    wanted = numpy.array([row["inject"] == "full" for row in rows])
    absent = numpy.array([row.get("kind") == "absent" for row in rows])
    for least in (-1.0, -0.5, 0.0):
        fires = odds >= least
        print(f"{name}, from {least:+.1f}: missed {numpy.mean(~fires[wanted]):.3f} of {wanted.sum()}, "
              f"false fires {numpy.mean(fires[~wanted & ~absent]):.3f} of {(~wanted & ~absent).sum()}, "
              f"for what is absent {numpy.mean(fires[absent]) if absent.any() else 0:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--held-out")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--min-count", type=int, default=3)
    parser.add_argument("--penalty", type=float, default=1.0)
    options = parser.parse_args()
    hands = [read(path) for path in options.rows]
    for at, (path, rows) in enumerate(zip(options.rows, hands)):
        others = [row for other, hand in enumerate(hands) if other != at for row in hand]
        odds = Model(others, options.min_count, options.penalty).log_odds(rows)
        show(pathlib.Path(path).stem, rows, odds)
    whole = Model([row for hand in hands for row in hand], options.min_count, options.penalty)
    if options.held_out:
        show("held out", read(options.held_out), whole.log_odds(read(options.held_out)))
    if options.write:
        print(f"{whole.write()} weights in {TABLE.name}")
        for row in [hand[7] for hand in hands]:
            print(f"{whole.log_odds([row])[0]:.2f} {row['prompt']!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
