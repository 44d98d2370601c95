#!/usr/bin/env python3
"""How well `foreword search` and the injected text find what is asked for.

    bench/search.py rank GOLD.jsonl REPOS [--binary foreword] [--scope full|root] [--features OUT.jsonl]
    bench/search.py inject GOLD.jsonl REPOS [--binary foreword]
    bench/search.py ablate FEATURES.jsonl GOLD.jsonl
    bench/search.py speed REPO [--query TEXT] [--runs N] [--binary foreword]

GOLD rows: {"id", "repo", "language", "category", "query", "benchmark_root", "relevant": [{"path"}], "secondary": [{"path"}]}; for
`inject` rows may instead have "gold_src": [path]. REPOS holds one work tree per repository, by name. Each is indexed first, into a
cache of its own. Means are over repositories. `rank --features` keeps the evidence of the fifty best files of every question, from
which `ablate` says what each feature is worth with its weight in data/ranking.tsv.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
WEIGHTS = HERE.parent / "data/ranking.tsv"


def rows(path):
    return [json.loads(line) for line in open(path) if line.strip()]


def targets(row):
    listed = row.get("relevant", []) + row.get("secondary", [])
    return [target["path"] for target in listed] or row.get("gold_src", [])


def same_file(left, right):
    return left == right or left.endswith("/" + right) or right.endswith("/" + left)


def ndcg(ranked, wanted):
    """NDCG@10, each target once, gain 1."""
    first = {}
    for place, path in enumerate(list(dict.fromkeys(ranked))[:10]):
        for target in wanted:
            if target not in first and same_file(path, target):
                first[target] = place
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(wanted))))
    return sum({place: 1 / math.log2(place + 2) for place in first.values()}.values()) / ideal if ideal else 0.0


def by_repository(scored):
    groups = collections.defaultdict(list)
    for row, value in scored:
        groups[row["repo"]].append(value)
    return statistics.mean(statistics.mean(values) for values in groups.values())


class Bench:
    def __init__(self, binary, repositories):
        self.binary, self.repositories = binary, pathlib.Path(repositories)
        self.home = tempfile.mkdtemp(prefix="foreword-bench-")
        self.env = {
            "PATH": os.environ["PATH"], "HOME": self.home, "XDG_CACHE_HOME": self.home + "/cache",
            "CI_AUTO_TOOLS_BACKGROUND_INDEX": "0", "CI_AUTO_TOOLS_BUDGET_WALL_MS": "20000",
        }

    def run(self, *args, stdin=None):
        return subprocess.run([self.binary, *args], env=self.env, input=stdin, capture_output=True, text=True)

    def root(self, row, scope="full"):
        tree = self.repositories / row["repo"]
        return tree / row["benchmark_root"] if scope == "root" and row.get("benchmark_root") else tree

    def index(self, roots):
        for root in sorted(set(roots)):
            done = self.run("index", "--root", str(root))
            if done.returncode:
                sys.exit(f"cannot index {root}: {done.stderr}")

    def each(self, questions, ask):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(ask, questions))


def rank(args):
    bench = Bench(args.binary, args.repositories)
    questions = rows(args.gold)
    bench.index(bench.root(row, args.scope) for row in questions)

    def ask(row):
        asked = {"query": row["query"], "limit": 10, "weak": "shown", "explain": "yes" if args.features else "no"}
        output = bench.run("tool", "ci_search", "--root", str(bench.root(row, args.scope)), "--args", json.dumps(asked))
        data = json.loads(output.stdout).get("data") or {}
        prefix = row["benchmark_root"] + "/" if args.scope == "root" and row.get("benchmark_root") else ""
        paths = [prefix + item["path"] for item in data.get("items", [])]
        return {"id": row["id"], "paths": paths, "ranking": data.get("ranking", [])}

    answers = bench.each(questions, ask)
    scored = [(row, ndcg(answer["paths"], targets(row))) for row, answer in zip(questions, answers)]
    print(f"{len(scored)} questions, scope {args.scope}: NDCG@10 {by_repository(scored):.3f}")
    for field in ("category", "language"):
        for value in sorted({row[field] for row in questions if field in row}):
            part = [(row, score) for row, score in scored if row.get(field) == value]
            print(f"  {value:<14} {len(part):>4}  {by_repository(part):.3f}")
    if any("has_ascii" in row for row in questions):
        part = [(row, score) for row, score in scored if row.get("has_ascii") is False]
        print(f"  purely Chinese {len(part):>4}  {by_repository(part):.3f}")
    if args.features:
        with open(args.features, "w") as out:
            out.writelines(json.dumps(answer) + "\n" for answer in answers)


def injection(bench, root, row):
    """The text that Claude Code would get."""
    payload = {"session_id": row["id"], "cwd": str(root), "hook_event_name": "UserPromptSubmit", "prompt": row["query"]}
    output = bench.run("inject", stdin=json.dumps(payload)).stdout
    return json.loads(output)["hookSpecificOutput"].get("additionalContext", "") if "additionalContext" in output else ""


def named_in_injection(bench, root, row):
    """Whether that text names a gold file, and how long it is."""
    text = injection(bench, root, row)
    named = re.findall(r"^(?:\d+\.|-) ([^\s`]+?)(?::\d+(?:-\d+)?)?(?: |$)", text, re.M)
    return any(same_file(path, target) for path in named for target in targets(row)), len(text)


def inject(args):
    bench = Bench(args.binary, args.repositories)
    questions = rows(args.gold)
    bench.index(bench.root(row) for row in questions)

    answers = bench.each(questions, lambda row: named_in_injection(bench, bench.root(row), row))
    lengths = sorted(length for _, length in answers if length)
    hit = by_repository([(row, float(found)) for row, (found, _) in zip(questions, answers)])
    overall = sum(found for found, _ in answers) / len(answers)
    silent = sum(1 for _, length in answers if not length)
    print(f"{len(answers)} prompts: a gold file is named for {overall:.1%} (mean over repositories {hit:.1%}); "
          f"{silent} got nothing; characters: median {statistics.median(lengths):.0f}, most {lengths[-1]}")


def weights():
    # The first weight is that of a question.
    cells = [line.split("\t") for line in WEIGHTS.read_text().splitlines() if line and not line.startswith("#")]
    return {name: float(weight) for name, weight, *_ in cells}


def ablate(args):
    gold = {row["id"]: row for row in rows(args.gold)}
    answers = [answer for answer in rows(args.features) if answer["id"] in gold]

    def score(by_name, only=None):
        scored = []
        for answer in answers:
            row = gold[answer["id"]]
            if only and row["repo"] not in only:
                continue
            value = lambda file: sum(by_name[name] * value for name, value in file["features"].items())
            ranked = [file["path"] for file in sorted(answer["ranking"], key=value, reverse=True)]
            scored.append((row, ndcg(ranked, targets(row))))
        return by_repository(scored)

    now = weights()
    full = score(now)
    print(f"| feature | weight | without it |\n|---|---|---|\n| all | | {full:.4f} |")
    for name, weight in now.items():
        without = score({**now, name: 0.0}) - full
        print(f"| {name} | {weight:g} | {without:+.4f} |")


def timed(command, env, runs):
    took = []
    for _ in range(runs):
        started = time.perf_counter()
        subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        took.append((time.perf_counter() - started) * 1000)
    return took


def speed(args):
    bench = Bench(args.binary, pathlib.Path(args.repository).parent)
    bench.index([pathlib.Path(args.repository)])
    words = "|".join(word for word in re.findall(r"\w+", args.query) if len(word) > 3)
    payload = json.dumps({"session_id": "speed", "cwd": args.repository, "hook_event_name": "UserPromptSubmit",
                          "prompt": args.query})
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(payload)
        file.flush()
        cases = {
            "rg": ["rg", "-c", "-i", words, args.repository],
            "search": [args.binary, "search", "--json", "--root", args.repository, args.query],
            "hook": ["sh", "-c", f'exec "{args.binary}" inject < "{file.name}"'],
        }
        took = {name: [] for name in cases}
        for _ in range(args.runs + 2):
            for name, command in cases.items():
                took[name] += timed(command, bench.env, 1)
        median = {name: statistics.median(values[2:]) for name, values in took.items()}
    for name in ("search", "hook"):
        print(f"{name}: {median[name]:.1f} ms, {median[name] / median['rg']:.2f} times one rg -c pass ({median['rg']:.1f} ms)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run in (("rank", rank), ("inject", inject)):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        command.add_argument("gold")
        command.add_argument("repositories")
        if name == "rank":
            command.add_argument("--scope", choices=["full", "root"], default="full")
            command.add_argument("--features")
    command = commands.add_parser("ablate")
    command.set_defaults(run=ablate)
    command.add_argument("features")
    command.add_argument("gold")
    command = commands.add_parser("speed")
    command.set_defaults(run=speed)
    command.add_argument("repository")
    command.add_argument("--query", default="how does the queryset cache its results")
    command.add_argument("--runs", type=int, default=15)
    for command in commands.choices.values():
        command.add_argument("--binary", default=str(HERE.parent / "target/release/foreword"))
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
