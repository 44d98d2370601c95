"""Source files that look like a program: six languages, nested folders, names of their own, calls to each other."""

import random

VERBS = "load store parse merge split check build trace route cache flush plan render encode decode index rank".split()
NOUNS = "order invoice user session packet window schema ledger token report bucket cursor signal frame tenant".split()
WORDS = ("the a value when is before after every request holds returns keeps until limit state next page buffer "
         "retry timeout worker queue lock reader writer handles").split()
PER_FOLDER = 40


class Source:
    """Makes the text of file number `number`, always the same."""

    def __init__(self, number):
        self.number = number
        self.chance = random.Random(number)

    def name(self, number=None):
        number = self.number if number is None else number
        return f"{VERBS[number % len(VERBS)]}_{NOUNS[number // len(VERBS) % len(NOUNS)]}_{number}"

    def neighbour(self):
        """A file that this one uses, mostly a near one."""
        return max(0, self.number - self.chance.randrange(1, 60))

    def sentence(self):
        return " ".join(self.chance.choice(WORDS) for _ in range(self.chance.randrange(6, 14)))

    def functions(self):
        return range(self.chance.randrange(3, 9))


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def rust(source):
    name, other = source.name(), source.name(source.neighbour())
    lines = [f"//! {source.sentence()}.", "", f"use crate::{other}::{camel(other)};", "",
             f"/// {source.sentence()}.", "#[derive(Debug, Clone)]", f"pub struct {camel(name)} {{",
             "    limit: usize,", "    values: Vec<u64>,", "}", "", f"impl {camel(name)} {{"]
    for number in source.functions():
        lines += [f"    /// {source.sentence()}.", f"    pub fn {name}_{number}(&mut self, value: u64) -> Option<u64> {{",
                  f"        // {source.sentence()}", f"        let next = value.checked_mul({number + 3})?;",
                  "        if self.values.len() >= self.limit {", '            tracing::warn!("full at {}", next);',
                  "            return None;", "        }", f"        self.values.push({camel(other)}::default().check(next));",
                  "        Some(next)", "    }", ""]
    return "\n".join([*lines, "}", ""])


def python(source):
    name, other = source.name(), source.name(source.neighbour())
    lines = [f'"""{source.sentence()}."""', "", "import logging", "", f"from app.{other} import {camel(other)}", "",
             "log = logging.getLogger(__name__)", "", "", f"class {camel(name)}({camel(other)}):", f'    """{source.sentence()}."""', ""]
    for number in source.functions():
        lines += [f"    def {name}_{number}(self, value, limit={number + 10}):", f'        """{source.sentence()}."""',
                  f"        # {source.sentence()}", "        result = []", "        for item in range(value):",
                  "            if item > limit:", f'                log.warning("{source.sentence()}")', "                break",
                  f"            result.append(self.{name}_0(item))", "        return sorted(result)", ""]
    return "\n".join(lines)


def typescript(source):
    name, other = source.name(), source.name(source.neighbour())
    lines = [f"import {{ {camel(other)} }} from './{other}';", "", f"export interface {camel(name)}Options {{",
             "  limit: number;", "  label?: string;", "}", "", f"/** {source.sentence()}. */",
             f"export class {camel(name)} extends {camel(other)} {{"]
    for number in source.functions():
        lines += [f"  // {source.sentence()}", f"  async {name}_{number}(value: number, options: {camel(name)}Options): Promise<number[]> {{",
                  "    const found: number[] = [];", "    for (let at = 0; at < value; at += 1) {",
                  f"      found.push(await this.fetch(`{name}/${{at}}`, options.limit));", "    }", "    return found;", "  }", ""]
    return "\n".join([*lines, "}", ""])


def go(source):
    name, other = source.name(), source.name(source.neighbour())
    lines = [f"// Package {name} {source.sentence()}.", f"package {name}", "", "import (", '\t"errors"', f'\t"app/{other}"', ")", "",
             f"// {camel(name)} {source.sentence()}.", f"type {camel(name)} struct {{", "\tLimit int", "\tValues []int64", "}", ""]
    for number in source.functions():
        lines += [f"// {camel(name)}{number} {source.sentence()}.", f"func (s *{camel(name)}) {camel(name)}{number}(value int64) (int64, error) {{",
                  "\tif len(s.Values) >= s.Limit {", f'\t\treturn 0, errors.New("{source.sentence()}")', "\t}",
                  f"\tnext := {other}.Check(value * {number + 2})", "\ts.Values = append(s.Values, next)", "\treturn next, nil", "}", ""]
    return "\n".join(lines)


def java(source):
    name, other = source.name(), source.name(source.neighbour())
    lines = [f"package app.{name};", "", "import java.util.ArrayList;", "import java.util.List;", f"import app.{other}.{camel(other)};", "",
             "/**", f" * {source.sentence()}.", " */", f"public class {camel(name)} extends {camel(other)} {{", "    private final int limit = 64;", ""]
    for number in source.functions():
        lines += ["    /**", f"     * {source.sentence()}.", "     */", "    @Override",
                  f"    public List<Long> {name}{number}(long value) {{", "        List<Long> found = new ArrayList<>();",
                  "        for (long at = 0; at < value && found.size() < limit; at++) {", f"            found.add(check(at * {number + 5}));",
                  "        }", "        return found;", "    }", ""]
    return "\n".join([*lines, "}", ""])


def c(source):
    name, other = source.name(), source.name(source.neighbour())
    lines = [f"/* {source.sentence()}. */", "#include <stdlib.h>", f'#include "{other}.h"', "", f"struct {name} {{", "    size_t limit;",
             "    long *values;", "};", ""]
    for number in source.functions():
        lines += [f"/* {source.sentence()}. */", f"int {name}_{number}(struct {name} *self, long value) {{",
                  "    if (self == NULL || self->limit == 0) {", "        return -1;", "    }",
                  f"    self->values[value % self->limit] = {other}_check(value + {number});", "    return 0;", "}", ""]
    return "\n".join(lines)


LANGUAGES = [(rust, "rs"), (python, "py"), (typescript, "ts"), (go, "go"), (java, "java"), (c, "c")]


def extend(tree, first, last):
    """Writes files `first` up to `last` below a tree."""
    folder = None
    for number in range(first, last):
        if folder is None or number % PER_FOLDER == 0:
            block = number // PER_FOLDER
            folder = tree / f"area{block // 25}" / f"{NOUNS[block % len(NOUNS)]}{block}"
            folder.mkdir(parents=True, exist_ok=True)
        make, ending = LANGUAGES[number % len(LANGUAGES)]
        source = Source(number)
        (folder / f"{source.name()}.{ending}").write_text(make(source))
