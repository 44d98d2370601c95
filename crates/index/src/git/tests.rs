//! Repositories made by the git program, read back without it.

use std::path::Path;

use tempfile::TempDir;

use super::*;

#[expect(clippy::disallowed_methods, reason = "the test needs repositories that git itself has written")]
fn git(directory: &Path, args: &[&str]) -> String {
    let output = std::process::Command::new("git")
        .current_dir(directory)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"])
        .args(args)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("git runs");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("git prints UTF-8").trim().to_owned()
}

fn write(root: &Path, path: &str, text: &str) {
    let file = root.join(path);
    std::fs::create_dir_all(file.parent().expect("a parent")).expect("directories");
    std::fs::write(file, text).expect("a file");
}

/// A repository with one commit on `main`.
fn repository() -> TempDir {
    let directory = TempDir::new().expect("a directory");
    git(directory.path(), &["init", "-q", "-b", "main"]);
    for path in ["a.txt", "src/lib.rs", "src/deep/er/module.rs", "z"] {
        write(directory.path(), path, "x\n");
    }
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-q", "-m", "first"]);
    directory
}

fn check_head(directory: &Path, branch: Option<&str>) {
    let found = discover(directory).expect("a work tree");
    let commit = git(directory, &["rev-parse", "HEAD"]);
    assert_eq!(head(&found), Head { branch: branch.map(str::to_owned), commit: Some(commit) });
}

#[test]
fn a_work_tree_is_found_from_below() {
    let repo = repository();
    let found = discover(&repo.path().join("src/deep")).expect("a work tree");
    assert_eq!(found.top, repo.path());
    assert_eq!(found.refusal(), None);
    let objects = found.objects().expect("objects");
    let folder = repo.path().canonicalize().expect("a path").join(".git/objects");
    assert_eq!(objects, GitObjects { folder, borrows: false, shallow: None });
}

#[test]
fn head_is_read_from_loose_packed_and_detached() {
    let repo = repository();
    check_head(repo.path(), Some("main"));
    git(repo.path(), &["checkout", "-q", "-b", "feature/one"]);
    check_head(repo.path(), Some("feature/one"));
    git(repo.path(), &["pack-refs", "--all"]);
    check_head(repo.path(), Some("feature/one"));
    git(repo.path(), &["checkout", "-q", "--detach"]);
    check_head(repo.path(), None);
}

#[test]
fn a_branch_without_a_commit_has_a_name_only() {
    let directory = TempDir::new().expect("a directory");
    git(directory.path(), &["init", "-q", "-b", "trunk"]);
    let found = discover(directory.path()).expect("a work tree");
    assert_eq!(head(&found), Head { branch: Some("trunk".to_owned()), commit: None });
}

#[test]
fn worktrees_share_refs_with_their_repository() {
    let repo = repository();
    let other = TempDir::new().expect("a directory");
    let tree = other.path().join("tree");
    git(repo.path(), &["worktree", "add", "-q", "-b", "side", &tree.to_string_lossy()]);
    git(repo.path(), &["pack-refs", "--all"]);
    let found = discover(&tree.join("src")).expect("a work tree");
    assert_eq!(found.top, tree);
    check_head(&tree, Some("side"));
    assert!(tracks(&found, "src/lib.rs"));
}

#[test]
fn a_submodule_is_its_own_work_tree() {
    let inner = repository();
    let outer = repository();
    git(outer.path(), &["submodule", "--quiet", "add", &inner.path().to_string_lossy(), "vendor/inner"]);
    let found = discover(&outer.path().join("vendor/inner/src")).expect("a work tree");
    assert_eq!(found.top, outer.path().join("vendor/inner"));
    check_head(&found.top, Some("main"));
}

#[test]
fn a_broken_git_entry_is_passed_over() {
    let repo = repository();
    for (path, content) in
        [("one/.git", "gitdir: nowhere\n"), ("two/.git", "not a link"), ("three/.git/x", "")]
    {
        write(repo.path(), path, content);
    }
    for below in ["one", "two", "three"] {
        let found = discover(&repo.path().join(below)).expect("the outer work tree");
        assert_eq!(found.top, repo.path(), "{below}");
    }
}

#[test]
fn a_ref_that_climbs_out_is_not_followed() {
    let repo = repository();
    let id = git(repo.path(), &["rev-parse", "HEAD"]);
    write(repo.path(), "stray", &format!("{id}\n"));
    write(repo.path(), ".git/HEAD", "ref: refs/../../stray\n");
    let found = discover(repo.path()).expect("a work tree");
    assert_eq!(head(&found).commit, None);
}

fn check_tracks(directory: &Path) {
    let found = discover(directory).expect("a work tree");
    write(directory, "untracked.txt", "x");
    for (path, listed) in [
        ("a.txt", true),
        ("src/lib.rs", true),
        ("src/deep/er/module.rs", true),
        ("z", true),
        ("src", false),
        ("lib.rs", false),
        ("untracked.txt", false),
        ("src/lib.rsx", false),
    ] {
        assert_eq!(tracks(&found, path), listed, "{path}");
    }
}

#[test]
fn every_index_version_is_read() {
    for version in ["2", "3", "4"] {
        let repo = repository();
        git(repo.path(), &["update-index", "--index-version", version]);
        if version == "3" {
            // Only an entry with an extended flag makes git write version 3.
            write(repo.path(), "later.txt", "x");
            git(repo.path(), &["add", "--intent-to-add", "later.txt"]);
        }
        check_tracks(repo.path());
    }
}

#[test]
fn a_split_index_is_read_with_its_base() {
    let repo = repository();
    git(repo.path(), &["update-index", "--split-index"]);
    write(repo.path(), "new.txt", "x");
    git(repo.path(), &["add", "new.txt"]);
    check_tracks(repo.path());
    assert!(tracks(&discover(repo.path()).expect("a work tree"), "new.txt"));
}

#[test]
fn sha256_repositories_are_read() {
    let directory = TempDir::new().expect("a directory");
    git(directory.path(), &["init", "-q", "-b", "main", "--object-format=sha256"]);
    for path in ["a.txt", "src/lib.rs", "src/deep/er/module.rs", "z"] {
        write(directory.path(), path, "x\n");
    }
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-q", "-m", "first"]);
    check_tracks(directory.path());
    check_head(directory.path(), Some("main"));
}

#[test]
fn a_cut_index_counts_a_name_in_it_as_tracked() {
    let repo = repository();
    let index = repo.path().join(".git/index");
    #[expect(clippy::disallowed_methods, reason = "the index is cut by hand")]
    let bytes = std::fs::read(&index).expect("an index");
    std::fs::write(&index, &bytes[..bytes.len() - 25]).expect("a cut index");
    let found = discover(repo.path()).expect("a work tree");
    assert!(tracks(&found, "elsewhere/lib.rs"));
    assert!(!tracks(&found, "missing.rs"));
    for length in 0..bytes.len() {
        std::fs::write(&index, &bytes[..length]).expect("a cut index");
        tracks(&found, "src/lib.rs");
    }
}

/// What becomes of a repository after something was done to it.
#[track_caller]
fn check_refusal(name: &str, expected: Option<GitRefusal>, change: impl FnOnce(&Path, &Path)) {
    let (repo, other) = (repository(), repository());
    change(repo.path(), other.path());
    let found = discover(&repo.path().join("src")).expect("a work tree");
    // What is above is never taken instead.
    assert_eq!(found.top, repo.path(), "{name}");
    assert_eq!(found.objects().err(), expected, "{name}");
    if found.refusal().is_some() {
        assert_eq!(head(&found), Head::default(), "{name}");
        assert!(tracked(&found).is_none(), "{name}");
        assert!(tracks(&found, "nothing"), "{name}: doubt counts as tracked");
    }
}

fn link(target: &Path, at: &Path) {
    if at.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        std::fs::remove_dir_all(at).expect("a folder that goes");
    } else {
        let _ = std::fs::remove_file(at);
    }
    std::os::unix::fs::symlink(target, at).expect("a link");
}

fn fifo(at: &Path) {
    let _ = std::fs::remove_file(at);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        at,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .expect("a FIFO");
}

#[test]
fn a_git_directory_elsewhere_counts_only_if_it_names_this_checkout() {
    let foreign = Some(GitRefusal::Foreign);
    let replace = |repo: &Path, text: &str| {
        std::fs::remove_dir_all(repo.join(".git")).expect("a folder that goes");
        write(repo, ".git", text);
    };
    check_refusal("a plain repository", None, |_, _| {});
    check_refusal("a file that names another repository", foreign, |repo, other| {
        replace(repo, &format!("gitdir: {}/.git\n", other.display()));
    });
    check_refusal("a link to another repository", foreign, |repo, other| {
        link(&other.join(".git"), &repo.join(".git"));
    });
    check_refusal("a worktree of another checkout", foreign, |repo, other| {
        let tree = other.join("tree");
        git(other, &["worktree", "add", "-q", &tree.to_string_lossy()]);
        replace(repo, &format!("gitdir: {}/.git/worktrees/tree\n", other.display()));
    });
    check_refusal("a commondir that names another repository", foreign, |repo, other| {
        write(repo, ".git/commondir", &format!("{}/.git\n", other.display()));
        write(repo, ".git/gitdir", &format!("{}/.git\n", repo.display()));
    });
    check_refusal("a false worktree of another repository", foreign, |repo, other| {
        let false_dir = repo.join("x/worktrees/n");
        replace(repo, "gitdir: x/worktrees/n\n");
        write(&false_dir, "HEAD", "ref: refs/heads/main\n");
        write(&false_dir, "gitdir", &format!("{}/.git\n", repo.display()));
        write(&false_dir, "commondir", &format!("{}/.git\n", other.display()));
    });
    check_refusal("a git directory that names this checkout", None, |repo, other| {
        git(other, &["config", "core.worktree", &repo.to_string_lossy()]);
        replace(repo, &format!("gitdir: {}/.git\n", other.display()));
    });
    check_refusal("a git directory in the checkout", None, |repo, _| {
        std::fs::rename(repo.join(".git"), repo.join("elsewhere")).expect("a rename");
        write(repo, ".git", "gitdir: elsewhere\n");
    });
}

#[test]
fn folders_that_objects_are_borrowed_from_are_looked_at_too() {
    let borrow = |repo: &Path, from: &Path| {
        write(repo, ".git/objects/info/alternates", &format!("# from\n{}/.git/objects\n", from.display()));
    };
    check_refusal("objects of another repository", None, borrow);
    check_refusal("objects of each other", None, |repo, other| {
        borrow(repo, other);
        borrow(other, repo);
    });
    let odd = Some(GitRefusal::Odd("objects/info/alternates"));
    check_refusal("a lender that is gone", odd, |repo, other| borrow(repo, &other.join("gone")));
    check_refusal("a FIFO of a lender", odd, |repo, other| {
        borrow(repo, other);
        write(other, ".git/objects/pack/pack-1.idx", "");
        fifo(&other.join(".git/objects/pack/pack-1.idx"));
    });
    check_refusal("a quoted name", odd, |repo, _| {
        write(repo, ".git/objects/info/alternates", "\"/tmp/a\\tb\"\n");
    });
}

#[test]
fn a_file_of_git_that_leads_out_or_is_none_is_refused() {
    let names =
        ["HEAD", "config.worktree", "index", "config", "info", "objects", "packed-refs", "refs", "shallow"];
    for name in names {
        check_refusal(name, Some(GitRefusal::Odd(name)), |repo, other| {
            link(&other.join(".git").join(name), &repo.join(".git").join(name));
        });
    }
    for name in ["HEAD", "index", "config", "packed-refs", "shallow"] {
        check_refusal(name, Some(GitRefusal::Odd(name)), |repo, _| fifo(&repo.join(".git").join(name)));
    }
    let objects = Some(GitRefusal::Odd("objects"));
    for (path, expected) in [("pack/pack-1.idx", objects), ("00/11", objects), ("info/alternates", objects)] {
        check_refusal(path, expected, |repo, _| {
            write(repo, &format!(".git/objects/{path}"), "");
            fifo(&repo.join(".git/objects").join(path));
        });
    }
    check_refusal("a pack of another repository", objects, |repo, other| {
        write(other, "a.pack", "x");
        link(&other.join("a.pack"), &repo.join(".git/objects/pack/pack-1.pack"));
    });
    check_refusal("a link that stays", None, |repo, _| {
        let refs = repo.join(".git/refs/heads");
        std::fs::rename(refs.join("main"), refs.join("other")).expect("a rename");
        link(Path::new("other"), &refs.join("main"));
    });
}

#[test]
fn worktrees_and_submodules_that_git_made_are_recognised() {
    let (inner, outer) = (repository(), repository());
    git(outer.path(), &["submodule", "--quiet", "add", &inner.path().to_string_lossy(), "vendor/inner"]);
    git(outer.path(), &["commit", "-q", "-m", "second"]);
    let elsewhere = TempDir::new().expect("a directory");
    let tree = elsewhere.path().join("tree");
    git(outer.path(), &["worktree", "add", "-q", &tree.to_string_lossy()]);
    git(&tree, &["submodule", "--quiet", "update", "--init"]);
    let of_submodule = elsewhere.path().join("inner");
    git(&outer.path().join("vendor/inner"), &["worktree", "add", "-q", &of_submodule.to_string_lossy()]);
    for (name, top) in [
        ("a worktree", tree.clone()),
        ("a submodule", outer.path().join("vendor/inner")),
        ("a submodule in a worktree", tree.join("vendor/inner")),
        ("a worktree of a submodule", of_submodule),
    ] {
        let found = discover(&top).expect("a work tree");
        assert_eq!((found.top.as_path(), found.refusal()), (top.as_path(), None), "{name}");
        assert_eq!(head(&found).commit, Some(git(&top, &["rev-parse", "HEAD"])), "{name}");
        assert!(found.objects().is_ok(), "{name}");
    }
    // This moves the key to another file.
    let sparse = outer.path().join("vendor/inner");
    git(&sparse, &["sparse-checkout", "set", "--no-cone", "/*"]);
    assert_eq!(discover(&sparse).expect("a work tree").refusal(), None);
}
