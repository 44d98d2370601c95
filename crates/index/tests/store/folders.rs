//! Where indexes lie, who may read them, and when they go.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use foreword_index::store::{Store, StoreError, Writer, clear, folder_for, gc, mark_used, root_of};

use crate::fixture::{ROOT, folder, take_step};

const DAY_S: u64 = 86_400;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn everything_is_private_to_the_user() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    take_step(&mut Writer::open(&folder, Path::new(ROOT)).unwrap(), 1).unwrap();
    assert_eq!(root_of(&folder).unwrap(), Path::new(ROOT));
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(folder.parent().unwrap()), 0o700);
    for entry in fs::read_dir(&folder).unwrap() {
        assert_eq!(mode(&entry.unwrap().path()), 0o600);
    }
}

#[test]
fn an_index_never_lies_in_its_repository() {
    let root = tempfile::tempdir().unwrap();
    let inside = folder_for(root.path(), root.path());
    assert!(matches!(Writer::open(&inside, root.path()), Err(StoreError::InsideRepository)));
    assert!(!inside.exists());
}

#[test]
fn a_cleared_index_is_missing() {
    let cache = tempfile::tempdir().unwrap();
    let folder = folder(cache.path());
    assert!(matches!(Store::open(&folder), Err(StoreError::Missing)));
    take_step(&mut Writer::open(&folder, Path::new(ROOT)).unwrap(), 1).unwrap();
    clear(&folder).unwrap();
    assert!(!folder.exists());
    clear(&folder).unwrap();
    assert!(matches!(Store::open(&folder), Err(StoreError::Missing)));
}

#[test]
fn indexes_of_gone_or_unused_repositories_are_collected() {
    let cache = tempfile::tempdir().unwrap();
    let roots = tempfile::tempdir().unwrap();
    let mut folders = Vec::new();
    for name in ["gone", "used", "unused"] {
        let root = roots.path().join(name);
        fs::create_dir(&root).unwrap();
        let folder = folder_for(cache.path(), &root);
        take_step(&mut Writer::open(&folder, &root).unwrap(), 1).unwrap();
        folders.push(folder);
    }
    fs::remove_dir(roots.path().join("gone")).unwrap();
    let foreign = folders[0].parent().unwrap().join("not-an-index");
    fs::create_dir(&foreign).unwrap();
    let now = SystemTime::now();
    let later = now + Duration::from_secs(50 * DAY_S);
    mark_used(&folders[1], later).unwrap();
    let collected = gc(cache.path(), now + Duration::from_secs(70 * DAY_S), 60).unwrap();
    assert_eq!(collected.removed, [roots.path().join("gone"), roots.path().join("unused")]);
    assert_eq!(folders.iter().map(|folder| folder.exists()).collect::<Vec<_>>(), [false, true, false]);
    assert!(foreign.exists());
    // A clock that went back ten years collects nothing.
    let collected = gc(cache.path(), now - Duration::from_secs(3650 * DAY_S), 60).unwrap();
    assert_eq!((collected.removed.len(), collected.kept), (0, 1));
}
