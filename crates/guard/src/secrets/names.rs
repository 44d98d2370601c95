//! Which names announce a secret: the words of an identifier, of which one is a keyword.
//!
//! `api_key`, `dbPassword` and `CLIENT_SECRET` do; `keyboard`, `monkey`, `max_tokens`, `primary_key` and `author` do not.

use super::TYPED;
use super::keywords::{self, Clue};
use super::letters;

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
    /// Whether it speaks of a login, whose password is one argument of several.
    pub(super) is_login: bool,
}

impl Name {
    /// The kind of its value.
    pub(super) fn kind(self) -> &'static str {
        if self.is_password { "password" } else { "secret" }
    }
}

/// The shortest identifier that may be letters of chance around a keyword.
const BASE64_BYTES: usize = 16;
/// How far an identifier goes on either side of a keyword.
const REACH: usize = 64;

/// The name around a keyword, if it announces a secret.
pub(super) fn judge(text: &str, clue: Clue, start: usize, end: usize) -> Option<Name> {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let left = bytes[..start].iter().rev().take(REACH).take_while(|byte| is_part(byte)).count();
    // A keyword that ends in its sign of assignment ends the name.
    let name = bytes[start..end]
        .trim_ascii_end()
        .iter()
        .rev()
        .skip_while(|byte| b"=:\"'[>| ".contains(byte))
        .count();
    let right = match start + name == end {
        true => bytes[end..].iter().take(REACH).take_while(|byte| is_part(byte)).count(),
        false => 0,
    };
    let end = start + name;
    let (before, word, rest) = (&bytes[start - left..start], &bytes[start..end], &bytes[end..end + right]);
    let is_placeholder = is_inside_placeholder(&bytes[..start - left]);
    let is_short_and_mixed = is_short(word) && !is_of_one_case(word);
    // Letters of base64 hold short words by chance.
    let is_of_base64 = before.len() + rest.len() >= BASE64_BYTES
        && text.get(start - left..end + right).is_some_and(letters::are_no_words);
    if is_placeholder
        || is_short_and_mixed
        || is_of_base64
        || !begins_well(before, word)
        || !ends_well(word, rest)
    {
        return None;
    }
    let rest = Words::of(behind_word(word, rest));
    let is_identity = rest.any_is(&["id", "ids"])
        || word.eq_ignore_ascii_case(b"client_id")
        || word.eq_ignore_ascii_case(b"clientid");
    let dashed = bytes[..start].strip_suffix(b"-").filter(|_| before.is_empty()).map(|head| {
        let length = head.iter().rev().take(REACH).take_while(|byte| is_part(byte)).count();
        &head[head.len() - length..]
    });
    let is_salt = word.eq_ignore_ascii_case(b"_salt");
    let is_denied = rest.first_is_one_of(NOT_BEFORE)
        || !is_salt && Words::of(dashed.unwrap_or(before)).last_is_one_of(NOT_AFTER);
    (!is_denied).then_some(Name {
        start: start - left,
        end: end + right,
        is_password: clue == Clue::Password,
        is_identity,
        is_option: is_option(&bytes[..start - left]) || is_directive(bytes, start - left, end + right),
        is_login: word.eq_ignore_ascii_case(b"auth") || word.eq_ignore_ascii_case(b"cred"),
        is_auth: word.eq_ignore_ascii_case(b"auth")
            && rest.0.is_empty()
            && before.iter().all(|byte| *byte == b'_'),
    })
}

/// What follows a keyword's word in an identifier. `passw` is but a part of one.
fn behind_word<'t>(word: &[u8], rest: &'t [u8]) -> &'t [u8] {
    let is_lower = rest.first().is_some_and(u8::is_ascii_lowercase);
    let glued =
        rest.iter().take_while(|byte| byte.is_ascii_alphabetic() && byte.is_ascii_lowercase() == is_lower);
    match word.eq_ignore_ascii_case(b"passw") {
        true => &rest[glued.count()..],
        false => rest,
    }
}

/// The name that an identifier by itself is, if it announces a secret: the title of a column, the name of a table.
pub(super) fn of_identifier(identifier: &str) -> Option<Name> {
    let mut name = None;
    keywords::find(identifier, |clue, start, end| {
        if name.is_none() && matches!(clue, Clue::Password | Clue::Token) {
            name = judge(identifier, clue, start, end);
        }
    });
    name
}

/// Whether what stands before an identifier makes it an option (`--api-` before `key`), or the name that a command sets to
/// the word behind it (`ENV `, `aws configure set `).
fn is_option(head: &[u8]) -> bool {
    if is_set_by_command(head) {
        return true;
    }
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
    "arn",
    "arns",
    "regexp",
    "identity",
];

/// Whether a name is a directive of a configuration, at the start of its line.
fn is_directive(bytes: &[u8], start: usize, end: usize) -> bool {
    const DIRECTIVES: [&[u8]; 4] = [b"requirepass", b"masterauth", b"bindpw", b"remote_password"];
    const INDENT: usize = 32;
    if !DIRECTIVES.iter().any(|directive| bytes[start..end].eq_ignore_ascii_case(directive)) {
        return false;
    }
    let head = &bytes[start.saturating_sub(INDENT)..start];
    let head = &head[memchr::memrchr(b'\n', head).map_or(0, |at| at + 1)..];
    head.trim_ascii().is_empty()
}

/// Whether a line begins with a command that takes a name and its value, and nothing else stands before the name.
fn is_set_by_command(head: &[u8]) -> bool {
    const COMMANDS: [&[u8]; 14] = [
        b"env ",
        b"arg ",
        b"setenv ",
        b"setx ",
        b"set -x ",
        b"set -gx ",
        b"set -ux ",
        b"set -xg ",
        b"aws configure set ",
        b"git config ",
        b"npm config set ",
        b"yarn config set ",
        b"heroku config:set ",
        b"gh secret set ",
    ];
    const LINE_BYTES: usize = 128;
    let line = &head[head.len().saturating_sub(LINE_BYTES)..];
    let line = &line[memchr::memrchr(b'\n', line).map_or(0, |at| at + 1)..];
    let line = line.trim_ascii_start();
    if !line.first().is_some_and(|first| b"easgnyh".contains(&first.to_ascii_lowercase())) {
        return false;
    }
    COMMANDS.iter().any(|command| {
        let begins = line.get(..command.len()).is_some_and(|start| start.eq_ignore_ascii_case(command));
        // Options and the sections of the name may stand between: `git config --global github.token`.
        begins
            && line[command.len()..]
                .split(|byte| *byte == b' ')
                .rev()
                .skip(1)
                .all(|word| word.starts_with(b"-"))
    })
}

/// Words that, right before the keyword, make it a name of something else.
static NOT_AFTER: &[&str] = &[
    "uuid",
    "guid",
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
    const GLUED: [&str; 31] = [
        "aws",
        "store",
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
    let is_sign = !first.is_ascii_alphabetic();
    let is_same_case = last.is_ascii_uppercase() == first.is_ascii_uppercase();
    // `ref_pat` is a pattern; letters of base64 end in `pw` by chance.
    let is_glued = last.is_ascii_alphabetic()
        && match is_sign {
            true => word.eq_ignore_ascii_case(b"_pat") && is_same_case,
            false => is_same_case || (is_short(word) && first.is_ascii_lowercase()),
        };
    if is_short(word) && (before.len() > BASE64_BYTES || before.iter().any(u8::is_ascii_digit)) {
        return *last == b'_';
    }
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

/// Whether a keyword is so short and rare in words that letters of chance hold it more often.
fn is_short(word: &[u8]) -> bool {
    [&b"pw"[..], b"psk", b"psw"].iter().any(|short| word.eq_ignore_ascii_case(short))
}

/// `word`, `Word` or `WORD`.
fn is_of_one_case(word: &[u8]) -> bool {
    let rest = word.get(1..).unwrap_or_default();
    !rest.iter().any(u8::is_ascii_uppercase) || !word.iter().any(u8::is_ascii_lowercase)
}

fn ends_with_any(before: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| {
        let tail = before.len().checked_sub(word.len()).map(|at| &before[at..]);
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// Whether an identifier stands in a placeholder of ours: `<redacted:github-token>`.
fn is_inside_placeholder(head: &[u8]) -> bool {
    let is_of_kind = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
    let kind = head.iter().rev().take(REACH).take_while(is_of_kind).count();
    head[..head.len() - kind].ends_with(TYPED.as_bytes())
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
