//! How other texts write a value that has signs: escaped in a string, percent-encoded in a URL.

/// The forms in which a value looks different from what it is.
pub(super) fn in_other_texts(value: &str) -> impl Iterator<Item = String> + '_ {
    // What `encodeURIComponent` leaves, and what no encoder touches.
    let forms = [in_string(value), in_url(value, b"-_.!~*'()"), in_url(value, b"-_.~")];
    forms.into_iter().filter(move |form| form != value)
}

fn in_string(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn in_url(value: &str, plain: &[u8]) -> String {
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            true => encoded.push(char::from(byte)),
            false => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_written_in_other_ways() {
        let forms: Vec<String> = in_other_texts("a\"b\\c!d@e").collect();
        assert_eq!(forms, ["a\\\"b\\\\c!d@e", "a%22b%5Cc!d%40e", "a%22b%5Cc%21d%40e"]);
        assert_eq!(in_other_texts("plain-value_1.2").count(), 0);
    }
}
