#!/usr/bin/env python3
"""Complexity and churn against references that run in the same run.

    python3 bench/complexity.py [--foreword PATH] lizard TREE...
        Cyclomatic complexity per function against lizard (pip install lizard): the share of equal functions by
        repository and language, the classes of differences, and with --show N some of them.
    python3 bench/complexity.py [--foreword PATH] churn [--days N] REPO...
        The commits of each file that `foreword hotspots` shows against a plain count over `git log`.
    python3 bench/complexity.py [--foreword PATH] times [--rounds N] REPO...
        Wall time of `foreword complexity` and `foreword hotspots`, median and worst.

A repository is indexed first (churn, times) in a cache of its own. Functions are compared if both have one of the same
name that begins within five lines, or each has only one that begins on a line. `foreword complexity` shows at most 200
functions of a file, the most complicated: of larger files the rest is not compared. Minified files are left out.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

LANGUAGES = {
    ".py": "Python", ".java": "Java", ".go": "Go", ".c": "C", ".h": "C or C++ header", ".cc": "C++", ".cpp": "C++",
    ".hpp": "C++", ".js": "JavaScript", ".mjs": "JavaScript", ".ts": "TypeScript", ".tsx": "TypeScript", ".rs": "Rust",
    ".rb": "Ruby", ".php": "PHP", ".lua": "Lua", ".cs": "C#", ".kt": "Kotlin", ".swift": "Swift", ".scala": "Scala",
    ".m": "Objective-C", ".zig": "Zig",
}
SKIPPED = {".git", "node_modules", "dist", "build", "target", "vendor", "third_party"}
BYTES_MAX = 512_000
LINES_APART = 5


def sources(tree, files_max):
    found = []
    for directory, below, names in os.walk(tree):
        below[:] = sorted(name for name in below if name not in SKIPPED)
        for name in names:
            path = os.path.join(directory, name)
            is_source = os.path.splitext(name)[1] in LANGUAGES and ".min." not in name
            if is_source and not os.path.islink(path) and 0 < os.path.getsize(path) <= BYTES_MAX:
                with open(path, "rb") as file:
                    text = file.read()
                if len(text) / (text.count(b"\n") + 1) <= 200:
                    found.append(path)
    found.sort()
    random.Random(7).shuffle(found)
    return found[:files_max]


def of_lizard(path):
    import lizard

    try:
        functions = lizard.analyze_file(path).function_list
    except Exception:  # a file that lizard cannot read is not compared
        return None
    return [(one.name, one.start_line, one.end_line, one.cyclomatic_complexity) for one in functions]


def of_foreword(foreword, tree, path):
    command = [foreword, "complexity", os.path.relpath(path, tree), "--top", "200", "--explain", "--json", "--root", tree]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **QUIET})
    try:
        return json.loads(run.stdout).get("functions", [])
    except ValueError:
        return []


# Nothing is indexed behind the measurement.
QUIET = {"CI_AUTO_TOOLS_BACKGROUND_INDEX": "0"}


def last_name(name):
    return re.split(r"[.:#]+", name.split("(")[0].strip() or name)[-1].split(" ")[0]


def pairs(theirs, ours):
    left = list(ours)
    their_lines = collections.Counter(start for _, start, _, _ in theirs)
    our_lines = collections.Counter(one["start_line"] for one in ours)
    for name, start, end, cyclomatic in theirs:
        def is_it(one):
            same = last_name(one["symbol"]) == last_name(name) and abs(one["start_line"] - start) <= LINES_APART
            bare = "anonymous" in name and "anonymous" in one["symbol"] and one["start_line"] == start
            return same or bare

        candidates = [one for one in left if is_it(one)]
        if not candidates and their_lines[start] == 1 and our_lines[start] == 1:
            candidates = [one for one in left if one["start_line"] == start]
        if not candidates:
            continue
        one = min(candidates, key=lambda one: (abs(one["start_line"] - start), abs(one["end_line"] - end)))
        left.remove(one)
        yield (name, start, end, cyclomatic), one


def class_of(language, their, our, text):
    """Why two counts differ, as far as a look at the lines tells."""
    _, start, end, theirs = their
    lines = "\n".join(text[our["start_line"] - 1 : our["end_line"]])
    words = lambda pattern: len(re.findall(pattern, lines))
    difference = theirs - our["cyclomatic"]
    if abs(end - our["end_line"]) > 2:
        return "lizard ends the function elsewhere"
    if language == "Rust" and difference > 0 and words(r"\bwhere\b") + words(r"[(,=]\s*(move\s*)?\|\|") >= difference:
        return "`where` or a closure `||` counted by lizard"
    if language == "PHP" and difference > 0 and words(r"\?\w") >= difference:
        return "`?` of a type counted by lizard"
    if language in ("C#", "Java", "Swift", "Kotlin", "TypeScript") and difference > 0 and words(r"\w[>\]]?\?|\?\.|<\?") >= difference:
        return "`?` of a type or access counted by lizard"
    if language == "C#" and difference < 0 and words(r"\bforeach\b"):
        return "`foreach` not counted by lizard"
    if language == "Ruby" and difference < 0 and words(r"\bunless\b") >= -difference:
        return "`unless` not counted by lizard"
    if language.startswith("C") and difference > 0 and words(r"&&\s*[\w.)]*[,)]") >= 1:
        return "`&&` of a type counted by lizard"
    if language.startswith("C") and words(r"^#"):
        return "code that the preprocessor cuts"
    if words(r"</?\w") and language in ("JavaScript", "TypeScript"):
        return "markup read as code by lizard"
    return "other"


def compare(tree, options):
    tree = os.path.abspath(tree)
    paths = sources(tree, options.files)
    counts = collections.defaultdict(lambda: [0, 0, 0, 0])
    classes, shown = collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        lizards = dict(zip(paths, pool.map(of_lizard, paths, chunksize=8)))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        forewords = dict(zip(paths, pool.map(lambda path: of_foreword(options.foreword, tree, path), paths)))
    for path in paths:
        if lizards[path] is None:
            continue
        language = LANGUAGES[os.path.splitext(path)[1]]
        count, matched = counts[language], 0
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read().split("\n")
        for their, our in pairs(lizards[path], forewords[path]):
            matched += 1
            count[0] += 1
            if their[3] == our["cyclomatic"]:
                count[1] += 1
            else:
                why = class_of(language, their, our, text)
                classes[(language, why)] += 1
                shown.append((os.path.relpath(path, tree), their, our["cyclomatic"], why))
        count[2] += len(lizards[path]) - matched
        count[3] += len(forewords[path]) - matched
    return counts, classes, shown


def lizard_command(options):
    import lizard

    print(f"lizard {lizard.version}; at most {options.files} files of a repository")
    print(f"{'repository':24} {'language':16} {'both':>6} {'equal':>7} {'only lizard':>12} {'only foreword':>14}")
    total, languages, all_classes = [0, 0], collections.defaultdict(lambda: [0, 0]), collections.Counter()
    for tree in options.trees:
        counts, classes, shown = compare(tree, options)
        all_classes.update(classes)
        for language, (both, equal, lizard_only, foreword_only) in sorted(counts.items()):
            name = os.path.basename(os.path.abspath(tree))
            share = f"{equal / both:.4f}" if both else "-"
            print(f"{name:24} {language:16} {both:6} {share:>7} {lizard_only:12} {foreword_only:14}")
            for sums in (total, languages[language]):
                sums[0] += both
                sums[1] += equal
        for path, their, ours, why in random.Random(1).sample(shown, min(options.show, len(shown))):
            print(f"    {path}:{their[1]} {their[0]}: lizard {their[3]}, foreword {ours} ({why})")
    print("\nby language")
    for language, (both, equal) in sorted(languages.items()):
        print(f"  {language:16} {both:7} {equal / max(both, 1):.4f}")
    print("\ndifferences by class")
    for (language, why), count in all_classes.most_common():
        print(f"  {count:6}  {language}: {why}")
    share = total[1] / max(total[0], 1)
    print(f"\nall: {total[1]} of {total[0]} equal, {share:.4f}")
    return 0 if share >= 0.95 else 1


def index(options, repository):
    subprocess.run([options.foreword, "index", "--root", repository], check=True, capture_output=True)


def plain_count(repository, days):
    """Commits of each present file by a plain count over `git log`, merges left out, renames followed."""
    git = ["git", "-C", repository, "log", "--no-merges"]
    newest = subprocess.run(git + ["-n5000", "--format=%ct"], capture_output=True, text=True, check=True).stdout
    since = max(int(line) for line in newest.split()) - days * 86_400
    command = git + ["-z", "-M", "-l400", "--name-status", "--ignore-submodules=all", "--format=%x01%ct"]
    raw = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    commits = []
    for chunk in raw.split("\x01")[1:]:
        fields = [field.lstrip("\n") for field in chunk.split("\0")]
        stamp, rest, changes = int(fields[0]), [field for field in fields[1:] if field], []
        at = 0
        while at < len(rest):
            if rest[at][0] in "RC":
                changes.append((rest[at + 2], rest[at + 1] if rest[at][0] == "R" else None))
                at += 3
            else:
                changes.append((rest[at + 1], None))
                at += 2
        commits.append((stamp, changes))
    commits.sort(key=lambda commit: -commit[0])
    present, counts = {}, collections.Counter()
    for stamp, changes in commits:
        if stamp < since:
            break
        counts.update({present.get(path, path) for path, _ in changes})
        for old, new in [(old, present.get(path, path)) for path, old in changes if old]:
            present[old] = new
    return counts


def churn_command(options):
    wrong = 0
    for repository in options.trees:
        index(options, repository)
        command = [options.foreword, "hotspots", "--days", str(options.days), "--top", "200", "--json", "--root", repository]
        answer = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        counts = plain_count(repository, options.days)
        files = answer["files"]
        different = [(one["path"], one["commits"], counts[one["path"]]) for one in files if one["commits"] != counts[one["path"]]]
        wrong += len(different) + (not files)
        name = os.path.basename(os.path.abspath(repository))
        print(f"{name}: {len(files)} files in {options.days} days, {len(files) - len(different)} equal to git log")
        for path, ours, theirs in different[:10]:
            print(f"    {path}: foreword {ours}, git log {theirs}")
    return 1 if wrong else 0


def times_command(options):
    print(f"{'repository':24} {'command':44} {'median ms':>9} {'worst ms':>9}")
    for repository in options.trees:
        index(options, repository)
        name = os.path.basename(os.path.abspath(repository))
        commands = (["complexity"], ["complexity", "--explain"], ["complexity", "--symbol", "main"], ["hotspots"], ["hotspots", "--days", "300"])
        for command in commands:
            taken = []
            for _ in range(options.rounds):
                started = time.monotonic()
                subprocess.run([options.foreword, *command, "--json", "--root", repository], capture_output=True)
                taken.append((time.monotonic() - started) * 1_000)
            print(f"{name:24} {' '.join(command):44} {statistics.median(taken):9.0f} {max(taken):9.0f}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--foreword", default="target/release/foreword")
    parser.add_argument("command", choices=["lizard", "churn", "times"])
    parser.add_argument("--days", type=int, default=300)
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("trees", nargs="+")
    options = parser.parse_args()
    options.foreword = os.path.abspath(options.foreword)
    with tempfile.TemporaryDirectory() as cache:
        os.environ.update(XDG_CACHE_HOME=cache, **QUIET)
        commands = {"lizard": lizard_command, "churn": churn_command, "times": times_command}
        return commands[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
