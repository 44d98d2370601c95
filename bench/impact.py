#!/usr/bin/env python3
"""Whether `foreword impact` names the files that real commits had to change.

    bench/impact.py MIRRORS WORK --repo OWNER/NAME... [--each 40] [--binary foreword] [--misses]

A case is a commit that changed a function and a call of it in another file. Neither is foreword's own view: the function's lines
at the parent commit are those that universal-ctags gives (`ctags` on PATH); the other file calls that name at the parent,
defines none of that name, names the function's file or lies beside it, and the commit changed a line with the call. The parent is laid out and indexed with the history that it has; the function is asked for as
`path:line`. The files to be found are the other code and test files that the commit changed and that existed before, at most
eight. MIRRORS holds bare git directories as `owner+name/repo` or `owner/name`; WORK is a folder for work trees.
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

from issues import GIT_ENV, git, lay_out, mirror
from search import Bench

CODE = {".py", ".go", ".java", ".rs", ".ts", ".tsx", ".js", ".jsx", ".rb", ".php", ".c", ".h", ".cc", ".cpp", ".cs", ".kt", ".ex", ".swift"}
TEST = re.compile(r"(^|/)(tests?|specs?|__tests__|testing)(/|$)|(^|/)test_|[._-](test|spec)s?\.|Test\.java$|_test\.")
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")
FILES_MAX = 8
FUNCTION_KINDS = {"function", "method", "member", "func", "singletonMethod", "subroutine"}


def commits(bare):
    """Newest first, with the files that were only modified, and all files that were touched."""
    out = subprocess.run(["git", "-C", str(bare), "log", "--no-merges", "--name-status", "-n", "4000", "--format=%x01%H %P", "HEAD"],
                         env=GIT_ENV, capture_output=True, text=True, errors="replace").stdout
    for block in out.split("\x01")[1:]:
        head, *rest = block.strip().split("\n")
        ids = head.split()
        if len(ids) != 2:
            continue
        changed = [line.split("\t") for line in rest if "\t" in line]
        modified = [parts[1] for parts in changed if parts[0] == "M" and os.path.splitext(parts[1])[1] in CODE]
        if 2 <= len(modified) <= FILES_MAX and len(changed) <= 2 * FILES_MAX:
            yield ids[0], ids[1], modified


def hunks(bare, parent, commit, path):
    """Old line ranges, and the text of all changed lines."""
    out = subprocess.run(["git", "-C", str(bare), "diff", "-U0", parent, commit, "--", path],
                         env=GIT_ENV, capture_output=True, text=True, errors="replace").stdout
    ranges, text = [], []
    for line in out.split("\n"):
        match = HUNK.match(line)
        if match:
            start, count = int(match[1]), int(match[2] or 1)
            ranges.append((start, start + max(count, 1) - 1))
        elif line[:1] in "+-" and not line.startswith(("+++", "---")):
            text.append(line[1:])
    return ranges, "\n".join(text)


def text_at(bare, parent, path):
    return subprocess.run(["git", "-C", str(bare), "show", f"{parent}:{path}"], env=GIT_ENV, capture_output=True).stdout


def functions(blob, path, work):
    """Name, first and last line of the functions of a file at a commit."""
    file = work / ("blob" + os.path.splitext(path)[1])
    file.write_bytes(blob)
    out = subprocess.run(["ctags", "--output-format=json", "--fields=+ne", "-o", "-", str(file)], capture_output=True, text=True).stdout
    file.unlink()
    for line in out.split("\n"):
        tag = json.loads(line) if line.startswith("{") else {}
        if tag.get("kind") in FUNCTION_KINDS and "end" in tag and len(tag["name"]) > 3:
            yield tag["name"], tag["line"], tag["end"]


def case(bare, commit, parent, modified, work):
    """A changed function that is called in changed lines of another file."""
    changed = {path: hunks(bare, parent, commit, path) for path in modified}
    texts = {path: text_at(bare, parent, path) for path in modified}
    defined = {path: list(functions(texts[path], path, work)) for path in modified}
    for path in modified:
        if TEST.search(path):
            continue
        stem = os.path.basename(path).split(".")[0].encode()
        near = lambda other: stem in texts[other] or os.path.dirname(other) == os.path.dirname(path)
        for name, start, end in defined[path]:
            if not any(first <= end and last >= start for first, last in changed[path][0]):
                continue
            call = re.compile(r"(?<!def )(?<!func )(?<!function )(?<!fn )\b" + re.escape(name) + r"\(")
            callers = [other for other in modified if other != path and not TEST.search(other) and call.search(changed[other][1])
                       and call.search(texts[other].decode(errors="replace")) and near(other)
                       and name not in (known for known, _, _ in defined[other])]
            if callers:
                return {"path": path, "line": start, "name": name, "others": [other for other in modified if other != path]}
    return None


def mine(bare, each, work):
    """Cases that lie apart, so that one refactoring does not fill the list."""
    cases, last = [], None
    for number, (commit, parent, modified) in enumerate(commits(bare)):
        if last is not None and number - last < 5:
            continue
        found = case(bare, commit, parent, modified, work)
        if found:
            cases.append({"commit": commit, "parent": parent, **found})
            last = number
        if len(cases) == each:
            break
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--repo", action="append", required=True)
    parser.add_argument("--each", type=int, default=40)
    parser.add_argument("--misses", action="store_true")
    root = pathlib.Path(__file__).resolve().parent.parent
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release"
    parser.add_argument("--binary", default=str(target / "foreword"))
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    bench = Bench(args.binary, args.work)
    total = []
    for repo in args.repo:
        bare = mirror(args.mirrors, repo)
        if bare is None:
            sys.exit(f"no mirror of {repo}")
        kept = args.work / (repo.replace("/", "+") + f".{args.each}.json")
        cases = json.loads(kept.read_text()) if kept.is_file() else mine(bare, args.each, args.work)
        kept.write_text(json.dumps(cases))
        results = [answer(bench, bare, args.work / repo.replace("/", "+"), one) for one in cases]
        total += results
        say(repo, results)
        if args.misses:
            for result in results:
                if result["missing"]:
                    print("  ", result["commit"][:9], f"{result['path']}:{result['line']}", result["name"], "missing", *result["missing"], f"({result['files']} files)")
    say("all", total)


def answer(bench, bare, tree, one):
    lay_out(tree, bare, one["parent"])
    bench.index([tree])
    done = bench.run("impact", f"{one['path']}:{one['line']}", "--json", "--root", str(tree))
    found = json.loads(done.stdout or "{}")
    named = [file["path"] for file in found.get("files", [])]
    missing = [path for path in one["others"] if path not in named]
    return {**one, "files": len(named), "missing": missing, "any": len(missing) < len(one["others"]), "took_ms": found.get("took_ms", 0)}


def say(name, results):
    if not results:
        print(f"{name}: no case")
        return
    share = lambda test: sum(map(bool, map(test, results))) / len(results)
    print(f"{name}: {len(results)} commits; another changed file is named for {share(lambda r: r['any']):.1%}, all for "
          f"{share(lambda r: not r['missing']):.1%}; files in the answer: median {statistics.median(r['files'] for r in results):.0f}; "
          f"ms: median {statistics.median(r['took_ms'] for r in results):.0f}, worst {max(r['took_ms'] for r in results)}", flush=True)


if __name__ == "__main__":
    main()
