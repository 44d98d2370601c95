//! Masks secrets in text: a typed placeholder stands where a value was.
//!
//! Two passes over a text find the places: `keywords` (names, headers, URLs, key blocks) and `formats` (what tells by
//! itself at the start of a word). Nothing is compiled. A fault masks the whole text: nothing passes unchecked.

mod assignment;
mod calls;
mod chance;
mod commands;
mod expression;
mod formats;
mod headers;
mod key_block;
mod keywords;
pub mod known;
mod kubernetes;
mod letters;
mod lines;
mod markers;
mod markup;
mod names;
mod nearby;
mod sections;
mod shape;
mod slot;
mod tables;
#[cfg(test)]
mod tests;
mod urls;
mod value;
mod vendors;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use foreword_model::clock;
use foreword_model::envelope::Redaction;
use foreword_model::limits;
use memchr::memchr;

use keywords::Clue;

/// What stands for a text that could not be checked.
pub(crate) const UNCHECKED: &str = "<redacted:unchecked>";
/// The kind that such a text is counted as.
pub(crate) const UNCHECKED_KIND: &str = "unchecked";

/// A text with its secrets masked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted<'a> {
    /// The text, borrowed where nothing was masked.
    pub text: Cow<'a, str>,
    /// How many secrets were masked, by kind, in the order of kinds.
    pub counts: Vec<(&'static str, usize)>,
}

/// Masks the secrets of a text. Masking twice is masking once.
pub fn redact(text: &str) -> Redacted<'_> {
    redact_with(text, Lines::Fold, DETECTORS, TIME)
}

/// Masks the secrets of a text that something will be cut out of by line.
pub fn redact_keeping_lines(text: &str) -> Cow<'_, str> {
    redact_with(text, Lines::Keep, DETECTORS, TIME).text
}

/// Whether a path holds a secret by its form: such a file is not indexed, since its name would be masked wherever it is
/// shown. Values of the repository's own `.env*` files do not count here: they are often words of a path.
pub fn is_in_path(path: &str) -> bool {
    let found = find_all(path, &[by_keyword, formats::find], clock::now(), TIME);
    found.is_none_or(|found| !found.is_empty())
}

/// Counts what was masked in a text, by kind: for a tool that masks before it cuts.
pub fn count_masked(text: &str) -> Vec<Redaction> {
    const BARE: [(&str, &str); 4] = [
        ("AKIA<redacted>", "aws-access-key"),
        ("Bearer <redacted>", "bearer-token"),
        ("-----BEGIN PRIVATE KEY-----<redacted>", "private-key"),
        (":<redacted>@", "url-credentials"),
    ];
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (mark, kind) in BARE {
        *counts.entry(kind).or_default() += text.matches(mark).count();
    }
    for (at, mark) in text.match_indices(TYPED) {
        let rest = &text[at + mark.len()..];
        let kind = rest.split('>').next().unwrap_or_default();
        let is_kind =
            kind.len() < rest.len() && kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_kind && !kind.is_empty() {
            *counts.entry(kind).or_default() += 1;
        }
    }
    let masked = counts.into_iter().filter(|(_, count)| *count > 0);
    masked.map(|(kind, count)| Redaction { kind: kind.to_owned(), count }).collect()
}

/// The start of a typed placeholder.
const TYPED: &str = "<redacted:";

/// Whether a masked text keeps its number of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// A block becomes its placeholder.
    Fold,
    /// A block becomes its placeholder and as many line ends as it had: line numbers stay true.
    Keep,
}

/// A secret in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    start: usize,
    end: usize,
    mask: Mask,
}

/// What stands for a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mask {
    /// `<redacted:kind>`.
    Typed(&'static str),
    /// A placeholder of its own.
    Bare { kind: &'static str, placeholder: &'static str },
}

impl Mask {
    fn kind(self) -> &'static str {
        match self {
            Self::Typed(kind) | Self::Bare { kind, .. } => kind,
        }
    }

    /// Whether only the name of the value said what it is.
    fn is_by_name(self) -> bool {
        matches!(self, Self::Typed("secret" | "password"))
    }

    fn push_to(self, masked: &mut String) {
        match self {
            Self::Typed(kind) => {
                masked.push_str(TYPED);
                masked.push_str(kind);
                masked.push('>');
            }
            Self::Bare { placeholder, .. } => masked.push_str(placeholder),
        }
    }
}

/// Finds secrets of its sort in a text.
type Detector = fn(&str, &mut Vec<Found>);

const DETECTORS: &[Detector] = &[by_keyword, formats::find, known::find];
const TIME: Duration = Duration::from_millis(limits::REDACTION_MS);

fn by_keyword(text: &str, found: &mut Vec<Found>) {
    look(text, markers::NESTED, found);
}

/// Judges every keyword of a text. What may go over several lines is looked at once more without the markers of lines,
/// of which at most `nested` stand one inside another.
fn look(text: &str, nested: usize, found: &mut Vec<Found>) {
    let (mut has_key_block, mut many_lines) = (false, Vec::new());
    let (mut yaml_until, mut json_until, mut command_until, mut cookie_until) = (0, 0, 0, 0);
    let (mut jwk_until, mut insert_until) = (0, 0);
    let (mut names, mut read) = (Nested::default(), assignment::Read::default());
    keywords::find(text, |clue, start, end| {
        if nested > 0 && may_go_on(text, clue, end) {
            many_lines.push(start);
        }
        match clue {
            Clue::KeyBlock => has_key_block = true,
            Clue::PuttyKey => key_block::putty(text, end, found),
            Clue::Url => urls::consider(text, start, found),
            Clue::EscapedUrl => urls::escaped(text, end, found),
            Clue::DataSource => urls::data_source(text, start, found),
            Clue::Dsn => urls::without_address(text, end, found),
            Clue::Basic => headers::basic(text, start, found),
            Clue::Jwk if end < jwk_until => {}
            Clue::Jwk => jwk_until = calls::json_web_key(text, start, end, found),
            Clue::Insert if end < insert_until => {}
            Clue::Insert => insert_until = tables::insert(text, end, found),
            Clue::Login => calls::login(text, end, found),
            Clue::Sign => calls::sign(text, end, found),
            Clue::Accounts => calls::accounts(text, end, found),
            Clue::Bearer => headers::bearer(text, start, end, found),
            Clue::Authorization => headers::authorization(text, start, end, found),
            Clue::Cookie if end < cookie_until => {}
            Clue::Cookie => cookie_until = headers::cookie(text, end, found),
            Clue::Curl | Clue::DashP if end < command_until => {}
            Clue::Curl => command_until = commands::curl(text, end, found),
            Clue::DashP => command_until = commands::dash_p(text, end, found),
            Clue::Oracle => urls::oracle(text, end, found),
            Clue::Kind if end < yaml_until => {}
            Clue::Kind => yaml_until = kubernetes::consider(text, end, found),
            Clue::KindInJson if end < json_until => {}
            Clue::KindInJson => json_until = kubernetes::consider_json(text, end, found),
            Clue::Password | Clue::Token if names.is_too_many(start) => {}
            Clue::Password | Clue::Token => {
                names.until(assignment::consider(text, clue, (start, end), &mut read, found));
            }
        }
    });
    if has_key_block {
        key_block::find(text, found);
    }
    if !many_lines.is_empty() {
        markers::find(text, many_lines, |view, found| look(view, nested - 1, found), found);
    }
}

/// Whether what a keyword announces may stand on the next lines: nearly everything stands on the keyword's own.
fn may_go_on(text: &str, clue: Clue, end: usize) -> bool {
    const LINE_BYTES: usize = 1_024;
    const SECRET: &[u8] = b"secret";
    let rest = &text.as_bytes()[end..text.len().min(end + LINE_BYTES)];
    match clue {
        Clue::KeyBlock | Clue::PuttyKey => true,
        Clue::Kind | Clue::KindInJson => {
            let signs = rest.iter().take_while(|byte| b" \t:\"'\\".contains(byte)).count();
            let kind = rest.get(signs..signs + SECRET.len());
            kind.is_some_and(|kind| kind.eq_ignore_ascii_case(SECRET))
        }
        Clue::Curl | Clue::DashP => {
            let line = memchr(b'\n', rest).map_or(&[][..], |length| &rest[..length]);
            line.trim_ascii_end().ends_with(b"\\")
        }
        Clue::Password | Clue::Token => assignment::may_go_on(rest),
        _ => false,
    }
}

/// Names inside the value of a name: a few are looked at, so that a text of names alone costs no more than others.
#[derive(Default)]
struct Nested {
    until: usize,
    count: usize,
}

impl Nested {
    const MOST: usize = 8;

    fn is_too_many(&mut self, start: usize) -> bool {
        self.count = if start < self.until { self.count + 1 } else { 0 };
        self.count > Self::MOST
    }

    fn until(&mut self, end: usize) {
        self.until = self.until.max(end);
    }
}

fn redact_with<'t>(text: &'t str, lines: Lines, detectors: &[Detector], time: Duration) -> Redacted<'t> {
    let started = clock::now();
    let mut redacted = Redacted { text: Cow::Borrowed(text), counts: Vec::new() };
    for round in 0..=limits::REDACTION_ROUNDS {
        let found = match find_all(&redacted.text, detectors, started, time) {
            Some(found) if found.is_empty() => break,
            Some(found) if round < limits::REDACTION_ROUNDS => found,
            // A fault, or masks that never come to rest.
            Some(_) | None => return unchecked(text, lines),
        };
        redacted.text = Cow::Owned(masked(&redacted.text, &found, lines));
        found.iter().for_each(|one| count(one.mask.kind(), &mut redacted.counts));
    }
    redacted.counts.sort_unstable();
    redacted
}

/// What all detectors find, in order and apart; `None` if one failed or took too long.
fn find_all(text: &str, detectors: &[Detector], started: Instant, time: Duration) -> Option<Vec<Found>> {
    let mut found = Vec::new();
    for detector in detectors {
        catch_unwind(AssertUnwindSafe(|| detector(text, &mut found))).ok()?;
        // The clock costs more than a short text.
        if text.len() > limits::REDACTION_UNTIMED_BYTES && clock::since(started) > time {
            return None;
        }
    }
    found.sort_by_key(|one| (one.start, std::cmp::Reverse(one.end)));
    let mut apart: Vec<Found> = Vec::with_capacity(found.len());
    for one in found {
        match apart.last_mut() {
            // What overlaps goes together, as far as both reach, by the name that says more.
            Some(last) if one.start < last.end => {
                last.end = last.end.max(one.end);
                last.mask = if last.mask.is_by_name() { one.mask } else { last.mask };
            }
            _ => apart.push(one),
        }
    }
    Some(apart)
}

fn count(kind: &'static str, counts: &mut Vec<(&'static str, usize)>) {
    match counts.iter_mut().find(|(counted, _)| *counted == kind) {
        Some((_, total)) => *total += 1,
        None => counts.push((kind, 1)),
    }
}

fn masked(text: &str, found: &[Found], lines: Lines) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut copied = 0;
    for one in found {
        masked.push_str(&text[copied..one.start]);
        one.mask.push_to(&mut masked);
        lines.push_ends_of(&text[one.start..one.end], &mut masked);
        copied = one.end;
    }
    masked.push_str(&text[copied..]);
    masked
}

fn unchecked(text: &str, lines: Lines) -> Redacted<'static> {
    let mut masked = UNCHECKED.to_owned();
    lines.push_ends_of(text, &mut masked);
    Redacted { text: Cow::Owned(masked), counts: vec![(UNCHECKED_KIND, 1)] }
}

impl Lines {
    /// After a placeholder: the line ends of what it stands for.
    fn push_ends_of(self, hidden: &str, masked: &mut String) {
        if self == Self::Keep {
            masked.extend(hidden.bytes().filter(|byte| *byte == b'\n').map(char::from));
        }
    }
}
