//! The table of token formats, one row each: what gives it away, what it looks like, what stands for it.
//!
//! A pattern holds ASCII classes only and does not end in a fixed count: what follows a placeholder must
//! not look like the start of another token. Adding a format is adding a row.

/// One token format.
#[derive(Debug)]
pub(super) struct Rule {
    /// The kind, as it is counted in `redactions`.
    pub(super) kind: &'static str,
    /// One of these is in every text that holds such a token; upper and lower case are alike.
    pub(super) keywords: &'static [&'static str],
    /// How its extent is found.
    pub(super) finder: Finder,
    /// Whether the value (the pattern's group of that name, or all of it) is a secret and no word or example.
    pub(super) is_real: fn(&str) -> bool,
    /// What stands for it; `${before}` and `${after}` are groups of the pattern.
    pub(super) placeholder: &'static str,
}

/// How the extent of a token is found.
#[derive(Debug, Clone, Copy)]
pub(super) enum Finder {
    /// By a pattern that starts at the start of a word.
    Pattern(&'static str),
    /// From a PEM header to its end.
    KeyBlock,
}

/// Every format, in the order in which they are masked: the surest and longest first.
pub(super) static RULES: [Rule; 11] = [
    Rule {
        kind: "private-key",
        keywords: &["-----BEGIN ", "-----END "],
        finder: Finder::KeyBlock,
        is_real: always,
        placeholder: "-----BEGIN PRIVATE KEY-----<redacted>",
    },
    Rule {
        kind: "github-token",
        keywords: &["github_pat_"],
        finder: Finder::Pattern(r"github_pat_[A-Za-z0-9_]{22,}"),
        is_real: is_varied,
        placeholder: "<redacted:github-token>",
    },
    Rule {
        kind: "github-token",
        keywords: &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        finder: Finder::Pattern(r"gh[pousr]_[A-Za-z0-9]{16,}"),
        is_real: is_varied,
        placeholder: "<redacted:github-token>",
    },
    Rule {
        kind: "anthropic-key",
        keywords: &["sk-ant-"],
        finder: Finder::Pattern(r"sk-ant-[A-Za-z0-9_-]{16,}"),
        is_real: has_digit,
        placeholder: "<redacted:anthropic-key>",
    },
    Rule {
        kind: "openai-key",
        keywords: &["sk-"],
        finder: Finder::Pattern(r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}"),
        is_real: has_dense_run,
        placeholder: "<redacted:openai-key>",
    },
    Rule {
        kind: "slack-token",
        keywords: &["xox"],
        finder: Finder::Pattern(r"xox[abeoprs]-[A-Za-z0-9-]{10,}"),
        is_real: has_long_number,
        placeholder: "<redacted:slack-token>",
    },
    Rule {
        kind: "google-key",
        keywords: &["AIza"],
        finder: Finder::Pattern(r"AIza[A-Za-z0-9_-]{35,}"),
        is_real: is_varied,
        placeholder: "<redacted:google-key>",
    },
    Rule {
        kind: "aws-access-key",
        keywords: &["AKIA", "ASIA"],
        finder: Finder::Pattern(r"A[KS]IA[A-Z0-9]{16}\b"),
        is_real: always,
        placeholder: "AKIA<redacted>",
    },
    // In the header itself, whatever stands there alone is a token.
    Rule {
        kind: "bearer-token",
        keywords: &["authorization"],
        finder: Finder::Pattern(
            r#"(?<before>(?i:authorization)["'\\]{0,3}\s{0,4}[:=]\s{0,4}["'\\]{0,3})(?i:bearer)\s{1,8}(?<value>[A-Za-z0-9][A-Za-z0-9._~+/=-]{3,})(?<after>["'`\\\r\n,;)]|\s{0,8}$)"#,
        ),
        is_real: is_no_stand_in,
        placeholder: "${before}Bearer <redacted>${after}",
    },
    Rule {
        kind: "bearer-token",
        keywords: &["bearer"],
        finder: Finder::Pattern(r"(?i:bearer)(?:\s{1,8}|%20)(?<value>[A-Za-z0-9][A-Za-z0-9._~+/=-]{5,})"),
        is_real: is_bearer_value,
        placeholder: "Bearer <redacted>",
    },
    Rule {
        kind: "url-credentials",
        keywords: &["://"],
        finder: Finder::Pattern(
            r#"(?<before>[A-Za-z][A-Za-z0-9+.-]{1,20}://[A-Za-z0-9._%+~-]{0,64}:)(?<value>[!#%&()*+,.0-9:;=?A-Z\[\]^_a-z|~-]{3,256})@"#,
        ),
        is_real: is_password,
        placeholder: "${before}<redacted>@",
    },
];

fn always(_value: &str) -> bool {
    true
}

fn has_digit(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit())
}

/// A run without separators in which letters and digits mix, as in a random value and not in a name.
fn has_dense_run(value: &str) -> bool {
    value
        .split(['-', '_'])
        .any(|run| run.len() >= 16 && has_digit(run) && run.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// Not one letter over and over, as in `ghp_xxxx…`.
fn is_varied(value: &str) -> bool {
    const DISTINCT: u32 = 8;
    let seen = value.bytes().fold(0_u128, |seen, byte| seen | 1 << (byte & 0x7F));
    seen.count_ones() >= DISTINCT
}

/// Slack's tokens name a workspace by number.
fn has_long_number(value: &str) -> bool {
    const DIGITS: usize = 4;
    value.split('-').any(|part| part.bytes().filter(u8::is_ascii_digit).count() >= DIGITS)
}

/// `Bearer authentication` and `Bearer your-token-here` are words; a token mixes letters with digits, or
/// is long and mixes upper and lower case, or is longer than any word.
fn is_bearer_value(value: &str) -> bool {
    const LONGER_THAN_WORDS: usize = 24;
    let has_upper = value.bytes().any(|byte| byte.is_ascii_uppercase());
    let has_lower = value.bytes().any(|byte| byte.is_ascii_lowercase());
    let is_mixed = has_digit(value) || (has_upper && has_lower && value.len() >= 20);
    let mut parts = value.split(|character: char| !character.is_ascii_alphanumeric());
    let is_long = parts.any(|part| part.len() >= LONGER_THAN_WORDS);
    (is_mixed || is_long) && (has_upper || has_lower) && is_no_stand_in(value)
}

fn is_no_stand_in(value: &str) -> bool {
    !is_stand_in(value)
}

/// A password in a URL that is neither a reference nor a stand-in.
fn is_password(value: &str) -> bool {
    is_no_stand_in(value) && !value.starts_with(['$', '{', '%']) && !value.bytes().all(|byte| byte == b'*')
}

/// Words that documentation puts where a value goes.
fn is_stand_in(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "access",
        "api",
        "auth",
        "authentication",
        "bearer",
        "example",
        "header",
        "here",
        "jwt",
        "key",
        "my",
        "pass",
        "passwd",
        "password",
        "placeholder",
        "pwd",
        "scheme",
        "secret",
        "the",
        "token",
        "user",
        "value",
        "your",
    ];
    let folded = value.to_ascii_lowercase();
    let mut parts = folded.split(|character: char| !character.is_ascii_alphanumeric());
    parts.all(|part| WORDS.contains(&part) || part.bytes().all(|byte| byte == b'x'))
}
