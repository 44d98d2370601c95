"""Source texts that are made to defeat a parser: one short pattern over and over, for every grammar.

What costs tree-sitter most is a construct that is opened and never closed: each keeps a state, each state may have
several readings, and at the end of the text every reading is spelt out. Patterns and file names are in `cases.json`,
which the tests read too.
"""

import itertools
import json
import pathlib

TABLE = json.loads((pathlib.Path(__file__).parent / "cases.json").read_text())
GRAMMARS, PATTERNS, SIZES = TABLE["grammars"], TABLE["patterns"], TABLE["sizes"]
# Much longer lines are taken for minified, and are not parsed.
LINE_BYTES = TABLE["line_bytes"]


def text_of(pattern, size):
    """A text of about `size` bytes that repeats a pattern, in lines that are not too long."""
    line = pattern * (min(size, LINE_BYTES) // len(pattern)) + "\n"
    return line * max(1, size // len(line))


def cases():
    """(grammar, file name, text) of every case; the sizes go round, so that every grammar meets each of them."""
    for at, (grammar, pattern) in enumerate(itertools.product(GRAMMARS, range(len(PATTERNS)))):
        size = SIZES[(at + at // len(PATTERNS)) % len(SIZES)]
        name = f"{grammar}-{pattern:03}-{size // 1000}k.{GRAMMARS[grammar]}"
        yield grammar, name, text_of(PATTERNS[pattern], size)
