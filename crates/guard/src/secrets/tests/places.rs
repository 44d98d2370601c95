//! Values that their place gives away: strings of every sort, options, files of clients.

use super::token;
use crate::secrets::redact;

#[test]
fn values_are_found_where_they_stand() {
    let pair = "Ym9iOlhrMjlkbHFQdzc=";
    let sas = "jn5zYIkN5SMYfQ55JYO1tmFSnHfV1CQ4hJhqAo0iEFJ";
    let object = "{\"kind\":\"Secret\",\"data\":{\"foo\":\"VALUE\"}}";
    for (text, value, kind) in [
        ("let password = r#\"VALUE\"#;", "Xk29dlqPw7Zt", "password"),
        ("let password = r\"VALUE\";", "Xk29dlqPw7Zt", "password"),
        ("password = b'VALUE'", "Xk29dlqPw7Zt", "password"),
        ("const wchar_t *password = L\"VALUE\";", "Xk29dlqPw7Zt", "password"),
        ("password = \"\"\"VALUE\"\"\"", "Xk29dlqPw7Zt", "password"),
        ("password = '''\nVALUE\n'''", "Xk29dlqPw7Zt", "password"),
        ("password: >-\n  VALUE", "Xk29dlqPw7Zt", "password"),
        ("password: |2-\n  VALUE", "Xk29dlqPw7Zt", "password"),
        ("password = os.getenv(\"P\") or \"VALUE\"", "Xk29dlqPw7Zt", "password"),
        ("const password = process.env.P || 'VALUE';", "Xk29dlqPw7Zt", "password"),
        ("variable \"db_password\" {\n  type = string\n  default = \"VALUE\"\n}", "Xk29dlqPw7Zt", "password"),
        ("tool --api-key VALUE", "Xk29dlqPw7Zt9Lm", "secret"),
        ("tool --password VALUE --verbose", "Xk29dlqPw7Zt", "password"),
        ("tool -password VALUE", "Xk29dlqPw7Zt", "password"),
        ("curl -sSuadmin:VALUE https://x.y/z", "Xk29dlqPw7", "password"),
        ("curl -su admin:VALUE https://x.y/z", "Xk29dlqPw7", "password"),
        ("curl -U 'admin:VALUE' https://x.y/z", "Xk29dlqPw7", "password"),
        ("mysql -uroot -pVALUE db", "Xk29dlqPw7Zt", "password"),
        ("mysqldump -pVALUE db", "Xk29dlqPw7Zt", "password"),
        ("sshpass -p VALUE ssh host", "Xk29dlqPw7Zt", "password"),
        ("docker login -u bob -p 'VALUE'", "Xk29dlqPw7Zt", "password"),
        (object, "WGsyOWRscVB3N3Nzcw==", "kubernetes-secret"),
        (&object.replace('"', "\\\""), "WGsyOWRscVB3N3Nzcw==", "kubernetes-secret"),
        ("{\"data\":{\"foo\":\"VALUE\"},\"kind\" : \"Secret\"", "WGsyOWRscVB3N3Nzcw==", "kubernetes-secret"),
        ("{\"auths\":{\"https://host/v1/\":{\"auth\":\"VALUE\"}}}", pair, "secret"),
        ("//registry.host/:_auth=VALUE", pair, "secret"),
        ("machine h login u password VALUE", "Xk29dlqPw7Zt", "password"),
        ("default\nlogin u\npassword VALUE", "Xk29dlqPw7Zt", "password"),
        ("https://a.blob.host/c?sv=2020&sig=VALUE%3D", sas, "secret"),
        ("CREATE USER bob IDENTIFIED BY 'VALUE'", "Xk29dlqPw7Zt", "password"),
        ("ALTER USER bob IDENTIFIED WITH caching_sha2_password BY 'VALUE'", "Xk29dlqPw7Zt", "password"),
        ("Set-Cookie: lang=en; sid=VALUE; Path=/", "i7XeZZOmEPJUo09jwQO10Y0ADsWJPiX1EwY2orTy", "cookie"),
    ] {
        let whole = text.replace("VALUE", value);
        let redacted = redact(&whole);
        assert!(!redacted.text.contains(value), "{}", redacted.text);
        assert_eq!(redacted.counts, [(kind, 1)], "{text}");
        assert_eq!(redact(&redacted.text).text, redacted.text, "its own placeholder");
    }
    for token in [token("nfp_", 40), token("sntrys_eyJ", 90)] {
        let redacted = redact(&token);
        assert!(
            redacted.text.starts_with("<redacted:") && !redacted.text.contains("Ab3d"),
            "{}",
            redacted.text
        );
    }
    let notion = token("ntn_4T", 44);
    assert_eq!(redact(&notion).text, "<redacted:notion-token>");
}

#[test]
fn what_stands_in_such_places_without_a_secret_stays() {
    for text in [
        "let token = r#\"fn main() {}\"#;",
        "password = b\"\\x89PNG\\r\\n\\x1a\\n\"",
        "class Token:\n    \"\"\"One word of a text, as UTF-8.\"\"\"",
        "password = input(\"P\") or \"password\"",
        "token = a.b(c) or \"default\"",
        "variable \"db_password\" {\n  type = string\n  sensitive = true\n}\nlocals { default = 1 }",
        "tool --password PASSWORD --api-key API_KEY --token \"$TOKEN\"",
        "parser.add_argument(\"--password\", \"-p\", help=\"x\")",
        "gpg --recv-keys AE9BC059",
        "the options --password and --token2 are read first",
        "curl -Xput -sSL https://x.y/u:p and curl -o user:file1 https://x.y",
        "mysql -u root -p database_1",
        "mysql -uroot -p${PASSWORD} db",
        "docker run --name mysql -p 3306:3306 -p3307:3307 image",
        "{\"auth\": \"authenticated\", \"auth\": \"required\"}",
        "a login form with a password field2 and a machine",
        "design=abc and sig=sha256 of the file",
        "IDENTIFIED BY 'password'",
        "Set-Cookie: sessionid=abc123; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
        "Cookie: name=value; name2=value2",
        "PuTTY keys have the lines Private-Lines: and Private-MAC:",
    ] {
        assert_eq!(redact(text).text, text);
    }
}
