#!/usr/bin/env python3
"""Whether real issues lead to the files that were changed for them.

    bench/issues.py inject|locate|lines GOLD.jsonl MIRRORS WORK [--binary foreword] [--every N] [--misses] [--before BINARY]

`lines`: whether the first 4,000 characters that a prompt hook injects show a line that the fix changed, or name the definition around one;
with `--before` for another binary, too. `inject`: whether a gold file is named in what a prompt hook would inject. `locate`: how far `foreword locate` puts all gold files to
the front, any of them first, and how long it took.

GOLD rows: {"id", "repo": "owner/name", "base_commit", "query", "gold_src": [path], "gold_hunks": [[path, first, last]]}. MIRRORS holds bare git directories as
`owner+name/repo` or `owner/name`; nothing in them is changed. WORK is a folder for one work tree per repository, laid out at each
issue's commit in turn with the history that existed then, and indexed incrementally. `--every N` takes each Nth row.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True  # The repository stays as it was.

from search import Bench, injection, named_in_injection, rows

GIT_ENV = dict(os.environ, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull)


def git(tree, *args, may_fail=False):
    done = subprocess.run(["git", "-C", str(tree), *args], env=GIT_ENV, capture_output=True, text=True)
    if done.returncode and not may_fail:
        sys.exit(f"git {' '.join(args)}: {done.stderr[-300:]}")
    return done.stdout.strip()


def mirror(mirrors, repo):
    for candidate in (mirrors / repo.replace("/", "+") / "repo", mirrors / repo, mirrors / (repo + ".git")):
        if (candidate / "objects").is_dir():
            return candidate
    return None


def lay_out(tree, bare, commit):
    """A work tree at a commit; objects are borrowed, no other branch or tag exists."""
    if not (tree / ".git").is_dir():
        tree.mkdir(parents=True, exist_ok=True)
        git(tree, "init", "-q")
        (tree / ".git/objects/info/alternates").write_text(f"{(bare / 'objects').resolve()}\n")
    git(tree, "update-ref", "--no-deref", "HEAD", commit)
    # File by file: a mirror may lack the contents of its largest files.
    git(tree, "read-tree", "HEAD")
    git(tree, "checkout-index", "-q", "-a", "-f", "-u", may_fail=True)
    git(tree, "clean", "-q", "-f", "-d")


def each_issue(args, ask, bench=None):
    """What `ask` says of each issue, in the tree of its commit; and how many issues have no mirror."""
    bench = bench or Bench(args.binary, args.work)
    questions = sorted(rows(args.gold)[:: args.every], key=lambda row: (row["repo"], row["id"]))
    answers, missing = [], 0
    for row in questions:
        bare = mirror(pathlib.Path(args.mirrors), row["repo"])
        if bare is None:
            missing += 1
            continue
        tree = pathlib.Path(args.work) / row["repo"].replace("/", "+")
        lay_out(tree, bare, row["base_commit"])
        bench.index([tree])
        answers.append((row, *ask(bench, tree, row)))
    if not answers:
        sys.exit("no repository of these issues is in the folder of mirrors")
    return answers, missing


def locate(args):
    def ask(bench, tree, row):
        done = bench.run("locate", "--json", "--top", "20", "--root", str(tree), stdin=row["query"])
        found = json.loads(done.stdout or "{}")
        paths = [file["path"] for file in found.get("files", [])]
        return [[paths.index(gold) + 1 if gold in paths else 999 for gold in row["gold_src"]], found.get("took_ms", 0)]

    answers, missing = each_issue(args, ask)
    share = lambda test: sum(bool(test(ranks)) for _, ranks, _ in answers) / len(answers)
    print(f"{len(answers)} issues ({missing} without a mirror): all gold files in the first 1, 5, 10 for "
          + ", ".join(f"{share(lambda ranks: max(ranks) <= k):.1%}" for k in (1, 5, 10))
          + f"; one of them first for {share(lambda ranks: min(ranks) == 1):.1%}; ms: median "
          f"{statistics.median(ms for _, _, ms in answers):.0f}, worst {max(ms for _, _, ms in answers)}")
    for row, ranks, _ in answers:
        if args.misses and max(ranks) > 5:
            print(row["id"], *(f"{gold}:{rank}" for gold, rank in zip(row["gold_src"], ranks)))


def inject(args):
    answers, missing = each_issue(args, named_in_injection)
    lengths = sorted(length for _, _, length in answers if length)
    silent = sum(1 for _, _, length in answers if not length)
    hit = sum(found for _, found, _ in answers) / len(answers)
    print(f"{len(answers)} issues ({missing} without a mirror): a gold file is named for {hit:.1%}; {silent} got nothing; "
          f"characters: median {statistics.median(lengths):.0f}, most {lengths[-1]}")
    for row, found, length in answers:
        if args.misses and not found:
            print(row["id"], length, *row["gold_src"])


# What a reader is sure to see.
SHOWN_CHARS = 4000
PLACE = re.compile(r"^(?:\d+\.|-) (\S+?)(?::(\d+)(?:-(\d+))?)?(?: (.*))?$")


def shown_lines(text, tree, hunks):
    """Whether a changed line stands below the path of its file, and whether it or the definition around it is shown."""
    places, fence = [], ""
    for line in text[:SHOWN_CHARS].splitlines():
        edge = re.match(r"`{3,}", line)
        if edge and (not fence or line == fence):
            fence = "" if fence else edge[0]
        elif (found := PLACE.match(line)) and not fence:
            path, first, last, rest = found.groups()
            places.append((path, int(first or 0), int(last or first or 0), rest or "", set()))
        elif fence and places:
            places[-1][4].add(" ".join(line.split()))
    is_shown = is_around = False
    for path, first, last in hunks:
        source = tree / path
        content = source.read_text("utf-8", "replace").splitlines() if source.is_file() else []
        changed = {" ".join(line.split()) for line in content[max(first - 1, 0):last]}
        changed = {line for line in changed if len(line) >= 8}
        for where, start, end, rest, lines in places:
            if where == path:
                is_shown |= bool(changed & lines)
                is_around |= "`" in rest and start <= last and first <= end
    return is_shown, is_shown or is_around


def lines(args):
    binaries = [binary for binary in (args.before, args.binary) if binary]
    benches = [Bench(binary, args.work) for binary in binaries]
    for each in benches:
        each.env["CI_AUTO_TOOLS"] = "on"

    def ask(bench, tree, row):
        found = []
        for each in benches:
            each.index([tree])
            text = injection(each, tree, row)
            found.append((*shown_lines(text, tree, row["gold_hunks"]), len(text)))
        return [found]

    answers, missing = each_issue(args, ask, benches[-1])
    for number, binary in enumerate(binaries):
        part = [found[number] for _, found in answers]
        shown, around = (sum(row[figure] for row in part) / len(part) for figure in (0, 1))
        print(f"{pathlib.Path(binary).name}: {len(part)} issues ({missing} without a mirror): a changed line is shown for {shown:.1%}, "
              f"it or its definition for {around:.1%}; characters: median {statistics.median(row[2] for row in part):.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["inject", "locate", "lines"])
    parser.add_argument("gold")
    parser.add_argument("mirrors")
    parser.add_argument("work")
    root = pathlib.Path(__file__).resolve().parent.parent
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release"
    parser.add_argument("--binary", default=str(target / "foreword"))
    parser.add_argument("--before", help="another binary, for `lines`")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--misses", action="store_true", help="list the issues that led nowhere")
    args = parser.parse_args()
    {"inject": inject, "locate": locate, "lines": lines}[args.command](args)


if __name__ == "__main__":
    main()
