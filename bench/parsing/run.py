"""Runs the worst cases, each alone in a repository of its own, and measures what the index and a prompt take for it."""

import collections
import json
import os
import pathlib
import resource
import subprocess
import tempfile

from .cases import cases

DEADLINE_S = 1.5
MEMORY_MB = 400
# Two tries, each of at most twice the deadline, and what the rest costs.
INDEX_S = 4 * DEADLINE_S + 0.5
# A search without an index has 0.6 s, and a parse in it 0.06 s.
PROMPT_S = 1.5
# A word that a search looks for, so that the case is read for its answer.
WORD = "neighbour"
NEIGHBOUR = f"def {WORD}():\n    return 1\n"


def run_limited(command, environment):
    """Exit code, seconds of a processor, peak MB of any of its processes, and what it printed."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit)
    said = process.stdout.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said


def measure(binary, name, text):
    """Searches and measures without an index, then indexes: one file beside a harmless one."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder, "repository")
        root.mkdir()
        (root / name).write_text(f"{WORD}\n{text}")
        (root / "neighbour.py").write_text(NEIGHBOUR)
        environment = {"HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache", "PATH": os.environ["PATH"],
                       "CI_AUTO_TOOLS_BACKGROUND_INDEX": "0"}
        at = ["--root", str(root)]
        search = [binary, "tool", "ci_search", "--args", json.dumps({"query": WORD}), *at]
        complexity = [binary, "tool", "ci_complexity", "--args", json.dumps({"path": name}), *at]
        asked = [run_limited(search, environment), run_limited(complexity, environment)]
        indexed = run_limited([binary, "index", *at], environment)
        return asked, indexed


def faults(asked, indexed):
    """What is wrong with a case, in words."""
    for what, (code, cpu, peak_mb, said) in zip(("search", "complexity"), asked):
        # Nothing to measure is an answer too, with an exit code of its own.
        if code not in (0, 40) or peak_mb > MEMORY_MB or cpu > PROMPT_S:
            yield f"{what}: exit {code}, {cpu:.1f} s, {peak_mb:.0f} MB: {said.strip()[:200]}"
    code, cpu, peak_mb, said = indexed
    if code != 0 or peak_mb > MEMORY_MB or cpu > INDEX_S or "indexed 2 files" not in said:
        yield f"index: exit {code}, {cpu:.1f} s, {peak_mb:.0f} MB: {said.strip()[:200]}"


def run(binary, every):
    """Prints a row per grammar; 1 if a limit is broken."""
    rows = collections.defaultdict(lambda: [0, 0.0, 0, 0.0, 0, 0, 0])
    broken = []
    for at, (grammar, name, text) in enumerate(cases()):
        if at % every:
            continue
        asked, indexed = measure(binary, name, text)
        row = rows[grammar]
        row[0] += 1
        row[1], row[2] = max(row[1], indexed[1]), max(row[2], indexed[2])
        row[3], row[4] = max(row[3], *(one[1] for one in asked)), max(row[4], *(one[2] for one in asked))
        row[5] += "the parser fails on them" in indexed[3]
        found = [f"{name}: {fault}" for fault in faults(asked, indexed)]
        row[6] += bool(found)
        broken += found
    print("| grammar | cases | index: longest, s of a processor | peak, MB | prompt: longest, s of a processor | peak, MB | read as text after a parser failed | limits broken |")
    print("|---|---|---|---|---|---|---|---|")
    for grammar, (count, index_s, index_mb, prompt_s, prompt_mb, named, failed) in rows.items():
        print(f"| {grammar} | {count} | {index_s:.1f} | {index_mb:.0f} | {prompt_s:.2f} | {prompt_mb:.0f} | {named} | {failed} |")
    total = [sum(column) for column in zip(*rows.values())]
    print(f"\n{total[0]} cases, {total[5]} read as text, {total[6]} with a limit broken")
    print("\n".join(broken))
    return 1 if broken else 0
