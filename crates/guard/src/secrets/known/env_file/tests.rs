//! Rows for the ways in which a value is written, and for what is left alone.

use super::*;
use foreword_model::clock;

/// The values of a text, without those that are found by others.
fn check(text: &str, expect: &[&str]) {
    let mut found = values(text.as_bytes());
    found.sort_unstable();
    found.dedup();
    found.retain(|value| !value.contains('%') || expect.contains(&value.as_str()));
    let mut expect = expect.to_vec();
    expect.sort_unstable();
    assert_eq!(found, expect, "{text:?}");
}

/// Made by chance, as the value of a secret is.
const VALUE: &str = "qwmzrtkpLhx72vb";

#[test]
fn lines_give_values_that_tell() {
    for (line, expect) in [
        ("STRIPE=quartz-zebra-9931", Some("quartz-zebra-9931")),
        ("export DB_PASSWORD='correct-horse-battery'", Some("correct-horse-battery")),
        ("DB_PASSWORD=\"swordfish!\" # old", Some("swordfish!")),
        ("SHORT=a1b2c3", None),
        ("NODE_ENV=production", None),
        ("APP_NAME=my-cool-app", None),
        ("APP_URL=http://localhost:3000", None),
        ("MAIL_HOST=smtp.mailtrap.io", None),
        ("DATA_DIR=/var/lib/thing1", None),
        ("PORT_RANGE=30000-32767", None),
        ("API_KEY=your-api-key-here", None),
        ("API_KEY=${OTHER_KEY_NAME}", None),
        ("no value", None),
        ("HOSTS=db1.example.org,db2.example.org:5432", None),
        ("FEATURES=search,autocomplete,suggestions", Some("search,autocomplete,suggestions")),
        ("PORTS=10000,20000,30000", None),
        ("APP_URL=https://host/x?page=overview&mode=readonly", None),
        ("DESCRIPTION=postgres-v12 is what we use", None),
        ("if [ \"$STAGE\" = \"staging-1\" ]; then", None),
        ("TITLE=\"One title\nof two lines\"", None),
        ("HOSTS=\"db1.example.org\ndb2.example.org\"", None),
        ("PATH_add bin/tools-v12", None),
        ("source_up_if_exists: no", None),
    ] {
        check(line, expect.as_slice());
    }
}

#[test]
fn a_sign_of_a_comment_may_end_a_value() {
    for line in ["KEY=quartz-zebra-9931#prod", "# KEY=quartz-zebra-9931#prod"] {
        check(line, &["quartz-zebra-9931#prod", "quartz-zebra-9931"]);
    }
}

#[test]
fn the_password_of_an_address_is_a_value() {
    let whole = ["postgres://app:otter-lynx", "-5127@db.host/x"].concat();
    check(&format!("DATABASE_URL={whole}"), &[&whole, "otter-lynx-5127"]);
    let escaped = ["amqp://app:otter%2Flynx", "-5127@mq.host"].concat();
    check(&format!("QUEUE={escaped}"), &[&escaped, "otter%2Flynx-5127", "otter/lynx-5127"]);
    check(
        "DATABASE_URL=postgres://postgres:postgres@localhost/x",
        &["postgres://postgres:postgres@localhost/x"],
    );
    let wordy = "redis://app:sunshine@cache.host";
    check(&format!("CACHE={wordy}"), &[wordy]);
}

#[test]
fn a_value_is_found_however_it_is_written() {
    for template in [
        "K=@",
        "\u{FEFF}K=@\n",
        "K: @\n",
        "K: \"@\"\n",
        "{\"K\":\"@\"}",
        "{\n  \"A\": 1,\n  \"K\": \"@\"\n}\n",
        "export A=abcdefgh K=@\n",
        "export A='abcdefgh' K=@\n",
        "A=1; K=@\n",
        "A=1 && export K=@\n",
        "K=$'@'\n",
        "K=`@`\n",
        "set K=@\r\n",
        "SET \"K=@\"\r\n",
        "setx K @\n",
        "setenv K @\n",
        "setenv K \"@\"\n",
        "set -gx K @\n",
        "declare -x K=\"@\"\n",
        "$env:K = \"@\"\n",
        "$Env:K='@'\n",
        "K+=@\n",
        "K := @\n",
        "my-key.x = @\n",
        "A=1\rK=@\rB=2\r",
        "A=1\u{2028}K=@\u{85}",
        "K=\u{200B}@",
        "A=\"never closed\nK=@\n",
        "A='oops\nK=@\nB='x'\n",
        "A='1' B=\"2\" C=3 K=@ D=4\n",
        "A=\"1\"\nK=@\n",
    ] {
        let found = values(template.replace('@', VALUE).as_bytes());
        assert!(found.iter().any(|value| value == VALUE), "{template:?} {found:?}");
    }
}

#[test]
fn a_file_in_another_encoding_gives_its_values() {
    let text = format!("A=1\r\nK={VALUE}\r\nL=größer-{VALUE}\r\n");
    let expect = [VALUE.to_owned(), format!("größer-{VALUE}")];
    let units: Vec<u16> = "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    for bytes in [little, big, marked] {
        let mut found = values(&bytes);
        found.retain(|value| !value.contains('%'));
        found.dedup();
        assert_eq!(found, expect, "{bytes:?}");
    }
    let unmarked: Vec<u8> = format!("K={VALUE}\n").bytes().flat_map(|byte| [byte, 0]).collect();
    let mut found = values(&unmarked);
    found.dedup();
    assert_eq!(found, [VALUE], "UTF-16 that does not say so");
}

#[test]
fn comments_give_assignments_and_no_prose() {
    for (line, expect) in [
        ("#K=quartz-zebra-9931", Some("quartz-zebra-9931")),
        ("# COMMENT=quartz-zebra-9931", Some("quartz-zebra-9931")),
        ("## export db_key='quartz-zebra-9931'", Some("quartz-zebra-9931")),
        ("  # K=\"quartz-zebra-9931\" # until May", Some("quartz-zebra-9931")),
        ("# K=quartz-zebra-9931 # until May", Some("quartz-zebra-9931")),
        ("# K = quartz-zebra-9931", None),
        ("# K: quartz-zebra-9931", None),
        ("# use K=quartz-zebra-9931", None),
        ("# K=quartz-zebra-9931 turns it on", None),
        ("# K=\"quartz zebra 9931\"", None),
        ("# K=\"quartz-zebra-9931\" or so", None),
        ("# SECRET_KEY=see the wiki, page 12345678", None),
        ("# https://host/x?k=quartz-zebra-9931", None),
        ("# 9931=quartz-zebra-9931", None),
        ("# LOG_LEVEL=information", None),
        ("# generated by tool-9931", None),
    ] {
        check(line, expect.as_slice());
    }
}

#[test]
fn values_of_several_lines_are_looked_for_line_by_line_and_whole() {
    let second = "topaz-lynx-8364";
    for text in [
        format!("K=\"line1\n{VALUE}\n{second}\nend\"\n"),
        format!("K='line1\n{VALUE}\n{second}\nend'\n"),
        format!("K=\"line1\\n{VALUE}\\n{second}\\nend\"\n"),
    ] {
        let found = values(text.as_bytes());
        let whole = format!("line1\n{VALUE}\n{second}\nend");
        let written = whole.replace('\n', "\\n");
        for value in [VALUE, second, &whole, &written] {
            assert!(found.iter().any(|one| one == value), "{text:?} has no {value:?}: {found:?}");
        }
    }
    let key = format!("K=\"-----BEGIN PRIVATE KEY-----\n{VALUE}\n-----END PRIVATE KEY-----\"\n");
    assert!(values(key.as_bytes()).iter().all(|value| value.contains(VALUE)), "headers are no secret");
}

#[test]
fn parts_that_are_secret_are_looked_for_alone() {
    for (text, part) in [
        (format!("KS=alpha,{VALUE}"), VALUE),
        (format!("KS=\"alpha, {VALUE}\""), VALUE),
        (format!("KS=[\"alpha\",\"{VALUE}\"]"), VALUE),
        (format!("DB=\"Server=db;Uid=app;Pwd={VALUE};\""), VALUE),
        (format!("DB=Server=db;Uid=app;Pwd={VALUE}"), VALUE),
        (format!("U=https://host/x?a=1&k={VALUE}#top"), VALUE),
        ("URL=postgres://app:s3cr3tpw@db/x".to_owned(), "postgres://app:s3cr3tpw@db/x"),
        ("URL=postgres://app:s3cr3tpw@db/x".to_owned(), "s3cr3tpw"),
        ("K=\"a\\\"b1c2d3e4\"".to_owned(), "a\"b1c2d3e4"),
        ("K=\"a\\\"b1c2d3e4\"".to_owned(), "a\\\"b1c2d3e4"),
    ] {
        let found = values(text.as_bytes());
        assert!(found.iter().any(|value| value == part), "{text:?} {found:?}");
    }
}

#[test]
fn no_file_is_too_much() {
    use std::time::Duration;

    const BYTES: usize = 65_536;
    const TIME: Duration = Duration::from_secs(1);
    for piece in [
        "A=1;",
        "A=1 ",
        "A='1' ",
        "A='",
        "A=\"\n",
        "A=\"x\nB='y\n",
        "A=`",
        ":",
        "a:",
        "a: ",
        "set ",
        "-",
        "- ",
        "=",
        "\\",
        "#A=",
        "# A='\n",
        "A=$'\\'\n",
        "K=a1b2c3d4,",
        "K=a1b2c3d4;",
        "a1b2c3d4://",
        "A=x://y?z=",
        "x",
        " ",
        "\n",
    ] {
        let text = piece.repeat(BYTES / piece.len());
        let started = clock::now();
        let found = values(text.as_bytes());
        assert!(
            clock::since(started) < TIME,
            "{piece:?}: {:?}, {} values",
            clock::since(started),
            found.len()
        );
    }
}
