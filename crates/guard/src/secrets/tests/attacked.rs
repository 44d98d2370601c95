//! What two attacks got through: addresses whose host is put in later, headers in calls, other ways to
//! declare a value, letters without a digit, titles of sections and tables, and the code that has the same
//! words and stays.

use super::token;
use crate::secrets::redact;

/// Random letters and digits, a password that a program made, and letters alone. Put together here, so that
/// no scanner takes this file for a leak.
fn values() -> [String; 3] {
    [token("", 32), ["hT7$k", "Qz9@Lm2"].concat(), ["nctjGtzF", "doGQceQu"].concat()]
}

/// Masks each value where a form has `VALUE`, and in base64 behind a user where it has `PAIR`.
fn check_all(forms: &[&str]) {
    for (form, value) in forms.iter().flat_map(|form| values().map(|value| (form, value))) {
        let pair = base64(&format!("svc:{value}"));
        let text = form.replace("VALUE", &value).replace("PAIR", &pair);
        let redacted = redact(&text).text.into_owned();
        assert!(!redacted.contains(&value) && !redacted.contains(&pair), "{form} leaves {redacted}");
        assert_eq!(redact(&redacted).text, redacted, "its own placeholder");
    }
}

fn check_stays(texts: &[&str]) {
    for text in texts {
        assert_eq!(redact(text).text, **text);
    }
}

fn base64(text: &str) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::new();
    for three in text.as_bytes().chunks(3) {
        let bits =
            three.iter().chain([&0; 2]).take(3).fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        let digits = (0..=three.len()).map(|at| char::from(DIGITS[bits >> (18 - 6 * at) & 63]));
        encoded.extend(digits.chain("==".chars().skip(three.len() - 1)).take(4));
    }
    encoded
}

#[test]
fn the_host_of_an_address_may_be_put_in_later() {
    check_all(&[
        "postgres://app:VALUE@${DB_HOST}/app",
        "f\"postgresql://svc:VALUE@{HOST}:5432/db\"",
        "\"postgresql://svc:VALUE@%s:5432/db\" % host",
        "url = \"postgres://svc:VALUE@#{host}/db\"",
        "val u = \"postgres://svc:VALUE@$host/db\"",
        "url: postgres://svc:VALUE@{{ .Values.host }}/db",
        "url = \"postgresql://svc:VALUE@\" + host + \"/db\"",
        "git clone https://ci:VALUE@$HOST/x",
        "\"redis://:VALUE@{}:6379/0\".format(HOST)",
        "https://ci:VALUE@<host>/x.git",
        r#"{"dsn":"postgres:\/\/orders:VALUE@db\/orders"}"#,
        r#""{\"dsn\":\"postgres:\\/\\/orders:VALUE@db\\/orders\"}""#,
    ]);
    let query = "redirect=https%3A%2F%2Fapp%3Aotter-lynx5127%40host%2Fx";
    assert_eq!(redact(query).text, "redirect=https%3A%2F%2Fapp%3A<redacted>%40host%2Fx");
    check_stays(&[
        "redirect=https%3A%2F%2Fhost%3A8080%2F%40scope",
        "https://user:${PASSWORD}@${HOST}/x and https://%s:%s@%s/x and https://{user}:{password}@{host}",
        "\"https://user:#{password}@\" + host",
        "https://host:8080/@scope/${name}",
    ]);
}

#[test]
fn a_data_source_of_go_holds_a_password() {
    check_all(&[
        "sql.Open(\"mysql\", \"root:VALUE@tcp(127.0.0.1:3306)/db?parseTime=true\")",
        "dsn := \"root:VALUE@/shop\"",
        "sql.Open(\"mysql\", \"orders:VALUE@/db\")",
        "\"root:VALUE@unix(/tmp/x.sock)/shop\"",
        "MYSQL_DSN=root:VALUE@tcp(db:3306)/shop",
        "fmt.Sprintf(\"svc:VALUE@tcp(%s:3306)/db\", host)",
    ]);
    check_stays(&[
        "dsn := fmt.Sprintf(\"%s:%s@tcp(%s)/%s\", user, password, host, name)",
        "dsn = 'root:${PASSWORD}@tcp(db)/x'",
        "import dsn from '@/config'",
        "dsn: a:password@/x",
    ]);
}

#[test]
fn a_call_or_directive_may_stand_between_a_header_and_its_value() {
    check_all(&[
        "req.Header.Set(\"Authorization\", \"Basic PAIR\")",
        "proxy_set_header Authorization \"Basic PAIR\";",
        "xhr.setRequestHeader('Authorization', 'Basic PAIR')",
        "c.setRequestProperty(\"Authorization\", \"Basic PAIR\");",
        "RequestHeader set Authorization \"Basic PAIR\"",
        "client.DefaultRequestHeaders.Add(\"Authorization\", \"Basic PAIR\");",
        "HTTP_AUTHORIZATION = \"Basic PAIR\"",
        "new AuthenticationHeaderValue(\"Basic\", \"PAIR\")",
        "req.Header.Add(\"Authorization\", \"Bearer VALUE\")",
        "new AuthenticationHeaderValue(\"Bearer\", \"VALUE\");",
        "proxy_set_header  Authorization  \"Bearer VALUE\";",
    ]);
    check_stays(&[
        "strings.TrimPrefix(r.Header.Get(\"Authorization\"), \"Bearer \")",
        "headers.get(\"Authorization\", \"Basic realm\")",
        ".header(\"authorization\", \"Bearer password\")",
        "schemes = [\"Bearer\", \"Basic\", \"Digest\"]; scheme: \"bearer\", bearerFormat: \"JWT\"",
        "basic authentication and basic aGVsbG8gd29ybGQgaGVsbG8=",
    ]);
}

#[test]
fn a_value_may_be_declared_in_the_way_of_any_language() {
    check_all(&[
        "Dim password As String = \"VALUE\"",
        "Private Const DbPassword As String = \"VALUE\"",
        "public string ApiKey { get; set; } = \"VALUE\";",
        "public string ApiKey { get; private set; } = \"VALUE\";",
        "const std::string kApiKey = R\"(VALUE)\";",
        "auto password = R\"x(VALUE)x\";",
        "DECLARE @password NVARCHAR(50) = 'VALUE';",
        "CREATE LOGIN x WITH PASSWORD = N'VALUE';",
        "p.add_argument(\"--token\", type=str, default=\"VALUE\", help=\"API token\")",
        "@click.option('--api-key', envvar='KEY', default='VALUE')",
        "const t = process.env.API_TOKEN ?? \"VALUE\";",
        "$t = getenv('API_TOKEN') ?: 'VALUE';",
        "t = os.environ.get(\"BILLING_TOKEN\") or \"VALUE\"",
        "db_password <- \"VALUE\"",
        "val clientSecret: String by lazy { \"VALUE\" }",
        "const SECRET: &[u8; 24] = b\"VALUE\";",
        "const SECRET: &str = r#\"VALUE\"#;",
        "pub static SECRET: [u8; 32] = *b\"VALUE\";",
        "const apiKey = <string>'VALUE';",
        "apiKey = prod ? a : 'VALUE'",
        "password = x if x else \"VALUE\"",
        "password = x or y or \"VALUE\"",
        "password = env::var(\"P\").unwrap_or_else(|_| \"VALUE\".to_string())",
        "password = Optional.ofNullable(x).orElse(\"VALUE\")",
        "v_password VARCHAR2(100) := 'VALUE';",
        "password <- c(\"VALUE\")",
        "Password (admin): VALUE",
        "The password for the db is `VALUE`.",
        "password = var.x != \"\" ? var.x : \"VALUE\"",
        "INFO password=[VALUE]",
        "<signjar storepass=\"VALUE\" keypass=\"VALUE\"/>",
        "keytool -storepass VALUE",
        "- ParameterKey: DBPassword\n  ParameterValue: VALUE",
        "DBPassword:\n  Type: String\n  Default: VALUE\n",
        "\"password\": {\n  \"type\": \"string\",\n  \"default\": \"VALUE\"\n}",
        "#define WIFI_PASSWORD \"VALUE\"",
        "#define WIFI_PASSWORD \\\n  \"VALUE\"",
        "password: !vault \"VALUE\"",
        "? password\n: VALUE",
        "const [user, password] = [\"u\", \"VALUE\"];",
        ".password(\"{noop}VALUE\")",
        "New-ADUser -AccountPassword (ConvertTo-SecureString -String \"VALUE\" -AsPlainText)",
        "cy.get(\"#password\").type(\"VALUE\");",
        "page.fill('input[name=\"password\"]', \"VALUE\")",
        "FROM x\nENV DB_PASSWORD VALUE\n",
        "aws configure set aws_secret_access_key VALUE",
        "git config --global github.token VALUE",
    ]);
}

#[test]
fn a_method_may_answer_a_value() {
    check_all(&[
        "String getApiKey() { return \"VALUE\"; }",
        "public String getPassword() {\n    return \"VALUE\";\n}",
        "func Secret() string { return \"VALUE\" }",
        "def get_api_key():\n    return \"VALUE\"",
        "def get_api_key(self) -> str:\n    return \"VALUE\"",
        "get apiKey(): string { return 'VALUE'; }",
        "const getToken = () => 'VALUE';",
        "def password\n  \"VALUE\"\nend",
        "def password, do: \"VALUE\"",
        "function getToken() return \"VALUE\" end",
        "sub password { return 'VALUE'; }",
        "var apiKey: String { return \"VALUE\" }",
        "fn api_key() -> &'static str { \"VALUE\" }",
        "fn default_password() -> String {\n    \"VALUE\".to_string()\n}",
        "fn jwt_secret() -> String { String::from(\"VALUE\") }",
        "fn jwt_secret() -> Option<SecretString> {\n    Some(SecretString::new(\"VALUE\".into()))\n}",
        "def api_key() -> str:\n    \"\"\"The key.\"\"\"\n    return \"VALUE\"",
        "const getSecret = async () => \"VALUE\"",
        "password = lambda: \"VALUE\"",
    ]);
    check_stays(&[
        "if (isToken()) { return \"a1b2c3d4e5f6g7h8\"; }",
        "function dataset_key(key) {\n    return `data-${decamel(key)}`;",
        "String getTokenType() { return \"OAuth2Bearer\"; }",
        "def password\n  @password\nend",
        "String getPassword() { return \"password\"; }",
    ]);
}

#[test]
fn a_string_of_chance_beside_a_name_is_masked_however_the_two_are_joined() {
    let forms = [
        "def get_password(user):\n    if user == \"root\":\n        return other()\n    return \"VALUE\"",
        "func (c *C) APIKey() (string, error) {\n\treturn \"VALUE\", nil\n}",
        "public String getApiKey() {\n    log.debug(\"asked for\");\n    return \"VALUE\";\n}",
        "public string Password { get { return \"VALUE\"; } }",
        "async function getToken(): Promise<string> {\n  return Promise.resolve(\"VALUE\");\n}",
        "let(:api_key) { 'VALUE' }",
        "const apiKey = process.env.API_KEY\n  || \"VALUE\";",
        "env::var(\"API_KEY\").unwrap_or_else(|_| \"VALUE\".to_string())",
        "TOKEN = ENV.fetch('API_TOKEN') { 'VALUE' }",
        "optional string api_key = 1 [default = \"VALUE\"];",
        "req.addValue(\"VALUE\", forHTTPHeaderField: \"X-Api-Key\")",
        "headers.insert(\"x-api-key\", HeaderValue::from_static(\"VALUE\"));",
        "when(cfg.getPassword()).thenReturn(\"VALUE\");",
        "(defparameter *api-key* \"VALUE\")",
    ];
    for value in ["9fQ2xLr7TnB4vKz1WdY8sGm3", "Zk8+Vd1qTz/4nHs0pWcRj5Lx2Yb="] {
        for form in forms {
            let redacted = redact(&form.replace("VALUE", value)).text.into_owned();
            assert!(!redacted.contains(value), "{form} leaves {redacted}");
        }
    }
    check_stays(&[
        "token = client.get(\"https://example.org/oauth2/v2/authorizeUser\")",
        "describe('password reset', () => expect(page.find('ResetPasswordForm2FieldGroup')))",
        "if has_password() {\n    open(\"resources/shaders/BloomPass3FragmentShader.glsl\");\n}",
        "password: hash(input)\netag: \"pX27zsMN2ViQKta1bGfLmVJE\"",
    ]);
}

#[test]
fn other_names_announce_a_value() {
    check_all(&[
        "pw = 'VALUE'",
        "pw: VALUE",
        "dbPw = \"VALUE\"",
        "wifi_psk = \"VALUE\"",
        "pswd: VALUE",
        "passcode: VALUE",
        "bind_pw = VALUE",
        "Kennwort = VALUE",
        "contraseña = \"VALUE\"",
        "define('NONCE_SALT', 'VALUE');",
        "password\u{a0}=\u{a0}VALUE",
        "password＝VALUE",
        "**Password**: VALUE",
        "**API key:** `VALUE`",
        "- password → VALUE",
        "пароль: VALUE",
    ]);
    check_stays(&[
        "password_regex = r\"^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$\"",
        "secret_arn = \"arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf\"",
        "uuid_key = \"6ba7b810-9dad-11d1-80b4-00c04fd430c8\"",
        "integrity sha512-3oSeUO0TMV67hN1AmbXsK4yaqU7tjiHlbxRDZOpH0KW9+CeX4bRAaX0Anxt0tx2MrpRpWwQaPwIlISEJhYU5Pw==\n\nbase64-js@^1.3.1:",
        "local ref_pat = '^%%#MiniCmdlinePeekSign#.*%%#Mini$'",
        "if (pw == pw2) return 'Passwords2 differ';",
    ]);
}

#[test]
fn the_title_of_a_section_announces_its_values() {
    check_all(&[
        "[secrets]\ndb = \"VALUE\"\n",
        "[app.passwords]\nadmin = VALUE\n",
        "secrets:\n  db: VALUE\n",
        "credentials:\n  admin: \"VALUE\"\n",
        "TOKENS = {\n    \"ci\": \"VALUE\",\n}\n",
        "API_KEYS = [\n    \"VALUE\",\n]\n",
    ]);
    check_stays(&[
        "secrets:\n  db_password:\n    file: ./secrets/db1.txt\n    external: true\n",
        "credentials:\n  username: bob2\n  region: eu-west-1\n  path: /etc/app/key1.pem\nname: a1b2c3d4e5f6\n",
        "tokens = {\n  'kind': TokenKind2.NAME,\n  'url': 'http://usevim.com/2012/03/16/editing-remote-files/',\n}",
        "secrets:\n  TOKEN: ${{ secrets.TOKEN_V2 }}\n",
    ]);
}

#[test]
fn the_title_of_a_column_announces_its_values() {
    check_all(&[
        "id,email,password\n1,a@b.c,VALUE\n2,d@e.f,x\n",
        "name;api_key\nbob;\"VALUE\"\n",
        "| user | password |\n|---|---|\n| bob | `VALUE` |\n",
        "INSERT INTO users (name, password) values ('admin', 'VALUE'), ('bob', 'VALUE');",
        "insert into api_keys values (1, 'VALUE');",
    ]);
    let weak = "| user | password |\n|---|---|\n| bob | sunshine1! |\n";
    assert_eq!(redact(weak).text, weak.replace("sunshine1!", "<redacted:password>"));
    check_stays(&[
        "user,password\nbob,changeme\n",
        "| name | type | token |\n|---|---|---|\n| api_key | string | Your API key 2 |\n",
        "let x = (user, password);\nlet y = (a1b2c3d4e5f6g7, b2);\n",
        "INSERT INTO users (name, hash) values ('admin', 'a1b2c3d4e5f6a1b2c3d4e5f6');",
    ]);
}

#[test]
fn a_call_that_logs_in_or_signs_takes_a_credential() {
    check_all(&[
        "jwt.sign({id}, \"VALUE\", {})",
        "jwt.encode(payload, \"VALUE\", algorithm=\"HS256\")",
        "new PDO('mysql:host=h;dbname=d', 'root', 'VALUE')",
        "DriverManager.getConnection(\"jdbc:mysql://h/db\", \"root\", \"VALUE\");",
        "mysqli_connect('h', 'u', 'VALUE', 'db')",
        "crypto.createHmac(\"sha256\", \"VALUE\")",
        "hmac.new(b\"VALUE\", body, \"sha256\")",
        "app.use(cookieParser(\"VALUE\"));",
        "s.login(\"robot@acme.io\", \"VALUE\")",
        "new Sequelize(\"db\", \"user\", \"VALUE\", {})",
        "http.basic_auth \"u\", \"VALUE\"",
    ]);
    let weak = "mysqli_connect('db1.host', 'user1', 'Sunshine1!')";
    assert_eq!(redact(weak).text, weak.replace("Sunshine1!", "<redacted:password>"));
    let (key, hex) = (format!("0x{}", "3f09a1e47c2b".repeat(6)), "3f09a1e47c2b".repeat(5));
    let accounts = format!("accounts: [\"{}\"]", &key[..66]);
    assert_eq!(redact(&accounts).text, "accounts: [\"<redacted:private-key>\"]");
    check_stays(&[
        "signal.connect(\"button_pressed2\", onButtonPressed)",
        "mysqli_connect('db1.host', 'user1', 'sunshine')",
        "createHash(\"sha256\", \"5d41402abc4b2a76b9719d911017c592\")",
        "jwt.verify(token, process.env.JWT_SECRET, { algorithms: ['HS256'] })",
        "fetch(url).then(connect('users', mapStateToProps2))",
        &format!("accounts: [\"0x{}\"]", &hex[..40]),
    ]);
}

#[test]
fn letters_that_are_no_words_are_a_value() {
    for name in ["password", "DB_PASSWORD", "token", "apiKey"] {
        check_all(&[&format!("{name} = \"VALUE\""), &format!("{name}: VALUE\n"), &format!("{name}=VALUE\n")]);
    }
    check_stays(&[
        "password = passwordInputRef; token = getSysCliByID; key = \"dropdownKeyDown\"",
        "password = \"changeme\"; secret = \"correcthorsebatterystaple\"; key: \"yyyyMMddHHmmss\"",
        "\"password\": \"Wprowadź hasło\", \"passwordHint\": \"benutzerpasswort\", token: \"accessTokenProvider\"",
        "'KvJumpToKey',\n    'KvJumpToKeySymbol',\n    'KvGetUInt64',",
        "opsctl login --token eyJhbGciOi...",
    ]);
}

#[test]
fn keys_of_aws_and_of_json_are_found_beside_what_names_them() {
    let secret = token("", 40);
    for text in
        ["AKIAQ7H3XB9N2WQ7H3XB:VALUE", "Access key ID,Secret access key\nAKIAQ7H3XB9N2WQ7H3XB,VALUE\n"]
    {
        let redacted = redact(&text.replace("VALUE", &secret)).text.into_owned();
        assert!(!redacted.contains(&secret), "{redacted}");
    }
    check_all(&["{\"kty\":\"EC\",\"crv\":\"P-256\",\"d\":\"VALUE0123456789\",\"x\":\"a\"}"
        .replace("VALUE", &secret)
        .as_str()]);
    let public = format!("{{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"{secret}\"}}");
    assert_eq!(redact(&public).text, public);
    let private = public.replace("\"x\"", "\"d\"");
    assert_eq!(redact(&private).text, private.replace(&secret, "<redacted:private-key>"));
}

#[test]
fn a_kubernetes_secret_may_be_written_in_many_ways() {
    let value = base64("hunter2x-zebra");
    for form in [
        "kind: Secret\ndata:\n{{- if .x }}\n  foo: VALUE\n{{- end }}\n  bar: VALUE\n",
        "kind: Secret\n\"data\":\n  \"foo\": VALUE\n",
        "'kind': \"Secret\"\n'data':\n  foo: VALUE\n",
        "\"kind\": \"Secret\"\n\"data\":\n  foo: VALUE\n",
        "kind: Secret\ndata: {\n  foo: VALUE,\n  bar: VALUE }\n",
        "kind: Secret\ndata:\n  foo: >-\n    VALUE\n    c2hvcnQ=\n",
        "kind: Secret\ndata:\n  foo: !!binary VALUE\n",
        "kind: Secret\ndata: &d\n  foo: &f VALUE\n",
        "kind :  Secret\ndata :\n  foo :  VALUE\n",
        "kind: Secret\nstringData:\n  foo: |\n    a\n    thing VALUE\n",
        "const m = { kind: \"Secret\", data: { foo: \"VALUE\" } }\n",
        "const m = { data: { foo: 'VALUE' },\n  kind: 'Secret' }\n",
        r#""last-applied": "{\"apiVersion\":\"v1\",\"data\":{\"foo\":\"VALUE\"},\"kind\":\"Secret\"}""#,
    ] {
        let redacted = redact(&form.replace("VALUE", &value)).text.into_owned();
        assert!(!redacted.contains(&value) && !redacted.contains("c2hvcnQ="), "{form} leaves {redacted}");
        assert_eq!(redact(&redacted).text, redacted, "its own placeholder");
    }
    check_stays(&[
        "kind: Secret\nmetadata:\n  name: a-long-name-of-a-secret\ntype: Opaque\ndata:\n{{- if .x }}\n  foo: {{ .x | b64enc }}\n{{- end }}\n",
        "kind: ConfigMap\ndata: {\n  foo: a-long-value-of-a-map }\n",
        "type Kind = { kind: 'Other', data: { foo: 'a-long-value-of-a-map' } } | { kind: 'Secret' }",
    ]);
}

#[test]
fn a_value_of_chance_may_begin_with_any_sign() {
    for sign in ["$", "&", "*", "!", "{", "[", "("] {
        let value = format!("{sign}{}", ["7hTk", "Qz9@Lm2#"].concat());
        // Without quotes most of these signs are syntax: a YAML anchor, a list.
        let bare: &[&str] = if sign == "$" { &["password: VALUE", "DB_PASSWORD=VALUE"] } else { &[] };
        for form in ["password = \"VALUE\"", "{\"password\": \"VALUE\"}"].iter().chain(bare) {
            let redacted = redact(&form.replace("VALUE", &value)).text.into_owned();
            assert!(!redacted.contains(&value[1..]), "{form} with {value} leaves {redacted}");
        }
    }
    check_stays(&[
        "password: $DB_PASSWORD",
        "password: ${DB_PASSWORD}",
        "password: $(cat /run/secrets/db)",
        "password: *db_password",
        "password: &db_password",
        "password: !vault db/password",
        "password: <your password>",
        "password: {{ db_password }}",
        "password = [database.password]",
        "password = &config.password",
        "password = *secret.value",
    ]);
}
