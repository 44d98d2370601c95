#!/usr/bin/env python3
"""Whether real traces lead to the file and the function of their innermost frame in the repository.

    bench/traces.py MIRRORS WORK [--only python,…] [--binary foreword] [--misses]

Each program in `traces/` makes a library of a real repository fail in a dozen ways, and says twice where that was: by the text that its
language prints for an error that nobody handles, and by the language's own list of frames. `foreword locate` gets the text only, with
the repository's folder replaced by one of a container. Right is the path of the innermost frame whose file is in the repository, its line, and the
function of that name around it. MIRRORS holds bare git directories as `owner+name/repo` or `owner/name`; WORK is a folder for
trees and builds. A language whose programs are not installed is said and left out. Needs: python3 with werkzeug, jinja2, asgiref and
sqlparse; node with npm; ruby with concurrent-ruby, i18n and tzinfo; php with mbstring; go with
Debian's package of spf13/pflag; a JDK; cargo.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True  # The repository stays as it was.

from issues import lay_out, mirror
from search import Bench

HERE = pathlib.Path(__file__).resolve().parent / "traces"
CONTAINER = "/srv/release/app"
PROJECTS = [  # language, name, repository, commit
    ("python", "flask", "pallets/flask", "2ac89889f4cc330eabd50f295dcef02828522c69"),
    ("python", "click", "pallets/click", "2c8cd3ac958a7eb316d67f2d316c27086c4c0369"),
    ("python", "django", "django/django", "879e5d587b84e6fc961829611999431778eb9f6a"),
    ("ruby", "rails", "rails/rails", "f4321f78fe567fd29dd0a0fb5cb17af68efd36bb"),
    ("php", "laravel", "laravel/framework", "3dc23992442f06ceaabe9b9b18e054d116a7bd2a"),
    ("javascript", "express", "expressjs/express", "a3714473feb3d2908add734d340e7755fd85e0a3"),
    ("java", "commons-lang", "apache/commons-lang", "d15939ef46f0bd4144994df8be95cf5a7f91eb52"),
    ("go", "cobra", "spf13/cobra", "e94f6d0dd9a5e5738dca6bce03c4b1207ffbc0ec"),
    ("rust", "tokio", "tokio-rs/tokio", "ea91b33ca57ff0581b38e735cc108f831bccbdaa"),
]

FOLDERS = {"cobra": "go/src/github.com/spf13/cobra"}  # Where its language looks for it.


def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace", timeout=900, **options)
    if done.returncode:
        sys.exit(f"{command[0]}: {(done.stderr or done.stdout)[-800:]}")
    return done.stdout


def java(tree, work):
    classes = work / "java-classes"
    sources = [str(path) for path in (tree / "src/main/java").rglob("*.java") if "package-info" not in path.name]
    run(["javac", "-nowarn", "-g", "-encoding", "UTF-8", "-d", classes, *sources, HERE / "Run.java"])
    return run(["java", "-cp", classes, "Run"])


def go(tree, work):
    """Without modules: the packages that cobra needs are Debian's."""
    env = dict(os.environ, GO111MODULE="off", GOPATH=f"{work / 'go'}:/usr/share/gocode")
    run(["go", "build", "-o", work / "cobra-run", HERE / "run.go"], env=env)
    return run([work / "cobra-run"])


def rust(tree, work):
    folder = work / "rust-run"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "run.rs", folder / "src/main.rs")
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "run"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nbacktrace = "0.3"\nserde_json = "1"\n'
        f'tokio = {{ path = "{tree}/tokio", features = ["full"] }}\n\n[workspace]\n')
    run(["cargo", "build", "--quiet"], cwd=folder)
    return run([folder / "target/debug/run"])


def javascript(tree, work):
    if not (tree / "node_modules").is_dir():
        run(["npm", "install", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=tree)
    return run(["node", HERE / "run.js", tree])


MAKE = {
    "python": ("python3", lambda tree, _, name: run([sys.executable, HERE / "run.py", tree, name])),
    "ruby": ("ruby", lambda tree, _, __: run(["ruby", HERE / "run.rb", tree])),
    "php": ("php", lambda tree, _, __: run(["php", "-d", "error_reporting=0", HERE / "run.php", tree])),
    "javascript": ("node", lambda tree, work, _: javascript(tree, work)),
    "java": ("javac", lambda tree, work, _: java(tree, work)),
    "go": ("go", lambda tree, work, _: go(tree, work)),
    "rust": ("cargo", lambda tree, work, _: rust(tree, work)),
}


def wanted(case, tree):
    """The innermost frame in the repository, with its path there."""
    for frame in case["frames"]:
        path = frame["path"] or ""
        inside = os.path.relpath(path, tree) if os.path.isabs(path) else path
        if not inside.startswith("..") and "node_modules" not in inside and (tree / inside).is_file():
            return {"path": inside, "line": frame["line"], "function": frame["function"]}
    return None


def judged(found, right):
    """Whether the first frame is it, whether the first file is, and whether the function is among those of its file."""
    first = (found.get("frames") or [{}])[0]
    is_frame = all(first.get(key) == right[key] for key in ("path", "line", "function"))
    files = found.get("files") or []
    functions = [function["symbol"].replace("::", ".").rsplit(".", 1)[-1] for file in files if file["path"] == right["path"]
                 for function in file["functions"] if function["is_in_trace"] and function["start_line"] <= right["line"] <= function["end_line"]]
    return is_frame, bool(files) and files[0]["path"] == right["path"], right["function"] in functions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors")
    parser.add_argument("work")
    parser.add_argument("--only", default="")
    root = HERE.parent.parent
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release"
    parser.add_argument("--binary", default=str(target / "foreword"))
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    work = pathlib.Path(args.work).resolve()
    bench = Bench(args.binary, work)
    table = []
    for language, name, repo, commit in PROJECTS:
        if args.only and language not in args.only.split(","):
            continue
        program, make = MAKE[language]
        bare = mirror(pathlib.Path(args.mirrors), repo)
        if bare is None or shutil.which(program) is None:
            print(f"{name}: no {'mirror' if bare is None else program}, left out")
            continue
        tree = work / FOLDERS.get(name, name)
        lay_out(tree, bare, commit)
        cases = [json.loads(line) for line in make(tree, work, name).splitlines() if line.startswith("{")]
        bench.index([tree])
        for case in cases:
            right = wanted(case, tree)
            if right is None or not right["function"] or right["function"].startswith("<"):
                continue  # All of it outside the repository, or in code without a name.
            text = case["text"].replace(str(tree), CONTAINER)
            found = json.loads(bench.run("locate", "-", "--json", "--root", str(tree), stdin=text).stdout or "{}")
            verdict = judged(found, right)
            table.append((language, *verdict, found.get("took_ms", 0)))
            if args.misses and not all(verdict):
                print(case["id"], verdict, right, json.dumps(found)[:700], text[:1500], sep="\n")
    print("| language | traces | first frame | its file first | its function | ms, median |\n|---|---|---|---|---|---|")
    for language in [*dict.fromkeys(row[0] for row in table), "all"]:
        rows = [row for row in table if language in ("all", row[0])]
        counts = [sum(row[column] for row in rows) for column in (1, 2, 3)]
        print(f"| {language} | {len(rows)} | {counts[0]} | {counts[1]} | {counts[2]} | {statistics.median(row[4] for row in rows):.0f} |")


if __name__ == "__main__":
    main()
