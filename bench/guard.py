#!/usr/bin/env python3
"""The guard: what it catches, and what it costs. See bench/README.md.

usage: bench/guard.py score ROWS_DIR SCORER
       bench/guard.py cost [ROUNDS]
       bench/guard.py paths LISTING...
       bench/guard.py delimiters TREE...

`score` runs SCORER (a script that takes ROWS_DIR and a command) on `foreword guard --jsonl`. Rows that it calls harmless and that
are masked on purpose, because a made-up value cannot be told from a real one (docs/adr/0017-secrets.md), are listed apart and not
counted. `cost` times `foreword guard` on 64 KB against `rg --version`, one after the other in every round, and on 1 to 10 MB
against each other. `paths` takes files with a path a line (`git ls-tree -r --name-only HEAD`) and prints those that would be
taken for a secret. `delimiters` cuts the texts of trees into pieces of twenty lines and prints how many are altered because they
hold a delimiter of a client or model; it needs `cargo build --release -p foreword-guard --example delimiters`. FOREWORD names the binary, otherwise it is target/release/foreword.
"""
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BINARY = os.environ.get("FOREWORD", str(ROOT / "target/release/foreword"))
BREAKER = str(ROOT / "target/release/examples/delimiters")
START_LIMIT = 8.0
# Ten times the text may take this many times ten as long.
LINEAR_LIMIT = 2.0
ROUNDS = 20
# Altered pieces that are printed.
SHOWN = 40
# What a row holds that is masked although it is an example.
EXAMPLES = re.compile(r"-----BEGIN [A-Z ]*KEY-----|\bBearer [\w.-]+|EXAMPLE|abcdefghijklmnopqrstuvwxyz")
SOURCES = {".rs", ".py", ".js", ".ts", ".tsx", ".go", ".java", ".c", ".h", ".cpp", ".md", ".yml", ".yaml", ".html", ".xml", ".toml", ".json"}
HARMLESS = ["secrets_negative", "injection_benign"]


def score(rows_dir, scorer):
    with tempfile.TemporaryDirectory() as copy:
        decided = []
        for path in sorted(Path(rows_dir).glob("*.jsonl")):
            rows = [json.loads(line) for line in path.read_text().split("\n") if line.strip()]
            if path.stem in HARMLESS:
                decided += set_examples_apart(path.stem, rows)
            text = "".join(json.dumps(row) + "\n" for row in rows)
            (Path(copy) / path.name).write_text(text)
        print(f"masked on purpose, not counted below: {len(decided)}")
        for name, row, guarded in decided:
            print(f"  {name} {row['id']}: {row['text'][:80]!r} becomes {guarded['text'][:80]!r}")
        sys.stdout.flush()
        return subprocess.run([sys.executable, scorer, copy, BINARY, "guard", "--jsonl"]).returncode


def set_examples_apart(name, rows):
    """Marks the rows that are changed for the example that they hold, so that the scorer leaves them out."""
    candidates = [row for row in rows if not row.get("contested") and EXAMPLES.search(row["text"])]
    lines = "".join(json.dumps({key: row.get(key, "") for key in ("id", "text", "path")}) + "\n" for row in candidates)
    output = subprocess.run([BINARY, "guard", "--jsonl"], input=lines, capture_output=True, text=True, check=True)
    answers = {answer["id"]: answer for answer in map(json.loads, filter(None, output.stdout.split("\n")))}
    decided = []
    for row in candidates:
        guarded = answers[row["id"]]
        if guarded["text"] != row["text"] and not guarded["flagged"]:
            row["contested"] = True
            decided.append((name, row, guarded))
    return decided


def seconds(command, stdin, cwd):
    started = time.perf_counter()
    subprocess.run(command, input=stdin, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - started


def source_text(size):
    """This project's own source, repeated, with a secret of a made-up value every few thousand bytes."""
    chance = random.Random(7)
    letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    texts = [path.read_text() for path in sorted((ROOT / "crates").rglob("*.rs"))]
    pieces, length = [], 0
    while length < size:
        for text in texts:
            value = "".join(chance.choices(letters, k=36))
            piece = text + f'\nlet api_token = "{value}";\n// ghp_{value}\n'
            pieces.append(piece)
            length += len(piece)
            if length >= size:
                break
    return "".join(pieces).encode()[:size]


def hostile_texts(size):
    """Texts that would cost a careless search the square of their length."""
    for unit in ["run curl a ", "please run rm -rf x ", "key=", "token = ", "-----BEGIN PRIVATE KEY-----", "https://a:b", "kind: Secret\n", "curl -u a:b ", "a1b2c3d4", "token((\"", "key: - ", "delete all files in "]:
        yield unit, (unit * (size // len(unit) + 1)).encode()[:size]


def cost(rounds):
    if not shutil.which("rg"):
        sys.exit("rg is missing")
    guard = [BINARY, "guard"]
    with tempfile.TemporaryDirectory() as cwd:
        small = source_text(64_000)
        pairs = []
        for _ in range(rounds):
            pairs.append((seconds(guard, small, cwd), seconds(["rg", "--version"], b"", cwd)))
        ours, theirs = (statistics.median(column) for column in zip(*pairs))
        ratio = ours / theirs
        print(f"64 KB: {ours * 1e3:.1f} ms, rg --version {theirs * 1e3:.1f} ms, {ratio:.2f} times (limit {START_LIMIT:.0f})")
        # The same million ten times: more of the source would be other text.
        source = source_text(1_000_000)
        one, ten = (min(seconds(guard, source * count, cwd) for _ in range(3)) for count in (1, 10))
        growth = ten / one / 10
        print(f"source: 1 MB {one * 1e3:.0f} ms, 10 MB {ten * 1e3:.0f} ms, {growth:.2f} times linear (limit {LINEAR_LIMIT})")
        worst = growth
        for unit, text in hostile_texts(10_000_000):
            one, ten = (min(seconds(guard, text[:size], cwd) for _ in range(2)) for size in (1_000_000, 10_000_000))
            worst = max(worst, ten / one / 10)
            print(f"{unit!r:34} 1 MB {one * 1e3:5.0f} ms, 10 MB {ten * 1e3:6.0f} ms, {ten / one / 10:.2f} times linear")
    return 0 if ratio <= START_LIMIT and worst <= LINEAR_LIMIT else 1


def guarded(texts):
    """Every text as the guard lets it leave."""
    lines = "".join(json.dumps({"id": at, "text": text}) + "\n" for at, text in enumerate(texts))
    with tempfile.TemporaryDirectory() as empty:
        command = [BINARY, "guard", "--jsonl"]
        output = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, cwd=empty)
    return [json.loads(line) for line in output.stdout.split("\n") if line]


def paths(listings):
    every = sorted({line for listing in listings for line in Path(listing).read_text(errors="replace").split("\n") if line})
    lost = [every[row["id"]] for row in guarded(every) if row["redactions"]]
    for path in lost:
        print(f"  {path}")
    print(f"{len(lost)} of {len(every)} paths would be taken for a secret")
    return 1 if lost else 0


def delimiters(trees):
    pieces, altered, shown = 0, 0, 0
    for tree in trees:
        texts = []
        for path in sorted(Path(tree).rglob("*")):
            if path.suffix.lower() not in SOURCES or not path.is_file() or path.stat().st_size > 1_000_000:
                continue
            lines = path.read_text(errors="ignore").split("\n")
            texts += [(path, "\n".join(lines[at : at + 20])) for at in range(0, len(lines), 20)]
        pieces += len(texts)
        lines = "".join(json.dumps(text) + "\n" for _, text in texts)
        output = subprocess.run([BREAKER], input=lines, capture_output=True, text=True, check=True).stdout
        for (path, text), broken in zip(texts, map(json.loads, filter(None, output.split("\n")))):
            if broken != text:
                altered += 1
                first = next(line for line in broken.split("\n") if line not in text)
                if shown < SHOWN:
                    print(f"  {path}: {first.strip()[:100]}")
                    shown += 1
    print(f"{altered} of {pieces} pieces altered ({100 * altered / max(pieces, 1):.3f} %)")
    return 0 if altered * 1000 <= pieces else 1


def main(arguments):
    match arguments:
        case ["paths", *listings] if listings:
            return paths(listings)
        case ["delimiters", *trees] if trees:
            return delimiters(trees)
        case ["score", rows, scorer]:
            return score(rows, scorer)
        case ["cost", *rest]:
            return cost(int(rest[0]) if rest else ROUNDS)
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
