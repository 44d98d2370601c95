//! The digests of covered files, kept in the user's state folder with size and times of each: a file that has not been
//! touched since is not read again at every prompt.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use foreword_guard::path::Stamp;
use foreword_model::limits;

/// What is known of files by path.
#[derive(Debug, Default)]
pub struct KnownDigests {
    bytes: Vec<u8>,
}

/// The digests of one look at the files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StampedDigests {
    begun_ns: i64,
    text: Vec<u8>,
}

impl KnownDigests {
    /// As they were kept.
    pub fn of(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// The digests by path.
    pub fn by_path(&self) -> HashMap<&str, KnownDigest<'_>> {
        let records =
            self.bytes.split(|byte| *byte == 0).filter_map(|record| std::str::from_utf8(record).ok());
        records.filter_map(KnownDigest::read).collect()
    }
}

/// The digest of a file, and its size and times when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownDigest<'a> {
    digest: &'a str,
    len: u64,
    modified_ns: i64,
    noted_ns: i64,
}

impl<'a> KnownDigest<'a> {
    fn read(record: &'a str) -> Option<(&'a str, Self)> {
        let mut parts = record.splitn(5, ' ');
        let digest = parts.next()?;
        let len = parts.next()?.parse().ok()?;
        let modified_ns = parts.next()?.parse().ok()?;
        let noted_ns = parts.next()?.parse().ok()?;
        Some((parts.next()?, Self { digest, len, modified_ns, noted_ns }))
    }

    /// The digest, if the file has not been touched since.
    pub fn of_untouched(&self, stamp: &Stamp) -> Option<&'a str> {
        let is_same =
            (self.len, self.modified_ns, self.noted_ns) == (stamp.len, stamp.modified_ns, stamp.noted_ns);
        is_same.then_some(self.digest)
    }
}

impl StampedDigests {
    /// None yet; what changes from now on is not taken for what was read.
    pub fn begin() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { begun_ns: i64::try_from(now.as_nanos()).unwrap_or(0), text: Vec::new() }
    }

    /// Notes a digest, unless the file may have changed within the same tick of the clock.
    pub fn note(&mut self, path: &str, stamp: &Stamp, digest: &str) {
        if stamp.noted_ns.saturating_add(limits::TRUST_SETTLED_NS) < self.begun_ns {
            let Stamp { len, modified_ns, noted_ns, .. } = stamp;
            self.text.extend(format!("{digest} {len} {modified_ns} {noted_ns} {path}\0").into_bytes());
        }
    }

    /// To be kept.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_kept_for_the_stamp_that_the_file_had() {
        let mut noted = StampedDigests::begin();
        let old = Stamp { is_file: true, is_dir: false, len: 3, modified_ns: 5, noted_ns: 7 };
        noted.note("a b/c\n.sh", &old, "1234");
        noted.note("just now", &Stamp { noted_ns: noted.begun_ns, ..old }, "5678");
        let known = KnownDigests::of(noted.as_bytes().to_vec());
        let known = known.by_path();
        assert_eq!(known.keys().collect::<Vec<_>>(), [&"a b/c\n.sh"]);
        assert_eq!(known["a b/c\n.sh"].of_untouched(&old), Some("1234"));
        assert_eq!(known["a b/c\n.sh"].of_untouched(&Stamp { noted_ns: 8, ..old }), None);
        assert!(KnownDigests::of(b"broken\0also broken here x y\0".to_vec()).by_path().is_empty());
    }
}
