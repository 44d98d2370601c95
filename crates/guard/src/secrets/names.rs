//! Which names announce a secret: the words of an identifier, of which one is a keyword.
//!
//! `api_key`, `dbPassword` and `CLIENT_SECRET` do; `keyboard`, `monkey`, `max_tokens`, `primary_key` and `author` do not.

use super::keywords::Clue;

/// A name that announces a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    /// Where its identifier starts.
    pub(super) start: usize,
    /// Where its identifier ends.
    pub(super) end: usize,
    /// Whether its value may be any word with a digit or sign in it.
    pub(super) is_password: bool,
    /// Whether it names an identity, which is no secret if it is a UUID.
    pub(super) is_identity: bool,
    /// Whether it is an option of a command: what follows a space is its value.
    pub(super) is_option: bool,
    /// Whether it is `auth` and nothing else.
    pub(super) is_auth: bool,
}

impl Name {
    /// The kind of its value.
    pub(super) fn kind(self) -> &'static str {
        if self.is_password { "password" } else { "secret" }
    }
}

/// How far an identifier goes on either side of a keyword.
const REACH: usize = 64;

/// The name around a keyword, if it announces a secret.
pub(super) fn judge(text: &str, clue: Clue, start: usize, end: usize) -> Option<Name> {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let left = bytes[..start].iter().rev().take(REACH).take_while(|byte| is_part(byte)).count();
    // A keyword that ends in its sign of assignment ends the name.
    let (end, right) = match bytes[..end].strip_suffix(b"=") {
        Some(name) => (name.len(), 0),
        None => (end, bytes[end..].iter().take(REACH).take_while(|byte| is_part(byte)).count()),
    };
    let (before, word, rest) = (&bytes[start - left..start], &bytes[start..end], &bytes[end..end + right]);
    let is_placeholder = text.get(..start - left).is_some_and(is_inside_placeholder);
    if is_placeholder || !begins_well(before, word) || !ends_well(word, rest) {
        return None;
    }
    let rest = Words::of(rest);
    let is_identity = rest.any_is(&["id", "ids"])
        || word.eq_ignore_ascii_case(b"client_id")
        || word.eq_ignore_ascii_case(b"clientid");
    let dashed = bytes[..start].strip_suffix(b"-").filter(|_| before.is_empty()).map(|head| {
        let length = head.iter().rev().take(REACH).take_while(|byte| is_part(byte)).count();
        &head[head.len() - length..]
    });
    let is_denied =
        rest.first_is_one_of(NOT_BEFORE) || Words::of(dashed.unwrap_or(before)).last_is_one_of(NOT_AFTER);
    (!is_denied).then_some(Name {
        start: start - left,
        end: end + right,
        is_password: clue == Clue::Password,
        is_identity,
        is_option: is_option(&bytes[..start - left]),
        is_auth: word.eq_ignore_ascii_case(b"auth")
            && rest.0.is_empty()
            && before.iter().all(|byte| *byte == b'_'),
    })
}

/// Whether what stands before an identifier makes it an option: `--api-` before `key`.
fn is_option(head: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let length = head.iter().rev().take(REACH).take_while(|byte| is_part(byte)).count();
    let (before, option) = head.split_at(head.len() - length);
    option.starts_with(b"-")
        && before.last().is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'`(".contains(byte))
}

/// Words that, right after the keyword, make it a name of something else.
static NOT_BEFORE: &[&str] = &[
    "name",
    "names",
    "file",
    "filename",
    "path",
    "dir",
    "url",
    "uri",
    "usage",
    "limit",
    "limits",
    "count",
    "counts",
    "type",
    "types",
    "len",
    "length",
    "size",
    "ref",
    "env",
    "envar",
    "format",
    "prefix",
    "suffix",
    "header",
    "headers",
    "field",
    "pattern",
    "regex",
    "hash",
    "digest",
    "chars",
    "alphabet",
    "str",
    "store",
    "vault",
    "frame",
    "map",
    "index",
    "selector",
    "list",
    "set",
    "provider",
    "manager",
    "expiry",
    "expires",
    "expiration",
    "ttl",
    "scope",
    "scopes",
    "version",
    "label",
    "title",
    "hint",
    "error",
    "errors",
    "message",
    "policy",
    "generator",
    "factory",
    "service",
    "handler",
    "source",
    "method",
    "mode",
    "level",
    "control",
    "event",
    "events",
    "endpoint",
    "cache",
    "code",
    "codes",
    "point",
    "status",
    "state",
    "algorithm",
];

/// Words that, right before the keyword, make it a name of something else.
static NOT_AFTER: &[&str] = &[
    "foreign",
    "primary",
    "public",
    "pub",
    "partition",
    "sort",
    "cache",
    "idempotency",
    "bucket",
    "sequence",
    "idx",
    "issuer",
    "group",
    "object",
    "csrf",
    "xsrf",
    "next",
    "page",
    "continuation",
    "cancellation",
    "row",
    "column",
    "col",
    "map",
    "dict",
    "hash",
    "lookup",
    "translation",
    "message",
    "storage",
    "query",
    "unique",
    "composite",
    "surrogate",
    "natural",
    "max",
    "min",
    "num",
    "total",
    "prompt",
    "completion",
    "input",
    "output",
    "valid",
    "forgot",
    "reset",
    "lost",
];

/// Whether what stands before a keyword in its identifier leaves it a word of its own.
fn begins_well(before: &[u8], word: &[u8]) -> bool {
    const GLUED: [&str; 30] = [
        "aws",
        "require",
        "api",
        "access",
        "secret",
        "private",
        "auth",
        "sign",
        "signing",
        "encryption",
        "master",
        "app",
        "consumer",
        "client",
        "license",
        "service",
        "ssh",
        "session",
        "host",
        "shared",
        "account",
        "db",
        "user",
        "root",
        "my",
        "admin",
        "iam",
        "site",
        "server",
        "web",
    ];
    let (Some(last), Some(first)) = (before.last(), word.first()) else { return true };
    let is_glued = last.is_ascii_alphabetic() && last.is_ascii_uppercase() == first.is_ascii_uppercase();
    let is_sure = matches!(word.len(), 5..) && !word.eq_ignore_ascii_case(b"access");
    !is_glued || is_sure || ends_with_any(before, &GLUED)
}

/// Whether what follows a keyword in its identifier leaves it a word of its own.
fn ends_well(word: &[u8], rest: &[u8]) -> bool {
    const GLUED: [&str; 22] = [
        "s",
        "ord",
        "ords",
        "wd",
        "d",
        "ort",
        "e",
        "key",
        "keys",
        "token",
        "tokens",
        "secret",
        "id",
        "ential",
        "entials",
        "pass",
        "password",
        "phrase",
        "orization",
        "sid",
        "value",
        "data",
    ];
    let (Some(last), Some(first)) = (word.last(), rest.first()) else { return true };
    let is_glued = first.is_ascii_alphabetic() && first.is_ascii_uppercase() == last.is_ascii_uppercase();
    if !is_glued || !last.is_ascii_alphabetic() {
        // `_pw` and `passw` end in the middle of a word.
        return !word.eq_ignore_ascii_case(b"passw") || !rest.is_empty();
    }
    let glued = rest.iter().take_while(|byte| {
        byte.is_ascii_alphabetic() && byte.is_ascii_uppercase() == first.is_ascii_uppercase()
    });
    let glued: Vec<u8> = glued.map(u8::to_ascii_lowercase).collect();
    GLUED.iter().any(|allowed| glued.as_slice() == allowed.as_bytes())
}

fn ends_with_any(before: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| {
        let tail = before.len().checked_sub(word.len()).map(|at| &before[at..]);
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// Whether an identifier stands in a placeholder of ours: `<redacted:github-token>`.
fn is_inside_placeholder(head: &str) -> bool {
    let kind = head.trim_end_matches(|character: char| character.is_ascii_alphanumeric() || character == '-');
    kind.ends_with("<redacted:")
}

/// The words of a part of an identifier, at underscores and at upper case.
struct Words<'t>(Vec<&'t [u8]>);

impl<'t> Words<'t> {
    fn of(part: &'t [u8]) -> Self {
        let mut words = Vec::new();
        let mut start = 0;
        for at in 1..part.len() {
            let is_border = part[at] == b'_'
                || part[at - 1] == b'_'
                || (part[at].is_ascii_uppercase() && part[at - 1].is_ascii_lowercase());
            if is_border {
                words.push(&part[start..at]);
                start = at;
            }
        }
        words.push(&part[start..]);
        words.retain(|word| *word != b"_" && !word.is_empty());
        Self(words)
    }

    fn first_is_one_of(&self, words: &[&str]) -> bool {
        self.0
            .first()
            .is_some_and(|first| words.iter().any(|word| first.eq_ignore_ascii_case(word.as_bytes())))
    }

    fn last_is_one_of(&self, words: &[&str]) -> bool {
        self.0.last().is_some_and(|last| words.iter().any(|word| last.eq_ignore_ascii_case(word.as_bytes())))
    }

    fn any_is(&self, words: &[&str]) -> bool {
        self.0.iter().any(|one| words.iter().any(|word| one.eq_ignore_ascii_case(word.as_bytes())))
    }
}
