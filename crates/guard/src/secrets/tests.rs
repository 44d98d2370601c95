//! Each format once, what must stay as it is, and that masking is stable.

use proptest::prelude::*;

use super::*;

/// The rows are put together here, so that no scanner takes this file for a leak.
fn token(prefix: &str, length: usize) -> String {
    let letters = "Ab3dEf6hIj9LmN2pQr5tUv8x";
    prefix.chars().chain(letters.chars().cycle().take(length)).collect()
}

fn check(text: &str, expect: &str, counts: &[(&'static str, usize)]) {
    let redacted = redact(text);
    assert_eq!(redacted.text, expect, "{text}");
    assert_eq!(redacted.counts, counts, "{text}");
    assert_eq!(redact(expect).text, expect, "its own placeholder");
}

#[test]
fn secrets_become_typed_placeholders() {
    let aws = ["AKIA", "IOSFODNN7ABCDEFG"].concat();
    let session = ["ASIA", "IOSFODNN7ABCDEFG"].concat();
    for (text, expect, kind) in [
        (format!("key={aws}"), "key=AKIA<redacted>".to_owned(), "aws-access-key"),
        (format!("密钥{session}。"), "密钥AKIA<redacted>。".to_owned(), "aws-access-key"),
        (
            format!("Authorization: Bearer {}", token("ey.", 40)),
            "Authorization: Bearer <redacted>".to_owned(),
            "bearer-token",
        ),
        (
            format!("-H 'authorization: bearer {}'", token("", 9)),
            "-H 'authorization: Bearer <redacted>'".to_owned(),
            "bearer-token",
        ),
        (
            "{\"Authorization\": \"Bearer opaque\"}".to_owned(),
            "{\"Authorization\": \"Bearer <redacted>\"}".to_owned(),
            "bearer-token",
        ),
        ("bearer abc123".to_owned(), "Bearer <redacted>".to_owned(), "bearer-token"),
        (format!("t: {}", token("ghp_", 36)), "t: <redacted:github-token>".to_owned(), "github-token"),
        (format!("X_{}", token("ghs_", 36)), "X_<redacted:github-token>".to_owned(), "github-token"),
        (token("github_pat_", 60), "<redacted:github-token>".to_owned(), "github-token"),
        (token("sk-ant-api03-", 80), "<redacted:anthropic-key>".to_owned(), "anthropic-key"),
        (token("sk-proj-", 48), "<redacted:openai-key>".to_owned(), "openai-key"),
        (token("xoxb-1234-", 20), "<redacted:slack-token>".to_owned(), "slack-token"),
        (token("AIza", 35), "<redacted:google-key>".to_owned(), "google-key"),
        (
            "postgres://app:s3cr3t!x@db:5432/x".to_owned(),
            "postgres://app:<redacted>@db:5432/x".to_owned(),
            "url-credentials",
        ),
    ] {
        check(&text, &expect, &[(kind, 1)]);
    }
}

#[test]
fn key_blocks_go_whole() {
    let body = token("MII", 40);
    let masked = "-----BEGIN PRIVATE KEY-----<redacted>";
    for (text, expect) in [
        (
            format!("a\n-----BEGIN RSA PRIVATE KEY-----\n{body}\n{body}\n-----END RSA PRIVATE KEY-----\nb"),
            format!("a\n{masked}\nb"),
        ),
        (
            format!("\"-----BEGIN PRIVATE KEY-----\\n{body}\\n-----END PRIVATE KEY-----\\n\", x"),
            format!("\"{masked}\\n\", x"),
        ),
        (
            format!(
                "k = \"-----BEGIN EC PRIVATE KEY-----\\n\" +\n  \"{body}\\n\" +\n  \"-----END EC PRIVATE KEY-----\";"
            ),
            format!("k = \"{masked}\";"),
        ),
        (format!("# -----BEGIN OPENSSH PRIVATE KEY-----\n# {body}\n# {body}"), format!("# {masked}")),
        ("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----".to_owned(), masked.to_owned()),
        (
            format!("-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{body}\n-----END PGP PRIVATE KEY BLOCK-----"),
            masked.to_owned(),
        ),
    ] {
        check(&text, &expect, &[("private-key", 1)]);
    }
}

#[test]
fn what_only_looks_like_one_stays() {
    let long_hex = "0f".repeat(32);
    for text in [
        "the bearer of bad news and bearer authentication",
        "Authorization: Bearer <token>",
        "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer your-token-here",
        "Bearer representations are documented",
        "if line.startswith(\"-----BEGIN PRIVATE KEY-----\"): return parse(line)",
        "\"-----BEGIN PRIVATE KEY-----\" + body + \"-----END PRIVATE KEY-----\"",
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQ\n-----END CERTIFICATE-----",
        "AKIA is the prefix; AKIAshort; ASIAN markets",
        "the Authorization: Bearer header is required",
        "ghp_ and github_pat_ are prefixes",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "a photo named xoxo-birthday-party-1.jpg",
        "sk-folding-cube-animation-delay-long sk-circle",
        "https://example.com:8080/@scope/pkg",
        "https://user:password@example.com and redis://:${PASS}@host",
        "git@github.com:owner/repo.git",
        &long_hex,
        "sha512-Ab3dEf6hIj9LmN2pQr5tUv8xAb3dEf6hIj9LmN2pQr5tUv8x==",
        "550e8400-e29b-41d4-a716-446655440000",
    ] {
        check(text, text, &[]);
    }
}

#[test]
fn counts_add_up_by_kind() {
    let text = format!("{} {} {}", token("ghp_", 36), token("github_pat_", 40), token("AIza", 35));
    assert_eq!(redact(&text).counts, [("github-token", 2), ("google-key", 1)]);
}

#[test]
fn every_rule_compiles_and_has_keywords() {
    for rule in &RULES {
        assert!(matches!(rule.finder, Finder::KeyBlock) || compiled(rule).is_some(), "{}", rule.kind);
        assert!(!rule.keywords.is_empty() && rule.keywords.iter().all(|word| word.len() >= 3));
    }
}

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[A-Za-z0-9._/+=-]{0,40}",
        prop::sample::select(vec![
            "Bearer ",
            "Authorization: Bearer ",
            "bearer%20",
            "AKIA",
            "ghp_",
            "github_pat_",
            "sk-",
            "sk-ant-",
            "xoxb-",
            "AIza",
            "://",
            "a:b1c",
            "@",
            "-----BEGIN RSA PRIVATE KEY-----",
            "-----END RSA PRIVATE KEY-----",
            "\n",
            "\\n",
            " ",
            "密钥",
            "<redacted>",
        ])
        .prop_map(str::to_owned),
        Just(token("", 40)),
        Just("IOSFODNN7ABCDEFG".to_owned()),
    ];
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn masking_twice_is_masking_once(text in hostile()) {
        let once = redact(&text);
        let masked = once.text.into_owned();
        let twice = redact(&masked);
        prop_assert_eq!(&twice.text, masked.as_str());
        prop_assert!(twice.counts.is_empty());
        prop_assert_eq!(once.counts.is_empty(), masked == text);
    }
}

#[test]
fn a_key_whose_header_was_cut_off_is_masked() {
    let material = token("MC4CAQAwBQYDK2VwBCIE", 44);
    let text = format!("    a = 1\n{material}\n-----END PRIVATE KEY-----'''.strip()");
    let redacted = redact(&text);
    assert_eq!(redacted.text, "    a = 1\n-----BEGIN PRIVATE KEY-----<redacted>'''.strip()");
    let prose = "a footer such as -----END PRIVATE KEY----- is no key";
    assert_eq!(redact(prose).text, prose);
}

#[test]
fn lines_can_be_kept() {
    let block = format!("a\n-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\nb", token("M", 64));
    let kept = redact_keeping_lines(&block);
    assert_eq!(kept.lines().count(), block.lines().count());
    assert_eq!(kept.lines().last(), Some("b"));
    assert!(!kept.contains(&token("M", 64)));
}

proptest! {
    #[test]
    fn keeping_lines_keeps_their_number(
        parts in proptest::collection::vec(
            prop_oneof![
                Just("\n".to_owned()),
                Just("-----BEGIN PRIVATE KEY-----\n".to_owned()),
                Just("-----END PRIVATE KEY-----".to_owned()),
                Just("Bearer ".to_owned()),
                Just(token("ghp_", 36)),
                Just(token("", 64)),
                "[a-z \n]{0,6}",
            ],
            0..14,
        )
    ) {
        let text = parts.concat();
        let kept = redact_keeping_lines(&text);
        prop_assert_eq!(kept.matches('\n').count(), text.matches('\n').count(), "{:?}", kept);
    }
}
