//! Values that plain text and plain code give a name in yet other ways: pairs, arrays, branches of a condition, rows of tables, the
//! element beside a title, sentences; and what has the same forms without a secret, and stays.

use super::token;
use crate::secrets::redact;

/// Letters and digits, a password that a program made, and letters alone. Put together here, so that no scanner takes this file
/// for a leak.
fn values() -> [String; 4] {
    [
        token("", 32),
        ["hT7$k", "Qz9@Lm2"].concat(),
        ["nctjGtzF", "doGQceQu"].concat(),
        ["Xk9zQ7w", "Pm4LrCP"].concat(),
    ]
}

fn check(forms: &[&str], stays: &[&str]) {
    for (form, value) in forms.iter().flat_map(|form| values().map(|value| (form, value))) {
        let redacted = redact(&form.replace("VALUE", &value)).text.into_owned();
        assert!(!redacted.contains(&value), "{form} leaves {redacted}");
        assert_eq!(redact(&redacted).text, redacted, "its own placeholder");
    }
    for text in stays {
        assert_eq!(redact(text).text, **text);
    }
}

#[test]
fn a_name_may_be_bound_by_a_pair_an_array_or_an_operator() {
    check(
        &[
            "mapOf(\"user\" to \"bob\", \"password\" to \"VALUE\")",
            "mapOf('password' to 'VALUE')",
            "hashMapOf(\"db.password\" to \"VALUE\", \"a\" to \"b\")",
            "{:password \"VALUE\"}",
            "(password . \"VALUE\")",
            "expect(password).toBe(\"VALUE\")",
            "if ($password eq \"VALUE\") {",
            "char pw[] = \"VALUE\";",
            "char pw[32] = \"VALUE\";",
            "static const char pw[] PROGMEM = \"VALUE\";",
            "wchar_t pw[] = L\"VALUE\";",
            "cfg['pw'] = 'VALUE';",
            "<pw>VALUE</pw>",
        ],
        &[
            "mapOf(\"password\" to \"required\", \"token\" to tokenProvider2)",
            "// the password to \"Sunshine1\" is not said",
            "for (i = 0; i < 8; i++) pw[i] = key_1 ^ 0x36;",
            "expect(password).toBe(\"password\"); expect(token).toEqual(tokenV2)",
            "<a class=\"pw\">Help2</a>",
        ],
    );
}

#[test]
fn every_branch_of_a_condition_may_be_a_value() {
    check(
        &[
            "const password = prod ? \"VALUE\" : \"\";",
            "const apiKey = prod ? \"VALUE\" : process.env.KEY;",
            "password = (env === \"production\") ? \"VALUE\" : \"x\"",
            "password = a ? \"x\" : b ? \"VALUE\" : \"y\"",
            "password = prod\n  ? \"VALUE\"\n  : \"VALUE\";",
            "password = \"VALUE\" if prod else \"VALUE\"",
            "password = \"x\" if prod else \"VALUE\"",
            "let password = if prod { \"VALUE\" } else { \"VALUE\" };",
            "let password = if prod {\n    \"VALUE\"\n} else {\n    \"VALUE\"\n};",
            "val password = if (prod) \"VALUE\" else \"VALUE\"",
            "val apiKey = when (env) { \"prod\" -> \"VALUE\"; else -> \"VALUE\" }",
            "let token = match env { \"prod\" => \"VALUE\", _ => \"VALUE\" };",
            "let token = match env {\n    \"prod\" => \"VALUE\",\n    _ => \"VALUE\",\n};",
            "password = if prod then \"VALUE\" else \"VALUE\" end",
            "password = var.prod ? \"VALUE\" : var.x",
            "$password = $prod ? 'VALUE' : 'VALUE';",
            "{ password: prod ? \"VALUE\" : \"x\", token: prod ? \"VALUE\" : \"VALUE\" }",
            "password: prod ? \"VALUE\" : undefined,",
            "getPassword() { return prod ? \"VALUE\" : \"\"; }",
        ],
        &[
            "const token = isV2 ? tokenV2 : tokenV1;",
            "password = show ? \"text\" : \"password\";",
            "const key = e.key === \"F12\" ? \"Enter\" : \"Escape\";",
            "let token = match kind { \"sha256\" => Token::Sha256, _ => Token::Other };",
            "password = prod ? process.env.PASSWORD2 : config.password2",
            "type = prod ? \"a1\" : \"b2\"; token: string | null = null; id = \"a1b2c3d4e5\"",
        ],
    );
}

#[test]
fn a_row_of_a_table_may_hold_a_name_and_its_value() {
    check(
        &[
            "| Password | VALUE |",
            "| 1 | API key | VALUE | note |",
            "| **Password** | VALUE |",
            "| API key (production) | VALUE |",
            "setting | value\n--- | ---\nPassword | VALUE\n",
            "|user|password|\n|--|--|\n|bob|VALUE|\n",
            "|user|password|\n|-|-|\n|bob|VALUE|\n",
            "|user|password|\n|:-:|-:|\n|bob|VALUE|\n",
            "+------+\n| Password | VALUE |\n+------+",
            "||Password||VALUE||",
        ],
        &[
            "| password | varchar(255) |\n| token | Base64 |\n| key | Ctrl+K |",
            "| Password | `string` | The password, see RFC2617 |",
            "| API key (v2) | 0v89FXkQOWO1wBd... |",
            "let either = password | Sha256Digest1;",
            "a || password || fallback2()",
        ],
    );
}

#[test]
fn the_element_beside_a_name_may_hold_its_value() {
    check(
        &[
            "<th>Password</th><td>VALUE</td>",
            "<tr><td>Password</td>\n  <td><code>VALUE</code></td></tr>",
            "<dt>API key</dt><dd>VALUE</dd>",
            "<p><b>Password</b>: VALUE</p>",
            "<strong>Password:</strong> VALUE<br>",
            "<li><b>API key</b> <code>VALUE</code></li>",
            "<span class=\"label\">API key</span><span>VALUE</span>",
            "<p>Password: <code>VALUE</code></p>",
            "<p>Password: VALUE</p>",
            "<label>Password</label>: VALUE",
            "<td>Admin password</td> <td class=\"x\">VALUE</td>",
        ],
        &[
            "<th>Password</th><td>required2</td>",
            "<a href=\"#xsltKey\">xsltLocaleKey</a><br />\n<a href=\"#xsltLocaleStrcmp\">xsltLocaleStrcmp</a><br />",
            "<label>Password</label><input name=\"x\" /><p>Min8Letters</p>",
            "<b>Password</b>: at least 8 letters",
            "<td>Key</td><td>550e8400-e29b-41d4-a716-446655440000</td>",
            "<dt>token</dt><dd>{{ token }}</dd>",
            "<td>API key</td>\n<td>${apiKey2}</td>",
        ],
    );
}

#[test]
fn a_sentence_or_a_list_may_say_a_value() {
    check(
        &[
            "__Password__: VALUE",
            "*Password*: VALUE",
            "_Password_: VALUE",
            "**Password** = VALUE",
            "`password`: VALUE",
            "- **API key** – VALUE",
            "Password – VALUE",
            "Password - VALUE",
            "Password => VALUE",
            "Password:: VALUE",
            "API key (production): VALUE",
            "API key [production]: VALUE",
            "The API key for staging: VALUE",
            "The API key for staging-2 is `VALUE`.",
            "Password for bob = VALUE",
            "Password for bob := VALUE",
            "Password for \"bob\" (admin): VALUE",
            "the password of db_1 is VALUE",
            "The secret key on eu-1: VALUE",
            "Your new password: VALUE",
            "The password should be VALUE",
            "Password (see wiki): `VALUE`",
        ],
        &[
            "The key for staging: see Vault",
            "The token of the request is sha256Fingerprint of it",
            "private let chars = \"abcdefghijklmnopqrstuvwxyz0123456789\"",
            "class Factory(private val trustManager: X509TrustManager)",
            "let rest = token - a1b2Offset",
            "Password - at least 8 letters, Password \u{2013} SHA256",
            "that we pass to `postAdded()`",
            "API key (v2): required",
        ],
    );
}
