//! git's own way to match a pattern, byte by byte, with all of its corners: another matcher shows what git ignores where the two
//! differ. Compiles nothing, so that a prompt pays for the rules that it meets and no more.
//!
//! Knows no file and no rule.

use foreword_guard::glob::GlobCase;
use foreword_model::limits;

/// What a `*` may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// A name: `*` stands for everything.
    Name,
    /// A path: only `**` crosses a `/`.
    Path,
}

/// The steps that one path may take through all rules of a file.
#[derive(Debug)]
pub(super) struct Steps(usize);

impl Default for Steps {
    fn default() -> Self {
        Self(limits::IGNORE_MATCH_STEPS)
    }
}

impl Steps {
    /// Whether they are used up, so that what a pattern matches is not known.
    pub(super) fn are_gone(&self) -> bool {
        self.0 == 0
    }

    fn take(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }
}

/// Why a pattern does not match; a `*` further out need not try what cannot help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Match,
    No,
    /// Not however much more a `*` takes.
    Never,
    /// Only if a `**` takes more.
    OnlyFurther,
}

/// Whether a character means more than itself.
pub(super) fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

/// Whether a pattern matches a whole text. Answers no once the steps are used up.
pub(super) fn matches(
    pattern: &[u8],
    text: &[u8],
    subject: Subject,
    case: GlobCase,
    steps: &mut Steps,
) -> bool {
    let matcher = Matcher { pattern, text, subject, case };
    matcher.run(0, 0, steps) == Outcome::Match
}

struct Matcher<'a> {
    pattern: &'a [u8],
    text: &'a [u8],
    subject: Subject,
    case: GlobCase,
}

impl Matcher<'_> {
    /// A byte of the pattern; 0 behind its end, as in git, which ends a rule at the first one.
    fn rule(&self, at: usize) -> u8 {
        self.pattern.get(at).copied().unwrap_or(0)
    }

    fn letter(&self, at: usize) -> u8 {
        self.folded(self.text.get(at).copied().unwrap_or(0))
    }

    fn folded(&self, byte: u8) -> u8 {
        match self.case {
            GlobCase::Exact => byte,
            GlobCase::Folded => byte.to_ascii_lowercase(),
        }
    }

    fn has_slash_from(&self, at: usize) -> Option<usize> {
        self.text.get(at..)?.iter().position(|byte| *byte == b'/').map(|found| at + found)
    }

    fn run(&self, mut rule: usize, mut at: usize, steps: &mut Steps) -> Outcome {
        let start = rule;
        while rule < self.pattern.len() {
            steps.take();
            if steps.are_gone() {
                return Outcome::Never;
            }
            let (sign, letter) = (self.rule(rule), self.letter(at));
            if at >= self.text.len() && sign != b'*' {
                return Outcome::Never;
            }
            match sign {
                // An escaped letter stands for itself, in its own case.
                b'\\' => {
                    rule += 1;
                    if letter != self.rule(rule) {
                        return Outcome::No;
                    }
                }
                b'?' if self.subject == Subject::Path && letter == b'/' => return Outcome::No,
                b'?' => {}
                b'[' => match self.brackets(rule, letter) {
                    Some((true, end)) => rule = end,
                    Some((false, _)) => return Outcome::No,
                    None => return Outcome::Never,
                },
                b'*' => match self.star(start, rule, at, steps) {
                    Ok(slash) => (rule, at) = slash,
                    Err(outcome) => return outcome,
                },
                _ if letter != self.folded(sign) => return Outcome::No,
                _ => {}
            }
            rule += 1;
            at += 1;
        }
        if at >= self.text.len() { Outcome::Match } else { Outcome::No }
    }

    /// A `*` or more of them. Goes on only where one `*` stands before a `/`, at the next `/` of the text.
    fn star(
        &self,
        start: usize,
        first: usize,
        at: usize,
        steps: &mut Steps,
    ) -> Result<(usize, usize), Outcome> {
        let count = self.pattern[first..].iter().take_while(|byte| **byte == b'*').count();
        let rule = first + count;
        let crosses = match (self.subject, count) {
            (Subject::Name, _) => true,
            (Subject::Path, 1) => false,
            (Subject::Path, _) => {
                // git looks at what is left of the pattern only: what stood before may have been taken away.
                let begins = first - start < 1 || self.rule(first - 1) == b'/';
                let rest = &self.pattern[rule..];
                begins && (rest.is_empty() || rest[0] == b'/' || rest.starts_with(b"\\/"))
            }
        };
        let is_folders = self.subject == Subject::Path && crosses && self.rule(rule) == b'/';
        if is_folders && self.run(rule + 1, at, steps) == Outcome::Match {
            return Err(Outcome::Match);
        }
        if rule >= self.pattern.len() {
            let ends = crosses || self.has_slash_from(at).is_none();
            return Err(if ends { Outcome::Match } else { Outcome::OnlyFurther });
        }
        if !crosses && self.rule(rule) == b'/' {
            return self.has_slash_from(at).map(|slash| (rule, slash)).ok_or(Outcome::Never);
        }
        Err(self.stretch(rule, at, crosses, steps))
    }

    /// Tries what follows a `*` at every place that it may reach.
    fn stretch(&self, rule: usize, mut at: usize, crosses: bool, steps: &mut Steps) -> Outcome {
        let next = self.rule(rule);
        while at < self.text.len() {
            steps.take();
            if steps.are_gone() {
                return Outcome::Never;
            }
            let letter = self.letter(at);
            let may_begin = is_special(next) || letter == self.folded(next);
            if may_begin {
                match self.run(rule, at, steps) {
                    Outcome::No => {}
                    Outcome::OnlyFurther if crosses => {}
                    outcome => return outcome,
                }
            }
            if !crosses && letter == b'/' {
                return Outcome::OnlyFurther;
            }
            at += 1;
        }
        Outcome::Never
    }

    /// Whether brackets hold a letter, and where they end; nothing if they match nothing at all.
    fn brackets(&self, open: usize, letter: u8) -> Option<(bool, usize)> {
        let mut at = open + 1;
        let is_negated = matches!(self.rule(at), b'!' | b'^');
        at += usize::from(is_negated);
        let (mut holds, mut before, mut is_first) = (false, 0, true);
        loop {
            let sign = self.rule(at);
            match sign {
                0 => return None,
                b']' if !is_first => break,
                b'-' if before != 0 && !matches!(self.rule(at + 1), 0 | b']') => {
                    at += 1 + usize::from(self.rule(at + 1) == b'\\');
                    let end = self.rule(at);
                    if end == 0 {
                        return None;
                    }
                    holds |= self.is_within(letter, before, end);
                    before = 0;
                }
                b'[' if self.rule(at + 1) == b':' => match self.named_class(at + 2)? {
                    Some((name, end)) => {
                        holds |= self.is_in_class(name, letter)?;
                        (before, at) = (0, end);
                    }
                    None => {
                        holds |= letter == b'[';
                        before = b'[';
                    }
                },
                _ => {
                    at += usize::from(sign == b'\\');
                    before = self.rule(at);
                    if before == 0 {
                        return None;
                    }
                    holds |= letter == before;
                }
            }
            at += 1;
            is_first = false;
        }
        let is_slash = self.subject == Subject::Path && letter == b'/';
        Some((holds != is_negated && !is_slash, at))
    }

    fn is_within(&self, letter: u8, low: u8, high: u8) -> bool {
        let is_held = |letter: u8| low <= letter && letter <= high;
        is_held(letter)
            || (self.case == GlobCase::Folded
                && letter.is_ascii_lowercase()
                && is_held(letter.to_ascii_uppercase()))
    }

    /// The name of a class that begins here, and where its `]` is; an inner nothing if it is none, an outer one without any `]`.
    #[expect(clippy::option_option, reason = "git tells a set without an end from a name that is none")]
    fn named_class(&self, start: usize) -> Option<Option<(&[u8], usize)>> {
        let rest = self.pattern.get(start..)?;
        let end = rest.iter().position(|byte| *byte == b']')?;
        Some(rest[..end].strip_suffix(b":").map(|name| (name, start + end)))
    }

    fn is_in_class(&self, name: &[u8], letter: u8) -> Option<bool> {
        Some(match name {
            b"alnum" => letter.is_ascii_alphanumeric(),
            b"alpha" => letter.is_ascii_alphabetic(),
            b"blank" => matches!(letter, b' ' | b'\t'),
            b"cntrl" => letter.is_ascii_control(),
            b"digit" => letter.is_ascii_digit(),
            b"graph" => letter.is_ascii_graphic(),
            b"lower" => letter.is_ascii_lowercase(),
            b"print" => letter.is_ascii_graphic() || letter == b' ',
            b"punct" => letter.is_ascii_punctuation(),
            b"space" => letter.is_ascii_whitespace() || letter == 0x0b,
            b"upper" => {
                letter.is_ascii_uppercase() || (self.case == GlobCase::Folded && letter.is_ascii_lowercase())
            }
            b"xdigit" => letter.is_ascii_hexdigit(),
            // git matches nothing with a name that it does not know.
            _ => return None,
        })
    }
}
