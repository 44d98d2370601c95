//! Values that documents made up are masked like real ones; what names a value, or stands for one, stays.

use super::{check, token};
use crate::secrets::{formats, redact};

/// The marker of a private key, put together so that no scanner takes this file for a leak.
fn header(label: &str) -> String {
    format!("-----BEGIN {label}-----")
}

const MASKED: &str = "-----BEGIN PRIVATE KEY-----<redacted>";

#[test]
fn values_of_examples_are_masked() {
    let alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (text, expect, kind) in [
        (
            "Authorization: Bearer SECRET_TOKEN_123".to_owned(),
            "Authorization: Bearer <redacted>",
            "bearer-token",
        ),
        (
            "curl -H 'Authorization: Bearer my-secret-token'".to_owned(),
            "curl -H 'Authorization: Bearer <redacted>'",
            "bearer-token",
        ),
        (
            "{\"authorization\":\"bearer example\"}".to_owned(),
            "{\"authorization\":\"Bearer <redacted>\"}",
            "bearer-token",
        ),
        ("认证头：Bearer abc.def.ghi。".to_owned(), "认证头：Bearer <redacted>。", "bearer-token"),
        ("use Bearer abc.def.ghi.".to_owned(), "use Bearer <redacted>.", "bearer-token"),
        ("使用 Bearer token123 登录".to_owned(), "使用 Bearer <redacted> 登录", "bearer-token"),
        ("key: AKIAIOSFODNN7EXAMPLE".to_owned(), "key: AKIA<redacted>", "aws-access-key"),
        ("访问密钥AKIAIOSFODNN7EXAMPLE，".to_owned(), "访问密钥AKIA<redacted>，", "aws-access-key"),
        (format!("ghp_{alphabet}"), "<redacted:github-token>", "github-token"),
        (format!("ghp_{}", "EXAMPLE0".repeat(5)), "<redacted:github-token>", "github-token"),
        (format!("ghp_{}", "ab12".repeat(9)), "<redacted:github-token>", "github-token"),
        (format!("npm_{alphabet}"), "<redacted:npm-token>", "npm-token"),
        (format!("AIza{}", &alphabet[..35]), "<redacted:google-key>", "google-key"),
        (format!("glpat-{}", "example-token-123456"), "<redacted:gitlab-token>", "gitlab-token"),
        (
            format!("xoxb-123456789012-1234567890123-{}", &alphabet[..24]),
            "<redacted:slack-token>",
            "slack-token",
        ),
    ] {
        check(&text, expect, &[(kind, 1)]);
    }
}

#[test]
fn placeholders_and_prose_stay() {
    for text in [
        "Authorization: Bearer <token>",
        "Authorization: Bearer $TOKEN",
        "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer {{token}}",
        "`Authorization: Bearer {token}`",
        "Authorization: Bearer %s",
        "Authorization: Bearer ********",
        "Authorization: Bearer ...",
        "Authorization: Bearer XXXXXXXXXXXX",
        "Authorization: Bearer xxxx-xxxx-xxxx",
        "Authorization: Bearer token",
        "Authorization: Bearer :token",
        "Authorization: Bearer undefined",
        "bearer 2.0.1",
        "Authorization: Bearer YOUR_ACCESS_TOKEN",
        "Bearer process.env.TOKEN",
        "a bearer token is sent with each request",
        "the Bearer scheme of RFC 6750, as OAuth 2.0 Bearer Token Usage has it",
        "use bearer authentication, not Basic",
        "Bearer OAuth2 and Bearer RFC6750 and Bearer HTTP/1.1",
        "bearer auth.test.ts and bearer api.example.com",
        "authorization: bearer self.headers.get(name)",
        "使用 Bearer 令牌",
        "在请求头里带上 Bearer 令牌（Authorization: Bearer <令牌>）。",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "ghp_000000000000000000000000000000000000",
        "AKIAXXXXXXXXXXXXXXXX and AKIA****************",
        "glpat-xxxxxxxx-xxxxxxxxxxxxxxxxxx.xxxxxxxxx",
        "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        "re_exported_names_of_a_module_with_long_names()",
        "0011001100110011001100110011001100110011001100",
    ] {
        check(text, text, &[]);
    }
}

/// Every format of a vendor's own prefix masks a value that says `example`, where its letters allow that.
#[test]
fn every_vendors_format_masks_an_example() {
    let mut count = 0;
    for format in formats::all().filter(|format| format.is_vendors()) {
        let Some(value) = example_of(format.shape) else { continue };
        let text = format!("use {value} now");
        let masked = redact(&text).text.into_owned();
        assert!(!masked.contains(&value), "{}: {} leaves {text}", format.kind, format.shape);
        count += 1;
    }
    assert!(count >= 150, "{count} formats");
}

/// A value of a shape that is a literal and one run, filled with `EXAMPLE`; `None` for other shapes.
fn example_of(shape: &str) -> Option<String> {
    let (literal, run) = shape.strip_suffix('}')?.split_once('{').filter(|(_, run)| !run.contains('{'))?;
    let filler = match run.as_bytes().first()? {
        b'u' => "EXAMPLE7",
        b'l' => "example7",
        b'w' | b'b' | b'B' | b'z' | b'v' | b't' => "EXAMPLEexample7",
        _ => return None,
    };
    let least: usize = run[1..].split(|digit: char| !digit.is_ascii_digit()).next()?.parse().ok()?;
    Some(format!("{literal}{}", filler.chars().cycle().take(least).collect::<String>()))
}

#[test]
fn a_header_without_a_key_is_masked_and_the_code_around_it_stays() {
    let private = header("PRIVATE KEY");
    for (text, expect) in [
        (private.clone(), MASKED.to_owned()),
        (format!("if line == \"{private}\":"), format!("if line == \"{MASKED}\":")),
        (
            format!("if line.startswith(\"{private}\"): return parse(line)"),
            format!("if line.startswith(\"{MASKED}\"): return parse(line)"),
        ),
        (
            format!("const HEADER: &str = \"{private}\";\nlet privateKeyHeaderLength = 27;"),
            format!("const HEADER: &str = \"{MASKED}\";\nlet privateKeyHeaderLength = 27;"),
        ),
        (
            format!("pem = \"{private}\" + privateKeyBodyInBase64 + footer"),
            format!("pem = \"{MASKED}\" + privateKeyBodyInBase64 + footer"),
        ),
        (
            format!("\"{private}\" + body + \"-----END PRIVATE KEY-----\""),
            format!("\"{MASKED}\" + body + \"-----END PRIVATE KEY-----\""),
        ),
        (
            format!("[\"{private}\", \"encryptedPrivateKeyInfo\", 'x']"),
            format!("[\"{MASKED}\", \"encryptedPrivateKeyInfo\", 'x']"),
        ),
        (format!("以 {private} 开头的行"), format!("以 {MASKED} 开头的行")),
        (format!("{private}\n...\n"), format!("{MASKED}\n...\n")),
        // A key that was cut, or too short to be one.
        (format!("{private}abc"), MASKED.to_owned()),
        (format!("{private}\nSECRETKEY\nQRS\n\nprose stays"), format!("{MASKED}\n\nprose stays")),
        (format!("x = \"{private}\\nabc\\n\";"), format!("x = \"{MASKED}\\n\";")),
        (format!("{private} MIIEvQ and"), format!("{MASKED} and")),
        (format!("{private} marks a key"), format!("{MASKED} marks a key")),
    ] {
        check(&text, &expect, &[("private-key", 1)]);
    }
}

#[test]
fn line_ends_of_a_key_may_be_written_out() {
    let material = token("MII", 60);
    for end in ["&#10;", "&#xA;", "&#13;&#10;", "<br>", "<br/>", "\\n", "\\\\n", "%0A"] {
        let (first, last) = (header("RSA PRIVATE KEY"), "-----END RSA PRIVATE KEY-----");
        let text = format!("<k>{first}{end}{material}{end}{material}{end}{last}</k>");
        check(&text, &format!("<k>{MASKED}</k>"), &[("private-key", 1)]);
        let cut = redact(&format!("{first}{end}{material}{end}")).text.into_owned();
        assert!(!cut.contains(&material), "{cut}");
    }
}

#[test]
fn every_label_of_a_private_key_counts() {
    for label in [
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "DSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
        "OpenVPN Static key V1",
    ] {
        check(&format!("a {} b", header(label)), &format!("a {MASKED} b"), &[("private-key", 1)]);
    }
    for label in [
        "PUBLIC KEY",
        "RSA PUBLIC KEY",
        "CERTIFICATE",
        "CERTIFICATE REQUEST",
        "KEYS OF THE TEAM",
        "[A-Z ]*KEY",
    ] {
        check(&header(label), &header(label), &[]);
    }
}

#[test]
fn a_masked_header_is_left_alone() {
    let material = token("MII", 40);
    check(MASKED, MASKED, &[]);
    // What somebody wrote behind a mask is judged by its own footer.
    let text = format!("{MASKED}\n{material}\n-----END PRIVATE KEY-----");
    check(&text, &format!("{MASKED}\n{MASKED}"), &[("private-key", 1)]);
}
