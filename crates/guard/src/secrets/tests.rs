//! Each format once, what must stay as it is, and that masking is stable.

mod attacked;
mod declared;
mod examples;
mod marked;
mod places;
mod plain;
mod signs;

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
fn a_format_says_more_than_a_name() {
    let text = format!("api_key = \"{}\"; key: AKIA{}", token("ghp_", 36), "Q7H3XB9N2WQ7H3XB");
    let expect = "api_key = \"<redacted:github-token>\"; key: AKIA<redacted>";
    check(&text, expect, &[("aws-access-key", 1), ("github-token", 1)]);
}

#[test]
fn counts_add_up_by_kind() {
    let text = format!("{} {} {}", token("ghp_", 36), token("github_pat_", 40), token("AIza", 35));
    assert_eq!(redact(&text).counts, [("github-token", 2), ("google-key", 1)]);
}

/// A value that fits a shape: the letters of each class in turn, none of them in order.
fn fitting(shape: &str) -> String {
    let mut text = String::new();
    let mut rest = shape;
    while let Some((literal, after)) = rest.split_once('{') {
        text.push_str(literal);
        let (run, after) = after.split_once('}').expect("a closed run");
        let letters = match run.as_bytes()[0] {
            b'd' => "7306914825",
            b'a' => "qhxbnwtzkr",
            b'A' => "QHXBNWTZKR",
            b'l' => "q7h3xb9n2w",
            b'u' => "Q7H3XB9N2W",
            b'x' | b'X' => "7c3f09a1e4",
            _ => "Q7h3Xb9N2w",
        };
        let least: usize = run[1..]
            .split(|digit: char| !digit.is_ascii_digit())
            .next()
            .expect("a count")
            .parse()
            .expect("a number");
        text.extend(letters.chars().cycle().skip(text.len() % 7).take(least));
        rest = after;
    }
    text.push_str(rest);
    text
}

#[test]
fn every_format_masks_what_fits_it() {
    let mut count = 0;
    for format in formats::all() {
        let value = fitting(format.shape);
        let text = format!("use {value} now");
        let redacted = redact(&text);
        assert!(!redacted.text.contains(&value), "{}: {} leaves {text}", format.kind, format.shape);
        assert!(redacted.text.starts_with("use ") && redacted.text.ends_with(" now"), "{}", redacted.text);
        count += 1;
    }
    assert!(count >= 400, "{count} formats");
}

#[test]
fn formats_are_well_formed() {
    let mut shapes = std::collections::BTreeSet::new();
    for format in formats::all() {
        assert!(shapes.insert(format.shape), "twice: {}", format.shape);
        assert!(
            format
                .kind
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        );
        assert!(
            shape::match_len(format.shape, fitting(format.shape).as_bytes()).is_some(),
            "{}",
            format.shape
        );
    }
}

#[test]
fn names_give_values_away() {
    let value = token("", 26);
    for (text, kind) in [
        (format!("api_key = \"{value}\""), "secret"),
        (format!("export API_TOKEN={value}"), "secret"),
        (format!("myTool --token {value} --verbose"), "secret"),
        (format!("<apiKey>{value}</apiKey>"), "secret"),
        (format!("<add name=\"apiKey\" value=\"{value}\" />"), "secret"),
        (format!("{{\"name\": \"api_key\", \"value\": \"{value}\"}}"), "secret"),
        (format!("\"{{\\\"api_key\\\":\\\"{value}\\\"}}\""), "secret"),
        (format!("GET /cb?apiToken={value}&x=1"), "secret"),
        (format!("GET /cb%3FapiToken%3D{value}%26x%3D1"), "secret"),
        (format!("api_token: >\n  {value}\n"), "secret"),
        (format!("var apiToken: String = \"{value}\""), "secret"),
        (format!("apiToken,{value},2024-01-01"), "secret"),
        (format!("+    api_token = \"{value}\""), "secret"),
        (format!("# 服务的密钥是 {value}，不要提交"), "secret"),
        (format!("X-Api-Key: {value}"), "secret"),
        (format!("AccountKey={value}==;Suffix=x"), "secret"),
        ("password = \"hunter2!\"".to_owned(), "password"),
        ("DB_PASSWORD=Sw0rdf1sh".to_owned(), "password"),
        ("Server=db;Uid=app;Pwd=Sw0rdf1sh;".to_owned(), "password"),
        ("if (\"Sw0rd!f1sh\" == password) {".to_owned(), "password"),
        ("数据库密码：Sw0rdf1sh".to_owned(), "password"),
        ("curl -u admin:Sw0rdf1sh https://host/".to_owned(), "password"),
        (format!("Authorization: Basic {value}"), "http-credentials"),
        (format!("algolia {value}"), "algolia"),
        (format!("kind: Secret\ndata:\n  extra: {value}\n"), "kubernetes-secret"),
    ] {
        let redacted = redact(&text);
        assert_eq!(redacted.counts, [(kind, 1)], "{text} became {}", redacted.text);
        assert!(!redacted.text.contains(&value) && !redacted.text.contains("f1sh"), "{}", redacted.text);
    }
}

#[test]
fn names_of_other_things_stay() {
    let hex = "3f09a1e47c".repeat(4);
    for text in [
        "const maxTokens = 8192; tokenUsage: totalTokenUsage,",
        "password: z.string(),",
        "password = getPassword(user1)",
        "api_key = os.environ[\"OPENAI_API_KEY\"]",
        "apiKey: process.env.OPENAI_API_KEY,",
        "password: ${{ secrets.GITHUB_TOKEN }}",
        "OPENAI_API_KEY=your-api-key-here",
        "export HF_API_TOKEN=your_token_here",
        "token = \"<token>\"",
        "primary_key = \"a8f3k2d9q7w1x5z0\"",
        "credentialsId: 'ff083f76-7804-4ef1-80e4-fe975bb9141b'",
        "keyboard_layout = \"q7w3rt9yu1op5asd\"",
        "<label for=\"password\">Password</label>",
        "if token.startswith(\"tag:\"):",
        "self.api_key = os.getenv(self.key_env_var, default=None)",
        "curl -u \"${USER}:${PASS}\" https://host/",
        "key_length = XSalsa20.key_length",
        "      \"integrity\": \"sha512-zRkxjtBxxLd2Sc0d+fbnEunsTj46SWXgXciZmHq0kDYGnck/ZSGj9w==\",",
        "uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683",
        &format!("checksum = \"{hex}\""),
        &format!("algolia commit {hex}"),
    ] {
        check(text, text, &[]);
    }
}

#[test]
fn a_fault_withholds_the_text() {
    fn fails(_text: &str, _found: &mut Vec<Found>) {
        panic!("a rule that fails");
    }
    fn restless(text: &str, found: &mut Vec<Found>) {
        found.push(Found { start: 0, end: text.len(), mask: Mask::Typed("restless") });
    }
    let text = format!("a\nsecret {}\nb", "x".repeat(limits::REDACTION_UNTIMED_BYTES));
    for (detectors, time) in [
        ([by_keyword as Detector, fails], TIME),
        ([by_keyword, restless], TIME),
        ([by_keyword, formats::find], Duration::ZERO),
    ] {
        let redacted = redact_with(&text, Lines::Fold, &detectors, time);
        assert_eq!(redacted.text, UNCHECKED);
        assert_eq!(redacted.counts, [(UNCHECKED_KIND, 1)]);
        let kept = redact_with(&text, Lines::Keep, &detectors, time);
        assert_eq!(kept.text, format!("{UNCHECKED}\n\n"));
    }
}

#[test]
fn what_was_masked_can_be_counted_again() {
    let text = format!("{} AKIA{} password = \"hunter2!\"", token("ghp_", 36), "Q7H3XB9N2WQ7H3XB");
    let redacted = redact(&text);
    let counted: Vec<(String, usize)> =
        count_masked(&redacted.text).into_iter().map(|one| (one.kind, one.count)).collect();
    let expect: Vec<(String, usize)> =
        redacted.counts.iter().map(|(kind, count)| ((*kind).to_owned(), *count)).collect();
    assert_eq!(counted, expect);
    assert!(!counted.is_empty());
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
            "<redacted:github-token>",
            "password",
            "api_key",
            " = ",
            ": ",
            "\"",
            "authorization",
            "curl -u ",
            "kind: Secret\ndata:\n  ",
            "\n# ",
            "\n+",
            "password:\n# ",
            "\"kind\":\"Secret\",\"data\":{\"a\":\"",
            "Private-Lines: 1\n",
            "Cookie: a=",
            "mysql -p",
            " or \"",
            "\"\"\"",
            "algolia ",
            "==",
            ": &str = ",
            "(\"bob\", \"",
            "String::from(\"",
            "[\"",
            "\n  - ",
            "<password>",
            "</",
            "<![CDATA[",
            "\", \"name\": \"",
            "\"value\": \"",
            " = <<EOF\n",
            "[[",
            "q(",
            "f\"{",
            "/*",
            ".equals(",
            "\" + \"",
            "oracle:thin:a/",
            "Tr0ub4dor&3x!",
            "nctjGtzFdoGQceQu",
            "secrets:\n  ",
            "a,password\n1,",
            "|---|---|\n",
            "insert into keys values (",
            "jwt.sign(",
            "\"kty\":\"d\",\"d\":\"",
            "kind: Secret\ndata: {",
            "a:b@tcp(",
            "Basic ",
            ":\\/\\/",
            " ? a : \"",
            "() { return \"",
            "getToken",
            "=[",
            "R\"(",
            "\" to \"",
            "pw[",
            "if x { \"",
            "\n  : \"",
            "| password | ",
            "</b>: ",
            "</td>\n<td>",
            " (b): ",
            " \u{2013} ",
            "\nAPI_TOKEN=",
            "mNy4(o96aSF3y7f",
            "8YCG-U9QU-7UZQ-5ZXB",
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
        prop_assert!(once.counts.iter().all(|(kind, _)| *kind != UNCHECKED_KIND), "a fault");
        prop_assert!(masked.len() <= text.len() * 4, "each value becomes one placeholder");
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

#[test]
fn hyphenated_words_in_a_path_are_no_token() {
    for path in [
        "docs/adr/0005-imap-idle-push-and-reconnect-behaviour.md",
        "settings/0001-convert-topic-card-context-to-boolean.js",
        "migrations/0050_threads_section_empty_preview_indexes.sql",
        "err/0057_let_else_right_curly_brace_arithmetic.rast",
        "adr/0012-Use-UTF8-and-ISO-8601-dates-in-the-api-v2.md",
    ] {
        assert!(!is_in_path(path), "{path}");
        assert_eq!(redact(path).text, path);
    }
    for (prefix, length) in [("00", 40), ("ghp_", 36), ("dump/00", 40)] {
        let path = format!("{}.txt", token(prefix, length));
        assert!(is_in_path(&path), "{path}");
    }
    // As Okta writes them: signs among random letters.
    assert!(is_in_path(&["00QCjAl4MlV-WPXM", "-ABd0HmjFx-vbGua_xK3uQ9tTz"].concat()));
}
