//! What goes over several lines is masked behind the markers of comments, diffs and quotations as it is without.

use proptest::prelude::*;

use super::token;
use crate::secrets::{redact, redact_keeping_lines};

const MARKERS: [&str; 32] = [
    "", "// ", "//", "/// ", "//! ", " * ", "* ", "# ", "#", "## ", "-- ", "--", "; ", ";; ", "% ", "%% ",
    "+", "-", "+ ", "> ", ">", "> > ", ">> ", "| ", "dnl ", "REM ", "rem ", "' ", "! ", ":: ", "+    // ",
    "> + # ",
];

/// Lines of a key. They are put together here, so that no scanner takes this file for a leak.
fn key_lines(count: usize) -> Vec<String> {
    let letters = "MIIEpAIBAAKCAQ+EA7bq4x/8Yf2Jt9LmZ3nWc6QkVd5RsHgTu1oPXeyCjBlwNvhD";
    (0..count).map(|line| letters.chars().cycle().skip(line * 7).take(64).collect()).collect()
}

fn header(label: &str) -> String {
    format!("-----BEGIN {label}-----")
}

fn marked(text: &str, marker: &str) -> String {
    text.lines().map(|line| format!("{marker}{line}\n")).collect()
}

#[test]
fn a_marker_hides_nothing() {
    let (first, second) = (token("q", 21), token("w", 22));
    let keys = key_lines(2);
    let (one, two) = (&keys[0], &keys[1]);
    let (begin, end) = (header("EC PRIVATE KEY"), header("EC PRIVATE KEY").replace("BEGIN", "END"));
    for (name, text, secrets) in [
        (
            "kubernetes",
            format!("kind: Secret\nmetadata:\n  name: x\ndata:\n  foo: {first}\n  bar: {second}"),
            [&first, &second],
        ),
        ("inline", format!("kind: Secret # x\ndata: {{foo: {first}, bar: \"{second}\"}}"), [&first, &second]),
        (
            "json",
            format!(
                "{{\n  \"kind\": \"Secret\",\n  \"data\": {{\n    \"foo\": \"{first}\",\n    \"bar\": \"{second}\"\n  }}\n}}"
            ),
            [&first, &second],
        ),
        ("block", format!("password: |\n  {first}\nx:\n  api_token: >-\n    {second}"), [&first, &second]),
        (
            "pair",
            format!("- name: DB_PASSWORD\n  value: {first}\n- name: API_TOKEN\n  value: \"{second}\""),
            [&first, &second],
        ),
        (
            "next line",
            format!("api_key =\n  \"{first}\"\npassword = \"\"\"\n{second}\n\"\"\""),
            [&first, &second],
        ),
        (
            "command",
            format!("curl -s \\\n  -u bob:{first} \\\n  --proxy-user bob:{second} https://host/"),
            [&first, &second],
        ),
        (
            "netrc",
            format!("machine a\n  login u\n  password {first}\nmachine b login v password {second}"),
            [&first, &second],
        ),
        ("key", format!("{begin}\n{one}\n{two}\n{end}"), [one, two]),
        ("cut key", format!("{begin}\n{one}\n{two}"), [one, two]),
        ("cut head", format!("{one}\n{two}\n{end}"), [one, two]),
        (
            "encrypted",
            format!("{begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B2C3D\n\n{one}\n{two}"),
            [one, two],
        ),
        (
            "joined",
            format!("k = (\"{begin}\\n\" +\n  \"{one}\\n\" +\n  \"{two}\\n\" +\n  \"{end}\\n\")"),
            [one, two],
        ),
        (
            "putty",
            format!("PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n{one}\n{two}\nPrivate-MAC: 00"),
            [one, two],
        ),
    ] {
        for marker in MARKERS {
            let text = format!("before\n{}after\n", marked(&text, marker));
            let redacted = redact(&text);
            for secret in secrets {
                assert!(
                    !redacted.text.contains(secret.as_str()),
                    "{name} behind {marker:?}: {}",
                    redacted.text
                );
            }
            assert_eq!(redact(&redacted.text).text, redacted.text, "its own placeholder");
            // A key that was cut may take the rest of the text with it.
            let is_cut = matches!(name, "cut key" | "encrypted");
            assert!(
                is_cut || redacted.text.ends_with("after\n"),
                "{name} behind {marker:?}: {}",
                redacted.text
            );
            let kept = redact_keeping_lines(&text);
            assert_eq!(kept.matches('\n').count(), text.matches('\n').count(), "{kept}");
        }
    }
}

#[test]
fn other_lines_with_a_prefix_count_as_marked() {
    let secret = token("q", 21);
    for text in [
        format!("/* password: |\n *   {secret}\n */"),
        format!("(* password: |\n *   {secret} *)"),
        format!("  9 | password: |\n 10 |   {secret}\n"),
        format!("a.yaml\n12:password: |\n13:  {secret}\n"),
        format!("     7\tpassword: >-\n     8\t  {secret}\n"),
        format!("@@ -1,3 +1,3 @@\n kind: Secret\n data:\n-  foo: bar\n+  foo: {secret}\n"),
        format!("@@ -1,3 +1,3 @@\n password: |\n-  foo\n+  {secret}\n").replace("-  foo\n", ""),
    ] {
        let redacted = redact(&text);
        assert!(!redacted.text.contains(&secret), "{}", redacted.text);
    }
}

#[test]
fn marked_lines_of_something_else_stay() {
    for text in [
        "// The token:\n// a word of the lexer, see `next_token`\n",
        "# password:\n#   description: what the user types\n#   type: string\n",
        "- Password:\n- Username1\n",
        "// kind: Secret\n// metadata:\n//   name: database-credentials\n",
        "# kind: ConfigMap\n# data:\n#   foo: WGsyOWRscVB3N3Nzcw\n",
        "/// `key`:\n/// the name of the entry\n",
        "class Password:\n    \"\"\"\n    PBKDF2-hashed password\n    \"\"\"\n",
        "{\"kind\": \"ConfigMap\", \"data\": {\"foo\": \"WGsyOWRscVB3N3Nzcw\"}}",
        "{\"items\": [{\"kind\": \"Secret\"}, {\"kind\": \"ConfigMap\", \"data\": {\"foo\": \"WGsyOWRscVB3N3Nzcw\"}}]}",
    ] {
        assert_eq!(redact(text).text, text);
    }
}

#[test]
fn texts_made_to_be_slow_are_read_to_the_end() {
    const BYTES: usize = 1_000_000;
    for unit in [
        "# password:\n",
        "# # # # password:\n",
        "/// -----BEGIN PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----",
        "// kind: Secret\n",
        "#kind: Secret\n##kind: Secret\n",
        "{\"kind\":\"Secret\",\"data\":{",
        "kind\\\":\\\"Secret",
        "kind: Secret data: {a: ",
        "cookie:",
        "curl -u \\\n",
        "# curl \\\n",
        "Private-Lines: 1\n",
        "machine a login b password ",
        "--password ",
        "password = a(b) or ",
        "variable \"password\" {\n",
        "password = \"\"\"\n",
        "+ password:\n- password:\n",
        "@@ password:\n",
        "secrets:\n",
        "[secrets]\n",
        "tokens = {\n",
        "password,token\n",
        "password|token\n|---|---|\n",
        "a,password\n1,Xk29dlqPw7\n",
        "insert into t (key) values (",
        "jwt.sign(",
        "{\"kty\":\"d\",",
        "accounts: [\"0x",
        "{ kind: 'Secret', ",
        "getToken() { return \"",
        "add_argument(\"--token\", ",
        "a:b@tcp(",
        "psk",
        "token ? a : ",
        "DBPassword:\n  Type: String\n",
        "password = if a { \"x\" ",
        "password = a ? \"",
        "|password",
        "password|a\n",
        "<b>password</b>",
        "password</i> <i>",
        "password for a ",
        "password - ",
        "A_KEY=a(\n",
    ] {
        let text = unit.repeat(BYTES / unit.len());
        let redacted = redact(&text);
        assert!(redacted.counts.iter().all(|(kind, _)| *kind != "unchecked"), "{unit}");
    }
}

proptest! {
    #[test]
    fn a_key_is_masked_wherever_the_text_ends(
        marker in prop::sample::select(MARKERS.to_vec()),
        label in prop::sample::select(vec!["PRIVATE KEY", "RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK", "ENCRYPTED"]),
        lines in 1_usize..30,
        cut in any::<prop::sample::Index>(),
    ) {
        const TELLING: usize = 12;
        let keys = key_lines(lines);
        let head = match label {
            "PGP PRIVATE KEY BLOCK" => format!("{}\nVersion: GnuPG v2\n\n", header(label)),
            "ENCRYPTED" => {
                format!("{}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n", header("RSA PRIVATE KEY"))
            }
            _ => format!("{}\n", header(label)),
        };
        let text = marked(&format!("{head}{}\n{}", keys.join("\n"), header(label).replace("BEGIN", "END")), marker);
        let from = marked(&head, marker).len();
        let text = &text[..from + cut.index(text.len() - from)];
        for masked in [redact(text).text, redact_keeping_lines(text)] {
            let is_shown = |key: &String| (0..=key.len() - TELLING).any(|at| masked.contains(&key[at..at + TELLING]));
            prop_assert!(!keys.iter().any(is_shown), "{}", masked);
        }
    }
}
