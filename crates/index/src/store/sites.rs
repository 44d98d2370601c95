//! Calls, references, imports, bases and bindings of one file, as bytes with one table of the file's names.

use foreword_text::interner::Interner;

use crate::facts::{Base, Binding, CallSite, FileFacts, Import, Reference};

use super::codec::{Cursor, put_bytes, put_number, put_option};

/// Uses of names in one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sites {
    /// In the order of their lines.
    pub calls: Vec<CallSite>,
    /// In the order of their lines.
    pub references: Vec<Reference>,
    /// In the order of their lines.
    pub imports: Vec<Import>,
    /// In the order of their lines.
    pub bases: Vec<Base>,
    /// In the order of the text.
    pub bindings: Vec<Binding>,
}

/// How a name is used in a file; a set of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Use {
    /// It is called.
    Call = 1,
    /// It is named otherwise.
    Reference = 2,
    /// It is imported, or is the module that something is imported from.
    Import = 4,
    /// Something derives from it.
    Base = 8,
}

/// The names of one file in the order of their first use, and how each is used.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    names: Interner,
    /// By number of a name: the file that it was last seen in, and its number there.
    local: Vec<(u32, u32)>,
    file: u32,
    /// The file's names.
    pub(super) of_file: Vec<u32>,
    /// How each is used: bits of [`Use`].
    pub(super) uses: Vec<u8>,
}

impl NameTable {
    /// Begins a file; forgets all names if there are more than `names_max`.
    pub(super) fn begin(&mut self, names_max: usize) {
        if self.names.count() > names_max {
            self.names.clear();
            self.local.clear();
        }
        self.file += 1;
        self.of_file.clear();
        self.uses.clear();
    }

    pub(super) fn name(&self, number: u32) -> &[u8] {
        self.names.get(number)
    }

    fn number(&mut self, name: &str) -> u64 {
        let (number, is_new) = self.names.intern(name.as_bytes());
        if is_new {
            self.local.push((0, 0));
        }
        let local = &mut self.local[number as usize];
        if local.0 != self.file {
            *local = (self.file, self.of_file.len() as u32);
            self.of_file.push(number);
            self.uses.push(0);
        }
        u64::from(local.1)
    }

    fn used(&mut self, name: &str, how: Use) -> u64 {
        let number = self.number(name);
        self.uses[number as usize] |= how as u8;
        number
    }
}

/// Lines mostly go up; a step back is an odd number.
fn put_line(out: &mut Vec<u8>, line: u32, previous: &mut u32) {
    let step = i64::from(line) - i64::from(*previous);
    put_number(out, if step < 0 { ((-step as u64) << 1) | 1 } else { (step as u64) << 1 });
    *previous = line;
}

fn line(cursor: &mut Cursor<'_>, previous: &mut u32) -> Option<u32> {
    let step = cursor.number()?;
    let distance = u32::try_from(step >> 1).ok()?;
    *previous =
        if step & 1 == 1 { previous.checked_sub(distance)? } else { previous.checked_add(distance)? };
    Some(*previous)
}

/// Encodes the sites of a file; the table afterwards says which names are used and how.
pub(super) fn encode(facts: &FileFacts, table: &mut NameTable) -> Vec<u8> {
    let mut body = Vec::new();
    put_number(&mut body, facts.calls.len() as u64);
    let mut previous = 0;
    for call in &facts.calls {
        let name = table.used(&call.name, Use::Call);
        put_number(&mut body, name);
        let receiver = call.receiver.as_deref().map(|receiver| table.number(receiver) as u32);
        put_option(&mut body, receiver);
        body.push(call.arguments);
        put_line(&mut body, call.line, &mut previous);
        put_option(&mut body, call.within);
    }
    put_number(&mut body, facts.references.len() as u64);
    previous = 0;
    for reference in &facts.references {
        let name = table.used(&reference.name, Use::Reference);
        put_number(&mut body, name);
        put_line(&mut body, reference.line, &mut previous);
        put_option(&mut body, reference.within);
    }
    encode_imports(&facts.imports, table, &mut body);
    put_number(&mut body, facts.bases.len() as u64);
    previous = 0;
    for base in &facts.bases {
        let (derived, from) = (table.number(&base.derived), table.used(&base.base, Use::Base));
        put_number(&mut body, derived);
        put_number(&mut body, from);
        put_line(&mut body, base.line, &mut previous);
    }
    encode_bindings(&facts.bindings, table, &mut body);
    let mut out = Vec::with_capacity(body.len() + table.of_file.len() * 10);
    put_number(&mut out, table.of_file.len() as u64);
    for number in &table.of_file {
        put_bytes(&mut out, table.names.get(*number));
    }
    out.extend_from_slice(&body);
    out
}

fn encode_imports(imports: &[Import], table: &mut NameTable, body: &mut Vec<u8>) {
    put_number(body, imports.len() as u64);
    let mut previous = 0;
    for import in imports {
        let module = table.used(&import.module, Use::Import);
        put_number(body, module);
        put_number(body, import.names.len() as u64);
        for (name, local) in &import.names {
            let (name, local) = (table.used(name, Use::Import), table.number(local));
            put_number(body, name);
            put_number(body, local);
        }
        body.push(u8::from(import.is_reexport));
        put_line(body, import.line, &mut previous);
    }
}

fn encode_bindings(bindings: &[Binding], table: &mut NameTable, body: &mut Vec<u8>) {
    put_number(body, bindings.len() as u64);
    let mut previous = 0;
    let mut scope = (0, 0);
    for binding in bindings {
        let name = table.number(&binding.name);
        // Whoever imports a package asks for the manifest that names it.
        let is_package = binding.scope.0 == 0 && binding.name == "name";
        let value =
            if is_package { table.used(&binding.value, Use::Import) } else { table.number(&binding.value) };
        put_number(body, name);
        put_number(body, value);
        put_line(body, binding.line, &mut previous);
        put_line(body, binding.scope.0, &mut scope.0);
        put_line(body, binding.scope.1, &mut scope.1);
        put_option(body, binding.within);
    }
}

/// All sites of a file without the calls and references of names that are not kept: most of what is stored.
pub(super) fn decode(bytes: &[u8], is_kept: impl Fn(&str) -> bool) -> Option<Sites> {
    let mut reader = Reader::new(bytes)?;
    let kept = reader.kept(is_kept);
    let (calls, references) = reader.uses(&kept)?;
    let (imports, bases, bindings) = (reader.imports()?, reader.bases()?, reader.bindings()?);
    reader.cursor.is_at_end().then_some(Sites { calls, references, imports, bases, bindings })
}

/// Calls and references of names that are kept, nothing else.
pub(super) fn decode_uses(bytes: &[u8], is_kept: impl Fn(&str) -> bool) -> Option<Sites> {
    let mut reader = Reader::new(bytes)?;
    let kept = reader.kept(is_kept);
    let (calls, references) = reader.uses(&kept)?;
    Some(Sites { calls, references, ..Sites::default() })
}

/// Imports and bases, nothing else.
pub(super) fn decode_imports_and_bases(bytes: &[u8]) -> Option<Sites> {
    let mut reader = Reader::new(bytes)?;
    reader.calls(|_, _| false)?;
    reader.references(|_| false)?;
    Some(Sites { imports: reader.imports()?, bases: reader.bases()?, ..Sites::default() })
}

/// The calls that stand in some of the file's definitions.
pub(super) fn decode_calls_within(
    bytes: &[u8],
    is_inside: impl Fn(Option<u32>) -> bool,
) -> Option<Vec<CallSite>> {
    Reader::new(bytes)?.calls(|_, within| is_inside(within))
}

/// Reads the parts in the order in which they are stored.
struct Reader<'b> {
    cursor: Cursor<'b>,
    names: Vec<&'b str>,
}

impl<'b> Reader<'b> {
    fn new(bytes: &'b [u8]) -> Option<Self> {
        let mut cursor = Cursor::new(bytes);
        let count = cursor.count()?;
        let mut names = Vec::with_capacity(count);
        for _ in 0..count {
            names.push(cursor.text()?);
        }
        Some(Self { cursor, names })
    }

    /// By number of a name, whether it is kept.
    fn kept(&self, is_kept: impl Fn(&str) -> bool) -> Vec<bool> {
        self.names.iter().map(|name| is_kept(name)).collect()
    }

    fn uses(&mut self, kept: &[bool]) -> Option<(Vec<CallSite>, Vec<Reference>)> {
        let is_kept = |name: usize| kept.get(name).copied().unwrap_or(false);
        Some((self.calls(|name, _| is_kept(name))?, self.references(is_kept)?))
    }

    fn name(&mut self) -> Option<&'b str> {
        let number = self.cursor.number()?;
        self.named(usize::try_from(number).ok()?)
    }

    fn named(&self, number: usize) -> Option<&'b str> {
        self.names.get(number).copied()
    }

    /// Those that are kept, by the number of the name and what they stand in.
    fn calls(&mut self, is_kept: impl Fn(usize, Option<u32>) -> bool) -> Option<Vec<CallSite>> {
        let mut calls = Vec::new();
        let mut previous = 0;
        for _ in 0..self.cursor.count()? {
            let name = usize::try_from(self.cursor.number()?).ok()?;
            let receiver = self.cursor.option()?;
            let arguments = self.cursor.byte()?;
            let line = line(&mut self.cursor, &mut previous)?;
            let within = self.cursor.option()?;
            if is_kept(name, within) {
                let receiver = match receiver {
                    None => None,
                    Some(number) => Some(self.named(number as usize)?.to_owned()),
                };
                let name = self.named(name)?.to_owned();
                calls.push(CallSite { name, receiver, arguments, line, within });
            }
        }
        Some(calls)
    }

    fn references(&mut self, is_kept: impl Fn(usize) -> bool) -> Option<Vec<Reference>> {
        let mut references = Vec::new();
        let mut previous = 0;
        for _ in 0..self.cursor.count()? {
            let name = usize::try_from(self.cursor.number()?).ok()?;
            let line = line(&mut self.cursor, &mut previous)?;
            let within = self.cursor.option()?;
            if is_kept(name) {
                references.push(Reference { name: self.named(name)?.to_owned(), line, within });
            }
        }
        Some(references)
    }

    fn imports(&mut self) -> Option<Vec<Import>> {
        let mut imports = Vec::new();
        let mut previous = 0;
        for _ in 0..self.cursor.count()? {
            let module = self.name()?.to_owned();
            let count = self.cursor.count()?;
            let mut names = Vec::with_capacity(count);
            for _ in 0..count {
                names.push((self.name()?.to_owned(), self.name()?.to_owned()));
            }
            let is_reexport = self.cursor.byte()? == 1;
            let line = line(&mut self.cursor, &mut previous)?;
            imports.push(Import { module, names, is_reexport, line });
        }
        Some(imports)
    }

    fn bases(&mut self) -> Option<Vec<Base>> {
        let mut bases = Vec::new();
        let mut previous = 0;
        for _ in 0..self.cursor.count()? {
            let (derived, base) = (self.name()?.to_owned(), self.name()?.to_owned());
            bases.push(Base { derived, base, line: line(&mut self.cursor, &mut previous)? });
        }
        Some(bases)
    }

    fn bindings(&mut self) -> Option<Vec<Binding>> {
        let mut previous = 0;
        let mut scope = (0, 0);
        let count = self.cursor.count()?;
        let mut bindings = Vec::with_capacity(count);
        for _ in 0..count {
            let (name, value) = (self.name()?.to_owned(), self.name()?.to_owned());
            let line_of = line(&mut self.cursor, &mut previous)?;
            let scope = (line(&mut self.cursor, &mut scope.0)?, line(&mut self.cursor, &mut scope.1)?);
            let within = self.cursor.option()?;
            bindings.push(Binding { name, value, line: line_of, scope, within });
        }
        Some(bindings)
    }
}
