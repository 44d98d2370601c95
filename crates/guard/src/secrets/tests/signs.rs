//! What a third attack got through: values of chance with signs before, behind and among their letters, in groups, and with the
//! word of a stand-in in them; and the code and references that look so and stay.

use crate::secrets::redact;

/// Puts each value where a form has `VALUE`, and nothing of it may be left.
fn check(forms: &[&str], values: &[&str]) {
    for (form, value) in forms.iter().flat_map(|form| values.iter().map(move |value| (form, value))) {
        let redacted = redact(&form.replace("VALUE", value)).text.into_owned();
        let tail = &value[value.len() / 2..];
        assert!(
            !redacted.contains(value) && !redacted.contains(tail),
            "{form} with {value} leaves {redacted}"
        );
        assert_eq!(redact(&redacted).text, redacted, "its own placeholder");
    }
}

fn check_stays(texts: &[&str]) {
    for text in texts {
        assert_eq!(redact(text).text, **text);
    }
}

const QUOTED: [&str; 4] = [
    "password = \"VALUE\"",
    "  \"password\": \"VALUE\",",
    "String dbPassword = \"VALUE\";",
    "\"api_key\": \"VALUE\"",
];

/// Two halves of a value. They are put together here, so that no scanner takes this file for a leak.
const HALVES: (&str, &str) = ("raXxvh", "0I8SuIP2");

#[test]
fn a_sign_may_stand_anywhere_in_a_quoted_value() {
    let (first, last) = HALVES;
    for sign in "!#$%&*+-=?@^_~.,:;/|(){}[]'<>".chars() {
        let values =
            [format!("{sign}{first}{last}"), format!("{first}{sign}{last}"), format!("{first}{last}{sign}")];
        check(&QUOTED, &values.each_ref().map(String::as_str));
    }
    check(&QUOTED, &[&format!("{first}\\\\{last}")]);
    check_stays(&[
        "password = \"config.OAuth2Token\"",
        "token = \"sha256.New().Sum\"",
        "\"token\": \"@scope/package2@1.2.3\"",
        "\"password\": \"${DB_PASSWORD2}\", \"api_key\": \"$ApiKeyV2\"",
        "\"key\": \"ES2017.Promise\"",
        "password = \"deploy@\" + host",
        "token = \"<AccessTokenV2>\"",
    ]);
}

#[test]
fn groups_of_letters_and_digits_are_a_value() {
    let groups = [
        ["8YCG-U9QU", "7UZQ-5ZXB"].join("-"),
        ["j9kb-bxde", "qsrn-xru8"].join("-"),
        ["M2TEWY-DLDWY6", "UD84BS"].join("-"),
        ["4TWX_ZXM5", "DGND_S59R"].join("_"),
    ];
    check(&QUOTED, &groups.each_ref().map(String::as_str));
    check(&["DB_PASSWORD=VALUE", "client_secret: VALUE"], &groups.each_ref().map(String::as_str));
    check_stays(&["\"key\": \"left-side-area\"", "\"key\": \"test-data-file-one1\"", "key: 2024-1234-5678"]);
}

#[test]
fn letters_of_chance_may_hold_the_word_of_a_stand_in() {
    let (first, last) = HALVES;
    for word in ["EXAMPLE", "sample", "todo", "Dummy", "insert"] {
        check(&QUOTED, &[&format!("{first}{word}{last}"), &format!("{first}{last}{word}")]);
    }
    let documented = ["wJalrXUtnFEMI/K7MDENG", "/bPxRfiCYzEXAMPLEKEY"].concat();
    check(&["aws_secret_access_key = VALUE", "secretAccessKey: \"VALUE\""], &[&documented]);
    check_stays(&[
        "password = \"Example-Password-1\"",
        "api_key = \"your-Sample-Key2\"",
        "token: \"MyDummyToken1\"",
        "secret = \"todo: replace2\"",
    ]);
}

#[test]
fn a_word_that_is_all_of_a_line_may_hold_any_sign() {
    let (first, last) = HALVES;
    for sign in "&(.;<?[{~,')}>".chars() {
        let values = [format!("{sign}{first}{last}"), format!("{first}{sign}{last}")];
        check(
            &[
                "API_TOKEN=VALUE",
                "DB_PASSWORD=VALUE\n",
                "export API_KEY=VALUE",
                "  password: VALUE # note",
                "- client_secret: VALUE\n",
            ],
            &values.each_ref().map(String::as_str),
        );
    }
    // Code with digits in its names, which crates of cryptography are full of.
    check_stays(&[
        "let mut auth = poly1305::Context::from_key(poly1305_key, cpu);",
        "let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(",
        "Ok(KeyInner::ChaCha20Poly1305(chacha20_poly1305::Key::new(key)))",
        "const KEY_MAX: nl80211_key_attributes = nl80211_key_attributes::NL80211_KEY_DEFAULT_BEACON;",
        "let key_pair = Ed25519KeyPair::from_pkcs8(PRIVATE_KEY).unwrap();",
        "KeySchedule::new_with_empty_secret(TLS13_CHACHA20_POLY1305_SHA256_INTERNAL);",
        "#define OBJ_secretBag           OBJ_pkcs12_BagIds,5L",
        "    keyDetails: protobuf_specs_1.PublicKeyDetails.PKIX_ECDSA_P256_SHA_256,",
        "const keyType = keyDetails === protobuf_specs_1.PublicKeyDetails.PKCS1_RSA_PKCS1V5 ||",
        "const key = pbkdf2Sync('secret', 'salt', 100000, 64, 'sha512');",
        "token(\"newrelic-license\", \"eu01xx{x30}NRAL\"),",
    ]);
}
