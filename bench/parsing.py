#!/usr/bin/env python3
"""Files that are made to defeat the parser: 130 patterns in 31 grammars, 8 to 200 kB each, through `foreword index`.

    bench/parsing.py [--every N] [--binary FILE]

Every case is indexed alone, beside a harmless file. Exit code 1 if one ends the index, takes 400 MB, or more time of a processor than
two tries may have.
"""

import argparse
import os
import pathlib
import sys

sys.dont_write_bytecode = True  # The repository stays as it was.

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    parser.add_argument("--binary", default=str(target / "foreword"))
    parser.add_argument("--every", type=int, default=1, help="runs every Nth case only")
    options = parser.parse_args()
    binary = pathlib.Path(options.binary).resolve()
    if not binary.is_file():
        sys.exit(f"no binary at {options.binary}: cargo build --release")
    from parsing import run
    return run.run(str(binary), options.every)


if __name__ == "__main__":
    sys.exit(main())
