#!/usr/bin/env python3
"""Which of the definitions that universal-ctags finds in a folder does the index find, by name and line?

    bench/definitions_vs_ctags.py FOLDER LANGUAGE [--misses N]
    bench/definitions_vs_ctags.py --all TREES [--misses N]

LANGUAGE is the index's name of it (rust, python, javascript, typescript, go, java, c, cpp, csharp, ruby, php,
kotlin, ...). Both read the same files: those that the index gives that language. Needs `ctags` (universal) and
cargo. Prints one line: language, folder, wanted, found, share; then the misses by ctags' kind. With `--all`, the
repositories below TREES that are listed in ALL, as a table; one that is not there is said to be missing. Exit code 1
if a share is below 97 %.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent

# ctags' kinds that are functions, methods, classes or types, by ctags' language.
KINDS = {
    "Rust": "function method struct enum interface typedef module macro".split(),
    "Python": "function member class".split(),
    "JavaScript": "function method class generator getter setter".split(),
    "TypeScript": "function method class interface enum alias generator namespace".split(),
    "Go": "func methodSpec struct interface type talias".split(),
    "Java": "class method interface enum annotation".split(),
    "C": "function struct union enum typedef".split(),
    "C++": "function class struct union enum typedef namespace".split(),
    "C#": "class method interface struct enum namespace".split(),
    "Ruby": "class method module singletonMethod".split(),
    "PHP": "class function interface trait namespace".split(),
    "Kotlin": "class method interface object typealias".split(),
    "Sh": ["function"],
    "Lua": ["function"],
    "Elixir": "module function macro protocol".split(),
    "ObjectiveC": "interface implementation protocol method class function struct enum typedef".split(),
    "OCaml": "class method module type function Exception".split(),
    "R": ["function"],
    "Julia": "function macro module struct".split(),
    "SQL": "function procedure table view trigger".split(),
    "Scala": "class object trait method".split(),
}
# Names that ctags makes up for what has none.
ANONYMOUS = ("__anon", "AnonymousFunction", "AnonymousClass", "anonymousFunction", "<")
# ctags takes any object with properties for a class of JavaScript, the parameter of a lambda for a method of
# Kotlin, and a name after `type` in an import for an alias.
PROOF = {
    ("JavaScript", "class"): re.compile(r"\b(class|function)\b"),
    ("Kotlin", "method"): re.compile(r"\b(fun|constructor|init|get|set)\b"),
    ("TypeScript", "alias"): re.compile(r"\btype +\w+ *(<|=|$)"),
}
CTAGS = {
    "rust": "Rust", "python": "Python", "javascript": "JavaScript", "typescript": "TypeScript",
    "tsx": "TypeScript", "go": "Go", "java": "Java", "c": "C", "cpp": "C++", "csharp": "C#", "ruby": "Ruby",
    "php": "PHP", "kotlin": "Kotlin", "bash": "Sh", "lua": "Lua", "elixir": "Elixir",
    "objectivec": "ObjectiveC", "ocaml": "OCaml", "r": "R", "julia": "Julia", "sql": "SQL", "scala": "Scala",
}


def index_definitions(folder, language):
    command = ["cargo", "run", "--release", "--quiet", "--example", "facts", "-p", "foreword-index", "--",
               folder, language]
    lines = subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True, text=True).stdout
    found = collections.defaultdict(set)
    files = set()
    for line in lines.splitlines():
        row = json.loads(line)
        files.add(row["path"])
        found[row["path"]].update([(row["name"], row["line"]), (last_name(row["name"]), row["line"])])
    return found, files


def extensions(language):
    """The endings that the index reads as this language, from its own table."""
    table = (HERE.parent / "crates/index/src/language.rs").read_text()
    names = [line.split("=")[0].strip() for line in table.splitlines() if f'("{language}",' in line]
    return [line.split('"')[1] for line in table.splitlines()
            if any(line.strip().endswith(f"&{name}),") for name in names)]


def ctags_definitions(folder, language):
    endings = tuple("." + ending for ending in extensions(language))
    files = [os.path.join(top, name) for top, _, names in os.walk(folder) for name in names
             if name.lower().endswith(endings) and not os.path.islink(os.path.join(top, name))]
    peer = CTAGS[language]
    command = ["ctags", "-L", "-", "--output-format=json", "--fields=+neKS", f"--language-force={peer}",
               "--kinds-all=*", "-f", "-"]
    result = subprocess.run(command, input="\n".join(files), capture_output=True, text=True, check=True)
    for line in result.stdout.splitlines():
        row = json.loads(line)
        if row.get("kind") not in KINDS[peer] or row["name"].startswith(ANONYMOUS):
            continue
        # What ctags makes up, or takes for a definition by mistake, is not asked for.
        pattern = row.get("pattern", "").replace("\\\\", "\\")
        proof = PROOF.get((peer, row["kind"]))
        if last_name(row["name"]) not in pattern.replace(" ", "") or (proof and not proof.search(pattern)):
            continue
        yield row


def last_name(name):
    """`A::b`, `A.b` and `A:b` are called by their last part."""
    return re.split(r"::|[.:]", name.strip("`").replace(" ", ""))[-1] or name


# What `--all` compares: a repository for each language.
ALL = [
    ("rust", "tokio"), ("python", "django"), ("javascript", "express"), ("typescript", "redux-toolkit"), ("go", "gin"),
    ("java", "commons-lang"), ("c", "curl"), ("cpp", "abseil-cpp"), ("csharp", "Newtonsoft.Json"), ("ruby", "jekyll"),
    ("php", "framework"), ("kotlin", "okhttp"),
]
SHARE_MIN = 97


def compare(folder, language):
    """How many ctags finds, how many of them the index finds, and the others by kind."""
    found, _ = index_definitions(folder, language)
    wanted, hits = 0, 0
    misses = collections.defaultdict(list)
    for row in ctags_definitions(folder, language):
        wanted += 1
        name = last_name(row["name"])
        places = found.get(row["path"], ())
        if (row["name"], row["line"]) in places or (name, row["line"]) in places:
            hits += 1
        else:
            misses[row["kind"]].append(row)
    return wanted, hits, misses


def compare_all(trees, misses_max):
    print("| language | repository | ctags finds | found | share |")
    print("|---|---|---|---|---|")
    is_good = True
    for language, name in ALL:
        folder = os.path.join(trees, name)
        if not os.path.isdir(folder):
            print(f"| {language} | {name} | MISSING: no such folder | | |")
            is_good = False
            continue
        wanted, hits, misses = compare(folder, language)
        share = 100 * hits / wanted if wanted else 0
        is_good &= share >= SHARE_MIN
        print(f"| {language} | {name} | {wanted:,} | {hits:,} | {share:.2f} % |", flush=True)
        show(folder, misses, misses_max)
    return 0 if is_good else 1


def show(folder, misses, examples_max):
    if examples_max == 0:
        return
    for kind, rows in sorted(misses.items(), key=lambda item: -len(item[1])):
        print(f"  {kind}: {len(rows)}")
        for row in rows[:examples_max]:
            place = os.path.relpath(row["path"], folder)
            print(f"    {place}:{row['line']} {row['name']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("language", choices=sorted(CTAGS), nargs="?")
    parser.add_argument("--all", action="store_true", help="every repository of the list below the folder")
    parser.add_argument("--misses", type=int, help="examples shown of each kind (default: 5; with --all: 0)")
    arguments = parser.parse_args()
    if shutil.which("ctags") is None:
        return "MISSING: ctags is not installed, so there is nothing to compare with"
    folder = os.path.abspath(arguments.folder)
    if arguments.all:
        return compare_all(folder, arguments.misses or 0)
    if arguments.language is None:
        parser.error("a language, or --all")
    wanted, hits, misses = compare(folder, arguments.language)
    share = 100 * hits / wanted if wanted else 0
    print(f"{arguments.language}\t{os.path.basename(folder)}\t{wanted}\t{hits}\t{share:.2f} %")
    show(folder, misses, 5 if arguments.misses is None else arguments.misses)
    return 0 if share >= SHARE_MIN else 1


if __name__ == "__main__":
    sys.exit(main())
