//! Which values are worth looking for, by the name they are given and by what they look like.

use super::super::value;

/// Whether a value gives something away, and is no word that a repository is full of.
pub(super) fn is_telling(name: &str, value: &str) -> bool {
    const SECRETS: [&str; 9] = ["PASS", "PWD", "SECRET", "TOKEN", "KEY", "AUTH", "CRED", "PRIVATE", "SALT"];
    let upper = name.to_ascii_uppercase();
    let is_secret = SECRETS.iter().any(|word| upper.contains(word));
    if value::is_reference(value) || value::is_stand_in(value) || value.contains("redacted") {
        return false;
    }
    let is_number =
        value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':' | b',' | b'-'));
    let has_credentials = value
        .split_once("://")
        .is_some_and(|(_, rest)| rest.split('/').next().unwrap_or_default().contains('@'));
    let is_place = (value.contains("://") && !has_credentials)
        || value.starts_with(['/', '.', '~'])
        || is_host(value)
        || value::is_address(value);
    match is_secret {
        true => !value.contains(' ') || value.bytes().any(|byte| byte.is_ascii_digit()),
        false => !is_number && !is_place && !value::is_wordy(value) && !value.contains(' '),
    }
}

/// `name.domain`, with a port or a path.
fn is_host(value: &str) -> bool {
    let host = value.split([':', '/']).next().unwrap_or_default();
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_local = host.eq_ignore_ascii_case("localhost");
    is_local
        || (host.contains('.')
            && host.split('.').all(is_part)
            && host.bytes().next_back().is_some_and(|byte| byte.is_ascii_lowercase()))
}
