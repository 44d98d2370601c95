//! The folders that a client works in, as it names them.

use std::path::PathBuf;

use foreword_model::limits;
use serde::Deserialize;

/// The answer to `roots/list`.
#[derive(Debug, Deserialize)]
pub struct RootsList {
    roots: Vec<Root>,
}

#[derive(Debug, Deserialize)]
struct Root {
    uri: String,
}

impl RootsList {
    /// Those that are folders of this machine.
    pub fn folders(&self) -> Vec<PathBuf> {
        let folders = self.roots.iter().filter_map(|root| folder_of(&root.uri));
        folders.take(limits::MCP_ROOTS).collect()
    }
}

/// The path of a `file:` address without a host.
fn folder_of(uri: &str) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let bytes = decoded(path)?;
    let folder = PathBuf::from(std::ffi::OsString::from_vec(bytes));
    folder.is_absolute().then_some(folder)
}

/// Percent signs undone; `None` for one that stands for nothing, or for a NUL.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            other => other,
        };
        bytes.push(byte);
    }
    (!bytes.contains(&0)).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_this_machine_count() {
        for (uri, expected) in [
            ("file:///home/a%20b/%E8%AF%BB", Some("/home/a b/读")),
            ("file://localhost/x", Some("/x")),
            ("file://host/x", None),
            ("file:///a%00b", None),
            ("file:///a%2", None),
            ("file:///a%+1", None),
            ("https://example.org/x", None),
            ("/x", None),
        ] {
            assert_eq!(folder_of(uri), expected.map(PathBuf::from), "{uri}");
        }
    }
}
