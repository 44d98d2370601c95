#!/usr/bin/env python3
"""Call edges against scip-python and scip-typescript, which run in the same run.

    bench/calls.py MIRRORS WORK [--only NAME,…] [--edges PATH] [--misses N] [--keep] [--write FILE]

MIRRORS holds bare git directories as `owner+name/repo` or `owner/name`; nothing in them is changed. WORK is a folder for the
work trees, the tools (npm packages @sourcegraph/scip-python and @sourcegraph/scip-typescript) and their indexes, outside of
this repository. With `--keep` a SCIP index that is there already is used again. `edges` is `examples/edges.rs` of the index crate.

What counts. SCIP says what each name means and does not mark calls. A call is a name that is followed by `(` (in TypeScript also by
`<…>(`, `?.(` or `!(`) and that does not define anything there. An edge goes from (file, line, name) to the lines where the symbol is
defined, and is compared with what the index says of a call of that name on that line.

- The reference: calls whose symbol is defined in the repository as a function, method or class, or as a constant, field or
  property that is given a function where it is defined. Functions inside functions count. Calls of other values (parameters, variables,
  properties that are only declared) have no function at their definition: they are in a column of their own ("with values").
- A call of a class means the class or its constructor (`__init__`, `__new__`, `constructor`): both are right. All definitions of one
  symbol are right: overloads, conditional definitions, declarations that are merged.
- Precision is over our edges at calls where SCIP names a symbol. One that SCIP has outside the repository, or as a local value, is wrong
  for an edge. A symbol of a package of this repository that SCIP never defines (a re-export that it did not follow, an import that it
  could not read) says nothing, nor does a local symbol that it never defines, nor does a symbol of another name than the one that is called, if no `as` renames it (Python).
- Recall at 0.8 counts an edge to one definition that is stated with 0.8 or more; recall without a threshold counts a right definition among the
  (at most 16) candidates.
- Calibration: each candidate of each edge with its stated confidence against whether it is right, in tenths.
"""

import argparse
import bisect
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # The repository stays as it was.

from issues import git, lay_out, mirror

PYTHON, TYPESCRIPT = "python", "typescript"
# name, repository, commit, language, folder that is indexed by SCIP, whether its misses were looked at when the rules were made
PROJECTS = [
    ("flask", "pallets/flask", "2ac89889f4cc330eabd50f295dcef02828522c69", PYTHON, ".", True),
    ("click", "pallets/click", "2c8cd3ac958a7eb316d67f2d316c27086c4c0369", PYTHON, ".", True),
    ("pytest", "pytest-dev/pytest", "df87db7b0462fb764ef73fa00561adf8ad047572", PYTHON, ".", True),
    ("httpx", "encode/httpx", "ae1b9f66238f75ced3ced5e4485408435de10768", PYTHON, ".", True),
    ("redux-toolkit", "reduxjs/redux-toolkit", "74200d87c27ca2b1c0915b2fbb4c44dd7494c2aa", TYPESCRIPT, "packages/toolkit", True),
    ("trpc", "trpc/trpc", "340811ba5320637fbaf48fccf3dbfdd258bd34db", TYPESCRIPT, ".", True),
    ("vue", "vuejs/core", "e2bede96134f757aad5c5b33ac9be055022dbfc8", TYPESCRIPT, ".", True),
    ("nest", "nestjs/nest", "55425779a1e2a1523b062a7dff872826641834d8", TYPESCRIPT, ".", True),
    ("black", "psf/black", "8947c48ef2077c3a301b03c1e814dc2e3f78436e", PYTHON, ".", False),
    ("pylint", "pylint-dev/pylint", "3a99b2d728d0c8ff5267e0c38ebad4f5ba228dac", PYTHON, ".", False),
    ("typeorm", "typeorm/typeorm", "281bfba42a5813b106bcf5ba79bc7f7251bd1e73", TYPESCRIPT, ".", True),
    ("zod", "colinhacks/zod", "e516c3baf22615e20934116abebfed6c000222c2", TYPESCRIPT, ".", True),
    ("xstate", "statelyai/xstate", "b1811bf77bc2d1a74367328cec7907aa185b70df", TYPESCRIPT, ".", False),
]
LIMITS = {"precision": 0.92, "recall": 0.65, "recall_any": 0.80, "calibration": 0.1}
THRESHOLD = 0.8
# The only package of npm that a project needs to be indexed; all others may be missing.
EXTENDED = "@tsconfig/node20"
BIN_MIN = 30


# The SCIP format: protocol buffers, of which four messages are read.

def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def fields(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value = data[at:at + size]
            at += size
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value = data[at:at + size]
            at += size
        else:
            raise ValueError(f"wire type {kind}")
        yield key >> 3, value


def packed(data):
    at, numbers = 0, []
    while at < len(data):
        number, at = varint(data, at)
        numbers.append(number)
    return numbers


def documents(path):
    """(path, [(line, start, end, symbol, is_definition)]) of an index; lines and columns from 0."""
    for number, value in fields(memoryview(path.read_bytes())):
        if number != 2:
            continue
        name, occurrences = "", []
        for inner, part in fields(value):
            if inner == 1:
                name = bytes(part).decode()
            elif inner == 2:
                place, symbol, roles = [], "", 0
                for field, content in fields(part):
                    if field == 1:
                        place = packed(content) if not isinstance(content, int) else place + [content]
                    elif field == 2:
                        symbol = bytes(content).decode()
                    elif field == 3:
                        roles = content
                if len(place) == 3 or len(place) == 4 and place[0] == place[2]:
                    occurrences.append((place[0], place[1], place[-1], symbol, bool(roles & 1)))
        yield name, occurrences


# What the reference says.

IS_NAME = re.compile(r"[A-Za-z_$#][\w$]*\Z")
CALL_AFTER = {PYTHON: re.compile(r"\s*\("), TYPESCRIPT: re.compile(r"\s*(?:\?\.|!)?\s*\(")}
CONSTRUCTORS = ("__init__().", "__new__().", "`<constructor>`().")
A_FUNCTION = (r"\s*(?:/\*.*?\*/\s*)*(?:async\b\s*)?(?:function\b|class\b|<[\w\s,]+(?:extends[^()]*)?>\s*\(|"
              r"\((?:[^()]|\([^()]*\))*\)\s*(?::[^={]*)?=>|[\w$]+\s*=>|lambda\b)")
# `name = (…) =>`, `name = async function`, `name = <T>(…)`, with or without a type between.
GIVEN_FUNCTION = re.compile(r"[?!]?\s*(?::[^=]*?(?:=>[^=]*?)?)?=" + A_FUNCTION, re.S)
# `name: (…) =>` in an object. In a type it only declares.
PROPERTY_FUNCTION = re.compile(r"\s*:" + A_FUNCTION, re.S)
DEFINED_HERE = re.compile(r"\b(?:def|class|function)\s*\*?\s*\Z")


def utf16_columns(line):
    """Columns of SCIP TypeScript count UTF-16 units; a plain line needs no table."""
    if line.isascii():
        return None
    table, at = [], 0
    for letter in line:
        table.append(at)
        at += 2 if ord(letter) > 0xFFFF else 1
    table.append(at)
    return table


def cut(line, start, end):
    table = utf16_columns(line)
    if table is None:
        return start, end
    return bisect.bisect_left(table, start), bisect.bisect_left(table, end)


def is_call(text, at, language):
    """Whether what stands at an offset calls the name before it."""
    if CALL_AFTER[language].match(text, at):
        return True
    if language != TYPESCRIPT or not text.startswith("<", at):
        return False
    depth = 0
    for place in range(at, min(len(text), at + 2_000)):
        letter = text[place]
        if letter == "<":
            depth += 1
        elif letter == ">" and text[place - 1] != "=":
            depth -= 1
            if depth == 0:
                return text.startswith("(", place + 1)
        elif letter in ";" and depth == 0:
            return False
    return False


# A method in an object: SCIP has its name as a use of what the object's type declares.
METHOD_BEFORE = re.compile(r"\s*(?:async\s+|get\s+|set\s+|\*\s*|,\s*|\{\s*)*\Z")


def is_method(text, line_start, start, end):
    """Whether `name(…) {` or `name(…): Type {` stands where nothing else could."""
    if not METHOD_BEFORE.match(text[line_start:start]):
        return False
    depth = 0
    for place in range(text.find("(", end), min(len(text), end + 4_000)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return bool(re.match(r"\s*(?:\{|:[^;?]*?\{)", text[place + 1:place + 300]))
    return False


class Reference:
    """What SCIP says of the calls of a project."""

    def __init__(self, index, tree, folder, language):
        self.definitions = collections.defaultdict(set)  # symbol: {(file, line)}
        self.functions = set()  # symbols that are functions
        self.packages, self.modules = set(), set()
        self.calls = collections.defaultdict(set)  # (file, line, name): {symbol}
        self.files = set()
        for name, occurrences in documents(index):
            path = os.path.normpath(os.path.join(folder, name))
            file = tree / path
            if path.startswith("..") or not file.is_file():
                continue
            self.files.add(path)
            text = file.read_text(encoding="utf-8", errors="replace")
            self.read(path, text, occurrences, language)

    def read(self, path, text, occurrences, language):
        lines = text.split("\n")
        starts, at = [], 0
        for line in lines:
            starts.append(at)
            at += len(line) + 1
        defined = {(line, start) for line, start, _, _, is_definition in occurrences if is_definition}
        for line, start, end, symbol, is_definition in occurrences:
            if line >= len(lines) or not is_definition and (line, start) in defined:
                continue
            first, last = cut(lines[line], start, end)
            name = lines[line][first:last]
            symbol = key_of(symbol, path)
            if is_definition:
                self.definitions[symbol].add((path, line + 1))
                self.packages.add(package_of(symbol))
                self.modules.add(module_of(symbol))
                if self.is_function(symbol, text, starts[line] + first, starts[line] + last):
                    self.functions.add(symbol)
            elif IS_NAME.match(name) and is_call(text, starts[line] + last, language):
                # Later definitions of a name (overloads, setters) have no role in scip-python.
                is_later = DEFINED_HERE.search(lines[line][:first])
                if language == TYPESCRIPT and is_method(text, starts[line], starts[line] + first, starts[line] + last):
                    continue
                if not is_later and not is_misnamed(symbol, name, text, language):
                    self.calls[(path, line + 1, name)].add(symbol)
                elif is_later and not is_local(symbol):
                    self.definitions[symbol].add((path, line + 1))

    def is_function(self, symbol, text, start, end):
        if not is_local(symbol) and symbol.endswith((").", "#")):
            return True
        if symbol.endswith(("]", ")")):  # a parameter
            return False
        if symbol.endswith(":") and PROPERTY_FUNCTION.match(text[end:end + 600]):
            return True
        return bool(DEFINED_HERE.search(text[max(0, start - 16):start]) or GIVEN_FUNCTION.match(text[end:end + 600]))

    def means(self, symbol):
        """The lines that are right for a symbol; `outside` or nothing if there are none."""
        lines = set(self.definitions.get(symbol, ()))
        owner = None
        for constructor in CONSTRUCTORS:
            if symbol.endswith(constructor):
                owner = symbol[:-len(constructor)]
                lines |= self.definitions.get(owner, set())
            elif symbol.endswith("#"):
                lines |= self.definitions.get(symbol + constructor, set())
        if lines:
            return lines
        if is_local(symbol):
            return None
        # scip-python gives what it finds in an environment that it was told nothing of to the project itself.
        is_own = module_of(symbol) in self.modules if symbol.startswith("scip-python ") else package_of(symbol) in self.packages
        return None if is_own else "outside"


def key_of(symbol, path):
    """A symbol for all its overloads; a local one is of its file."""
    if symbol.startswith("local "):
        return f"{symbol} {path}"
    # scip-python names a module below `src` with that folder where it is defined, and without it where it is imported.
    symbol = symbol.replace(" `src.", " `", 1) if symbol.startswith("scip-python ") else symbol
    return re.sub(r"\(\+\d+\)\.\Z", "().", symbol)


def is_misnamed(symbol, name, text, language):
    """A name of Python that SCIP gives a symbol of another name, though no import renames it: scip-python takes the first name of a
    module for all that `from module import *` brings."""
    if language != PYTHON or is_local(symbol):
        return False
    last = re.search(r"([\w]+)(?:\(\)\.|#|\.|\))\Z", symbol)
    return bool(last) and last[1] not in (name, "__init__", "__new__") and not re.search(rf"\bas\s+{re.escape(name)}\b", text)


def is_local(symbol):
    return symbol.startswith("local ")


def package_of(symbol):
    return "" if is_local(symbol) else " ".join(symbol.split(" ")[1:3])


def module_of(symbol):
    parts = symbol.split(" ", 4)
    return parts[4].split("/")[0] if len(parts) == 5 else ""


# The comparison.

class Score:
    def __init__(self):
        self.reference = self.recalled = self.recalled_any = 0
        self.values = self.values_recalled = self.values_any = 0
        self.edges = self.right = 0
        self.bins = collections.defaultdict(lambda: [0, 0, 0.0])
        self.hows = collections.defaultdict(lambda: [0, 0])
        self.missed, self.wrong = [], []

    def add(self, other):
        for name in ("reference", "recalled", "recalled_any", "values", "values_recalled", "values_any", "edges", "right"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for tenth, sums in other.bins.items():
            self.bins[tenth] = [one + more for one, more in zip(self.bins[tenth], sums)]
        for how, sums in other.hows.items():
            self.hows[how] = [one + more for one, more in zip(self.hows[how], sums)]

    precision = property(lambda self: self.right / max(1, self.edges))
    recall = property(lambda self: self.recalled / max(1, self.reference))
    recall_any = property(lambda self: self.recalled_any / max(1, self.reference))


def compare(reference, edges, score, is_taken):
    by_call = collections.defaultdict(list)
    for edge in edges:
        by_call[(edge["file"], edge["line"], edge["name"].lstrip("#"))].append(edge)
    for call, symbols in reference.calls.items():
        call = (call[0], call[1], call[2].lstrip("#"))
        if not is_taken(call[0]):
            continue
        ours = by_call.get(call, ())
        meant = [(symbol, reference.means(symbol)) for symbol in symbols]
        for symbol, lines in meant:
            if isinstance(lines, set):
                count_recall(reference, call, symbol, lines, ours, score)
        if all(lines is None for _, lines in meant):
            continue
        right = set().union(*(lines for _, lines in meant if isinstance(lines, set)))
        # Two calls of one name on a line may mean two things, of which SCIP knows one.
        is_part = any(lines is None for _, lines in meant)
        for edge in ours:
            count_precision(call, symbols, edge, right, is_part, score)


def count_recall(reference, call, symbol, lines, ours, score):
    in_sure = any(edge["confidence"] >= THRESHOLD and to_set(edge) & lines for edge in ours)
    in_any = any(to_set(edge) & lines for edge in ours)
    score.values += 1
    score.values_recalled += in_sure
    score.values_any += in_any
    if symbol in reference.functions:
        score.reference += 1
        score.recalled += in_sure
        score.recalled_any += in_any
        if not in_sure:
            score.missed.append((call, symbol, sorted(lines)[0], list(ours), in_any))


def count_precision(call, symbols, edge, right, is_part, score):
    if not edge["to"] or is_part and not to_set(edge) & right:
        return
    stated = edge["confidence"]
    for target in edge["to"]:
        is_right = tuple(target) in right
        sums = score.bins[min(9, int(stated * 10 + 1e-6))]
        sums[0] += 1
        sums[1] += is_right
        sums[2] += stated
    is_right = bool(to_set(edge) & right)
    hows = score.hows[(edge["how"], round(stated, 2)) if edge["how"] != "ambiguous" else ("ambiguous", 0)]
    hows[0] += 1
    hows[1] += is_right
    if stated >= THRESHOLD:
        score.edges += 1
        score.right += is_right
        if not is_right:
            score.wrong.append((call, sorted(symbols), edge))


def to_set(edge):
    return {tuple(target) for target in edge["to"]}


IS_TEST = re.compile(r"(^|/)(tests?|__tests__|testing|spec|e2e|integration)/|(^|/)test_[^/]*$|[._-](test|spec|test-d)\.[^/]*$|conftest\.py$")


# The run.

def run(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return done.stdout


def tools(work):
    folder = work / "tools"
    names = ["scip-python", "scip-typescript"]
    if not all((folder / "node_modules/.bin" / name).exists() for name in names):
        run(["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, *(f"@sourcegraph/{name}" for name in names)])
    # What a configuration of a compiler extends is looked for in the folders above the work tree.
    if not (work / "trees/node_modules" / EXTENDED).exists():
        run(["npm", "install", "--no-audit", "--no-fund", "--prefix", work / "trees", EXTENDED])
    return folder / "node_modules/.bin"


def scip(bin_folder, project, tree, out):
    name, _, _, language, folder, _ = project
    if language == PYTHON:
        environment = out.with_suffix(".json")
        environment.write_text("[]")
        run([bin_folder / "scip-python", "index", "--project-name", name, "--project-version", "1", "--environment", environment,
             "--output", out, "--quiet", "."], cwd=tree / folder, env={**os.environ, "PYTHONPATH": str(tree / "src")})
    else:
        run([bin_folder / "scip-typescript", "index", "--cwd", tree / folder, "--no-progress-bar", "--output", out],
            env={**os.environ, "NODE_OPTIONS": "--max-old-space-size=8000"})


def project_score(project, options, bin_folder):
    name, repository, commit, language, folder, _ = project
    work = pathlib.Path(options.work).resolve()
    bare = mirror(pathlib.Path(options.mirrors), repository)
    if bare is None:
        print(f"{name}: no mirror of {repository}", file=sys.stderr)
        return None
    tree = work / "trees" / name
    lay_out(tree, bare, commit)
    index = work / f"{name}.scip"
    if not (options.keep and index.is_file()):
        scip(bin_folder, project, tree, index)
    reference = Reference(index, tree, folder, language)
    printed = run([options.edges, work / "cache", tree])
    edges = [json.loads(line) for line in printed.splitlines()]
    # Several files of a project may be left out by its own configuration of the compiler.
    edges = [edge for edge in edges if edge["file"] in reference.files]
    everything, without_tests = Score(), Score()
    compare(reference, edges, everything, lambda path: True)
    compare(reference, edges, without_tests, lambda path: not IS_TEST.search(path))
    return everything, without_tests


def show(lines, title, rows):
    lines += [f"{title}", ""]
    lines += ["| project | language | looked at | calls | precision ≥ 0.8 | recall ≥ 0.8 | recall, any | edges ≥ 0.8 | recall ≥ 0.8 with values |",
              "|---|---|---|---|---|---|---|---|---|"]
    for project, score in rows:
        name, language, tuned = project[0], project[3], "yes" if project[5] else "no"
        lines.append(f"| {name} | {language} | {tuned} | {score.reference:,} | {score.precision:.3f} | {score.recall:.3f} | {score.recall_any:.3f} "
                     f"| {score.edges:,} | {score.values_recalled / max(1, score.values):.3f} |")
    lines.append("")


def calibration(lines, score):
    lines += ["| stated | candidates | mean stated | right | difference |", "|---|---|---|---|---|"]
    worst = 0.0
    for tenth in sorted(score.bins):
        count, right, stated = score.bins[tenth]
        difference = right / count - stated / count
        note = "" if count >= BIN_MIN else " (few)"
        lines.append(f"| {tenth / 10:.1f}–{tenth / 10 + 0.1:.1f} | {count:,}{note} | {stated / count:.3f} | {right / count:.3f} | {difference:+.3f} |")
        if count >= BIN_MIN:
            worst = max(worst, abs(difference))
    lines.append("")
    return worst


def show_misses(name, score, count):
    import random

    pick = random.Random(5)
    print(f"\n{name}: {len(score.missed)} missed, {len(score.wrong)} wrong")
    for call, symbol, to, ours, in_any in pick.sample(score.missed, min(count, len(score.missed))):
        told = [(edge["receiver"], edge["how"], edge["confidence"], edge["to"][:2]) for edge in ours]
        print(f"  MISS {call[0]}:{call[1]} {call[2]} -> {to[0]}:{to[1]} any={in_any} {told} {symbol[-70:]}")
    for call, symbols, edge in pick.sample(score.wrong, min(count, len(score.wrong))):
        print(f"  WRONG {call[0]}:{call[1]} {edge['receiver']}.{call[2]} {edge['how']} {edge['confidence']} {edge['to'][:2]} scip {symbols}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors")
    parser.add_argument("work")
    root = pathlib.Path(__file__).resolve().parent.parent
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release"
    parser.add_argument("--edges", default=str(target / "examples" / "edges"))
    parser.add_argument("--only", default="")
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--write")
    options = parser.parse_args()
    options.edges = os.path.abspath(options.edges)
    wanted = [name for name in options.only.split(",") if name]
    bin_folder = tools(pathlib.Path(options.work).resolve())
    scores = []
    for project in PROJECTS:
        if wanted and project[0] not in wanted:
            continue
        score = project_score(project, options, bin_folder)
        if score:
            scores.append((project, *score))
            if options.misses:
                show_misses(project[0], score[0], options.misses)
    if not scores:
        sys.exit("no project was compared")
    sys.exit(report(scores, options))


def report(scores, options):
    lines = ["# Call edges against SCIP", "", "Written by `bench/calls.py MIRRORS WORK --write FILE`; what counts stands in the script. \"Looked at\": the misses of the project were read when the rules",
             "were made; the others show what the rules are worth elsewhere.", ""]
    show(lines, "All files", [(project, everything) for project, everything, _ in scores])
    show(lines, "Without tests", [(project, without) for project, _, without in scores])
    worst = 0.0
    for language in (PYTHON, TYPESCRIPT):
        total = Score()
        for project, everything, _ in scores:
            if project[3] == language:
                total.add(everything)
        if total.bins:
            lines += [f"Calibration, {language}, all projects", ""]
            worst = max(worst, calibration(lines, total))
            if options.misses:
                for how, (count, right) in sorted(total.hows.items()):
                    print(f"  {how[0]:14} {how[1]:5} {count:6} {right / count:.3f}")
    broken = [f"{project[0]}: {name} {getattr(score, name):.3f}, at least {LIMITS[name]}" for project, score, _ in scores
              for name in ("precision", "recall", "recall_any") if getattr(score, name) < LIMITS[name]]
    if worst > LIMITS["calibration"]:
        broken.append(f"calibration: {worst:.3f} off, at most {LIMITS['calibration']}")
    lines += ["All limits are kept." if not broken else "Below the limits:"] + [f"- {line}" for line in broken]
    print("\n".join(lines))
    if options.write:
        pathlib.Path(options.write).write_text("\n".join(lines) + "\n")
    return 1 if broken else 0


if __name__ == "__main__":
    main()
