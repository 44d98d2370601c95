//! Values behind a type, in a wrapping call, in lists, elements and lines of configuration; and the declarations of ordinary code,
//! which stay.

use super::token;
use crate::secrets::redact;

/// Random letters, digits of a hash, and two passwords that a program made. Put together here, so that no scanner takes this
/// file for a leak.
fn values() -> [String; 4] {
    [token("", 32), "3f09a1e47c".repeat(4), ["Tr0ub4", "dor&3x!"].concat(), ["hT7$k", "Qz9@Lm2"].concat()]
}

fn check_all(forms: &[&str]) {
    for (form, value) in forms.iter().flat_map(|form| values().map(|value| (form, value))) {
        let text = form.replace("VALUE", &value);
        let redacted = redact(&text).text.into_owned();
        assert!(!redacted.contains(&value), "{form} leaves {redacted}");
        assert_eq!(redact(&redacted).text, redacted, "its own placeholder");
    }
}

#[test]
fn a_type_may_stand_between_a_name_and_its_value() {
    check_all(&[
        "let password: &str = \"VALUE\";",
        "const API_TOKEN: &str = \"VALUE\";",
        "pub const API_TOKEN: &'static str = \"VALUE\";",
        "const API_TOKEN: &[u8] = b\"VALUE\";",
        "static PASSWORD: Option<&str> = Some(\"VALUE\");",
        "apiKey?: string = \"VALUE\"",
        "password: string | null = \"VALUE\"",
        "password: Optional[str] = \"VALUE\"",
        "token: dict[str, int] | str = 'VALUE'",
        "char password[] = \"VALUE\";",
        "static const char * const API_KEY[] = { \"VALUE\" };",
        "var password []byte = []byte(\"VALUE\")",
        "password /* of the test */ = /* made up */ \"VALUE\"",
        "    private static final String API_KEY =\n        \"VALUE\";",
    ]);
}

#[test]
fn a_call_or_a_prefix_may_stand_around_a_value() {
    check_all(&[
        "let password = String::from(\"VALUE\");",
        "let password = Some(\"VALUE\".into());",
        "SECRET_KEY = (\n    \"VALUE\"\n)",
        "password = f\"VALUE\"",
        "password = $\"VALUE\"",
        "password = @\"VALUE\"",
        "password = Field(default=\"VALUE\")",
        "password = dict(default=\"VALUE\")",
        "password = os.environ.get(\"X\", default=\"VALUE\")",
        "api_key = os.getenv(\"X\", \"VALUE\")",
        "password := []byte(\"VALUE\")",
        "password = new String(\"VALUE\")",
        "std::string password(\"VALUE\");",
        "setPassword(\"VALUE\")",
        "conf.set(\"db.password\", \"VALUE\")",
        "password = [[VALUE]]",
        "password = q(VALUE);",
        "password = %q(VALUE)",
        "password = <<EOF\nVALUE\nEOF",
        "$password = <<<EOT\nVALUE\nEOT;",
        "password.equals(\"VALUE\")",
        "\"VALUE\".equals(password)",
        "login_token -> \"VALUE\"",
        "ConvertTo-SecureString \"VALUE\" -AsPlainText -Force",
    ]);
}

#[test]
fn a_value_may_be_one_of_several() {
    check_all(&[
        "user, password = \"bob\", \"VALUE\"",
        "(user, token) = (\"bob\", \"VALUE\")",
        "credentials = (\"bob\", \"VALUE\")",
        "SetBasicAuth(\"bob\", \"VALUE\")",
        "requests.get(url, auth=HTTPBasicAuth(\"bob\", \"VALUE\"))",
        "new BasicAWSCredentials(\"bob\", \"VALUE\")",
        "passwords = [\"VALUE\", \"VALUE\"]",
        "API_KEYS = {\"prod\": \"VALUE\"}",
        "\"token\" : [ \"VALUE\" ]",
        "\"tokens\" : [\n  \"VALUE\",\n  \"VALUE\"\n ]",
        "tokens:\n  - VALUE\n  - VALUE\n",
    ]);
}

#[test]
fn markup_and_data_name_values_in_many_ways() {
    check_all(&[
        "{\"value\": \"VALUE\", \"name\": \"DB_PASSWORD\"}",
        "{\"value\":\"VALUE\",\"name\":\"DB_PASSWORD\"}",
        "[{\"ParameterKey\":\"DBPassword\",\"ParameterValue\":\"VALUE\"}]",
        "<setting name=\"Password\" serializeAs=\"String\"><value>VALUE</value></setting>",
        "<meta-data android:name=\"api_key\" android:value=\"VALUE\"/>",
        "<key>password</key>\n<string>VALUE</string>",
        "<secret name=\"x\"><![CDATA[VALUE]]></secret>",
        "<password><![CDATA[VALUE]]></password>",
        "<Password Type=\"x\">VALUE</Password>",
        "<string name=\"api_key\">VALUE</string>",
        "<input type=\"password\" name=\"pw\" value=\"VALUE\">",
        "<input value=\"VALUE\" type=\"password\">",
        "password: !!str VALUE",
        "password: &main VALUE",
        "password&#61;VALUE",
    ]);
}

#[test]
fn lines_of_configuration_and_commands_name_values() {
    check_all(&[
        "requirepass VALUE",
        "masterauth VALUE",
        "bindpw VALUE",
        "psk=\"VALUE\"",
        "password VALUE ;",
        "ENV DB_PASSWORD VALUE",
        "FROM x\nENV API_KEY VALUE\n",
        "setenv API_TOKEN VALUE",
        "set -gx API_TOKEN VALUE",
        "git config x.token VALUE",
        "aws configure set aws_secret_access_key VALUE",
        "sshpass -p VALUE ssh host",
        "docker login -u bob -p 'VALUE' host",
        "mysql -u root -pVALUE db",
        "token=VALUE",
    ]);
}

#[test]
fn addresses_and_headers_hold_tokens() {
    check_all(&[
        "https://VALUE@github.com/x/y.git",
        "https://VALUE:x-oauth-basic@github.com/x/y.git",
        "jdbc:oracle:thin:scott/VALUE@h:1521/x",
        "sqlplus scott/VALUE@orcl",
        "\"Authorization\": \"Bearer \" + \"VALUE\"",
        "headers[\"Authorization\"] = \"Bearer \" + \"VALUE\"",
        "curl -H \"Authorization: Bearer VALUE\"",
        "curl --header \"Authorization: VALUE\"",
        ".setHeader(\"X-Api-Key\", \"VALUE\")",
    ]);
}

#[test]
fn declarations_without_a_value_stay() {
    for text in [
        "fn login(user: &str, password: &str) -> Result<Token, Error> {",
        "fn get(token: &str, url: &str = \"a1b2c3\") {}",
        "def login(user: str, password: str, host: str = \"db1.internal\") -> str:",
        "def connect(password: Optional[str] = None, model=\"gpt-4o-mini\"):",
        "interface Login { token: string; password?: string | null }",
        "token: string;\nname = \"a1b2c3d4\"",
        "password = get_password()",
        "password = getpass(\"Password for db1: \")",
        "let password = read_password(&prompt)?;",
        "password = config.get(\"database.password1\")",
        "password = prompt(\"Enter password2\")",
        "password = input(\"Password1: \")",
        "token = request.headers.get(\"X-Auth-Token-V2\")",
        "token = re.sub(r\"[^a-z0-9]{32}\", \"\", text)",
        "password = password.encode(\"latin1\")",
        "creds.password = Buffer.from(passReg, 'base64').toString('utf8')",
        "if token: mode = \"v1.2.3a\"",
        "case TOKEN: kind = \"b2b\"; break;",
        "private let alphabet = \"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567\"",
        "private const SOME_UUID = \"6b84207b-25de-4dab-97c3-953bbf03fec6\"",
        "private const URL = 'mailto:a@b.org?subject=Wrong%20display%20in';",
        "token, options = decode(f\"dev-help+{email_token}+include-footer@host\")",
        "email, password, zone=zone, HTTP_ACCEPT_LANGUAGE=\"fr,en;q=0.9\"",
        "let key = attrValue atNameMetaMapEntryKey e",
        "$value = $dictionary['type_2'][$enumKey->value][0]->foreign_key;",
        "#include <pwd.h>\n#include <grp.h>",
        "<pngx-input [error]=\"error()?.password\" name=\"password\" (keyup)=\"onPasswordKeyUp($event)\">",
        "<string name=\"password_input_label\">Lykilorð</string>",
        "<string name=\"password_reset\">Reset!</string>",
        "<label for=\"password1\">Password</label>",
        "<input name=\"authenticity_token\" type=\"hidden\" value=\"10f2163b45388899ad4d5ae948988266befcb6c3\"/>",
        "\"import-from-key\": {\n  \"version\": \"1.2.3\",\n  \"integrity\": \"sha512-zRkxjtBxxLd2Sc0d+fbnEunsTj46SWXgXciZmHq0kDY\"\n}",
        "media_keys: [\n  \"3_1603224865959399424\"\n]",
        "{\"tokens\":[{\"tokenId\":\"demo\",\"tokenHash\":\"7631cdaa5b56a39c1e8f\"}]}",
        "TARGETING_KEY: Uuid = Uuid.parse(\"f2d9a9a0-6d3f-4b5e-9f4a-1d2c3b4a5e6f\")",
        "SECRET_KEYS=[(\"abcdefghijklmnopqrstuvwx\" * 2) + \"ab\"]",
        "'password' => ['required', 'string|min:8', 'confirmed'],",
        "password: 'required|min:8|confirmed1 of them',",
        "https://unpkg.com/lib@1.2.3/x.js and https://git@github.com/a/b.git and ssh://deploy@host1.example.com",
        "see https://user@example.com and scott/tiger of oracle:thin:@host",
        "token ? \"a1b2\" : \"c3d4\"",
        "date_key = '%Y-%m-%dT%H:%M:%S.%3NZ'",
        "db_pass[] = '{{placeholder}}-$1A2b';",
        "psk-identity and psks = 3",
        "requirepass yes",
    ] {
        assert_eq!(redact(text).text, text);
    }
}
