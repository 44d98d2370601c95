//! Which files never contribute content, only their existence (contract §9).

use crate::glob::Glob;

/// Never shown, whatever the configuration says.
const ALWAYS: &[&str] =
    &[".env*", "*.pem", "*.key", "id_rsa*", "id_ed25519*", "**/.ssh/**", "**/secrets/**", "**/.npmrc"];

/// The files whose content is never shown. Upper and lower case are alike.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sensitive {
    extra_globs: Vec<String>,
}

impl Sensitive {
    /// The default files, and what the configuration adds.
    pub fn new(extra_globs: &[String]) -> Self {
        Self { extra_globs: extra_globs.to_vec() }
    }

    /// Whether a path, relative to the root and with `/`, is one of them.
    pub fn matches(&self, rel_path: &str) -> bool {
        let extra = self.extra_globs.iter().map(String::as_str);
        ALWAYS.iter().copied().chain(extra).any(|glob| Glob::matches_ignoring_case(glob, rel_path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide() {
        let extra = ["private/**".to_owned(), "*.Token".to_owned()];
        let sensitive = Sensitive::new(&extra);
        for (path, expect) in [
            (".env", true),
            ("app/.env.production", true),
            ("app/.ENVRC", true),
            ("certs/server.PEM", true),
            ("certs/server.key", true),
            ("id_rsa", true),
            ("keys/id_ed25519.pub", true),
            ("home/.ssh/config", true),
            ("deploy/Secrets/db.yaml", true),
            ("web/.npmrc", true),
            ("private/notes.md", true),
            ("ci/deploy.token", true),
            ("src/env.rs", false),
            ("src/keyboard.rs", false),
            ("src/secrets.rs", false),
            ("docs/pem.md", false),
            ("npmrc.md", false),
        ] {
            assert_eq!(sensitive.matches(path), expect, "{path}");
        }
        assert!(!Sensitive::default().matches("private/notes.md"));
    }
}
