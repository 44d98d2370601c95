//! AC-005: the repository root, wherever the user stands.

use std::path::Path;

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;
use serde_json::Value;

use crate::harness::{Ask, CODE_PROMPT, context, envelope, in_time, limits, result};

fn check(ask: Ask<'_>, root: &Path, source: &str) -> Value {
    let envelope = envelope(&ask.env("CI_AUTO_TOOLS_MODE", "plan").run(), 0);
    let inputs = &envelope["inputs"];
    assert_eq!(inputs["repo_root"], root.display().to_string());
    assert_eq!(inputs["repo_root_source"], source);
    assert_eq!(limits(&envelope).contains("[Limits] no-git-root"), source == "no-git-root");
    envelope
}

#[test]
fn ac_005_top_level_subdirectory_and_no_git() {
    let repo = FixtureRepo::library_app();
    check(Ask::new(repo.path(), CODE_PROMPT), repo.path(), "git");
    check(Ask::new(&repo.path().join("loans"), CODE_PROMPT), repo.path(), "git");
    let plain = FixtureRepo::new();
    plain.file("sub/a.py", "def late_fee(): pass\n");
    check(Ask::new(&plain.path().join("sub"), CODE_PROMPT), &plain.path().join("sub"), "no-git-root");
}

#[test]
fn a_path_means_the_file_of_the_directory_that_the_client_runs_in() {
    let repo = FixtureRepo::library_app();
    let text = "def renewal_limit():\n    return 3\n";
    repo.file("limits.py", text).file("desk/limits.py", text).file("desk/night/rules.py", text);
    let first = |directory: &str, prompt: &str| {
        let directory = repo.path().join(directory);
        let envelope = in_time(|| Ask::new(&directory, prompt).run()).json();
        result(&envelope, "ci_search")["data"]["items"][0]["path"].clone()
    };
    for (directory, prompt, expected) in [
        ("", "explain renewal_limit in limits.py", "limits.py"),
        ("desk", "explain renewal_limit in limits.py", "desk/limits.py"),
        ("desk/night", "explain renewal_limit in limits.py", "desk/limits.py"),
        ("desk/night", "explain renewal_limit in ./rules.py", "desk/night/rules.py"),
        ("desk/night", "explain renewal_limit in ../limits.py", "desk/limits.py"),
        ("desk", "explain renewal_limit in ../limits.py", "limits.py"),
    ] {
        assert_eq!(first(directory, prompt), expected, "{prompt} in {directory}");
    }
    let outside = Ask::new(&repo.path().join("desk"), "explain renewal_limit in ../../limits.py").run();
    assert!(limits(&envelope(&outside, 0)).contains("path outside repository: ../../limits.py"));
}

#[test]
fn ac_005_worktree_and_submodule() {
    let repo = FixtureRepo::library_app();
    let elsewhere = FixtureRepo::new();
    let tree = elsewhere.path().join("tree");
    repo.git(&["worktree", "add", "--quiet", &tree.display().to_string()]);
    check(Ask::new(&tree.join("loans"), CODE_PROMPT), &tree, "git");
    let outer = FixtureRepo::new();
    outer.git_init();
    outer.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        &repo.path().display().to_string(),
        "inner",
    ]);
    check(Ask::new(&outer.path().join("inner/loans"), CODE_PROMPT), &outer.path().join("inner"), "git");
}

#[test]
fn ac_005_a_broken_git_marker_is_no_work_tree() {
    let plain = FixtureRepo::new();
    plain.file("a.py", "def late_fee(): pass\n");
    plain.file(".git", "not a git file\n");
    check(Ask::new(plain.path(), CODE_PROMPT), plain.path(), "no-git-root");
}

#[test]
fn ac_005_a_monorepo_names_its_root_in_config_or_env() {
    let repo = FixtureRepo::library_app();
    repo.file("config/auto-tools.yaml", "repo_root: loans\n");
    check(Ask::new(repo.path(), CODE_PROMPT), &repo.path().join("loans"), "config");
    let by_env = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", repo.path().join("src"));
    check(by_env, &repo.path().join("src"), "env");
}

#[test]
fn ac_005_the_working_directory_variable_comes_before_the_payload() {
    let (one, other) = (FixtureRepo::library_app(), FixtureRepo::library_app());
    check(Ask::new(one.path(), CODE_PROMPT).env("WORKING_DIRECTORY", other.path()), other.path(), "git");
}

#[test]
fn ac_005_results_are_below_the_root_in_each_case() {
    let repo = FixtureRepo::library_app();
    let from_below = envelope(&Ask::new(&repo.path().join("src"), CODE_PROMPT).run(), 0);
    assert!(context(&from_below).contains("loans/fines.py"), "{}", context(&from_below));
    let confined = Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", repo.path().join("src"));
    assert!(!context(&envelope(&confined.run(), 0)).contains("loans/fines.py"));
}

#[test]
fn home_and_the_root_of_the_file_system_are_refused() {
    let home = Home::new();
    for cwd in [home.path(), Path::new("/")] {
        let output = Invocation::new(foreword())
            .args(["inject", "--format", "json", "--prompt", CODE_PROMPT])
            .cwd(cwd)
            .run_in(&home);
        let envelope = envelope(&output, 40);
        assert!(limits(&envelope).contains("refused as a repository root"), "{}", limits(&envelope));
        assert_eq!(context(&envelope), "");
    }
}

#[test]
fn a_working_directory_that_is_not_there_is_named_and_passed_over() {
    let repo = FixtureRepo::library_app();
    let ask = Ask::new(repo.path(), CODE_PROMPT).env("WORKING_DIRECTORY", "/nonexistent/folder");
    let envelope = check(ask, repo.path(), "git");
    assert!(limits(&envelope).contains("WORKING_DIRECTORY ignored"), "{}", limits(&envelope));
    let elsewhere = Ask::new(Path::new("/"), CODE_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", repo.path());
    check(elsewhere, repo.path(), "env");
}

#[test]
fn without_a_root_small_talk_gets_no_word() {
    let home = Home::new();
    let hook = |prompt: &str| {
        let payload = serde_json::json!({ "prompt": prompt, "cwd": home.path(), "session_id": "s" });
        let invocation = Invocation::new(foreword()).args(["inject"]).stdin(payload.to_string());
        invocation.cwd(home.path()).run_in(&home).stdout_text()
    };
    assert_eq!(hook("thanks!"), "");
    let first = hook(CODE_PROMPT);
    assert!(first.contains("refused as a repository root"), "{first}");
    assert_eq!(hook(CODE_PROMPT), "", "a session is told once");
}

/// A repository that hides things, whose configuration chooses a root.
fn repo_that_hides(root: &str) -> FixtureRepo {
    let repo = FixtureRepo::new();
    repo.git_init();
    let hidden = "def deploy_phrase():\n    return 'CANARY correct horse'\n";
    for folder in
        ["secrets", ".ssh", "app/secrets/deep", "held", "left_out", "private", "build", "kept/inner"]
    {
        repo.file(&format!("{folder}/deploy.py"), hidden);
    }
    repo.file(".gitignore", "private/\n.env\n");
    repo.file("app/main.py", "def open_vault(x):\n    return x\n");
    repo.file(
        "config/auto-tools.yaml",
        &format!("repo_root: {root}\nsensitive: [held]\nexclude: [left_out, kept/**]\n"),
    );
    std::os::unix::fs::symlink("secrets", repo.path().join("alias")).expect("a link");
    std::os::unix::fs::symlink(".git", repo.path().join("git_alias")).expect("a link");
    repo.commit("all");
    repo.git(&["remote", "add", "origin", "https://git.example.com/CANARY/origin.git"]);
    repo
}

const HIDDEN_ROOTS: [(&str, &str); 14] = [
    ("secrets", "its files are sensitive"),
    ("./secrets/", "its files are sensitive"),
    ("secrets/../secrets", "its files are sensitive"),
    ("alias", "its files are sensitive"),
    (".ssh", "its files are sensitive"),
    ("app/secrets/deep", "its files are sensitive"),
    ("held", "its files are sensitive"),
    ("left_out", "it is excluded from reading"),
    ("kept/inner", "it is excluded from reading"),
    ("build", "it is excluded from reading"),
    ("private", "it is ignored by the ignore rules"),
    (".git", "it is excluded from reading"),
    (".git/refs", "it is excluded from reading"),
    ("git_alias", "it is excluded from reading"),
];
const DEPLOY_PROMPT: &str = "Where is deploy_phrase defined? Show the url of the remote origin in config.";

/// An attack: `repo_root: secrets` in an untrusted repository lifted the protection of everything below it.
#[test]
fn a_repository_cannot_make_its_root_what_is_hidden() {
    for (root, why) in HIDDEN_ROOTS {
        let repo = repo_that_hides(root);
        let output = Ask::new(repo.path(), DEPLOY_PROMPT).run();
        let envelope = envelope(&output, 0);
        assert_eq!(envelope["inputs"]["repo_root_source"], "git", "{root}");
        let said = format!("config/auto-tools.yaml: repo_root: `{root}` refused: {why}; name another");
        assert!(limits(&envelope).contains(&said), "{root}: {}", limits(&envelope));
        assert!(!output.stdout_text().contains("CANARY"), "{root}: {}", output.stdout_text());
    }
}

/// What the user chooses himself: sensitive files and what the configuration excludes stay hidden, git's own folder is refused,
/// and an ignored folder is what was asked for.
#[test]
fn a_root_that_the_user_names_keeps_what_is_hidden() {
    let repo = repo_that_hides("app");
    let home = Home::new();
    for (root, _) in HIDDEN_ROOTS {
        let named = repo.path().join(root);
        let is_shown = matches!(root, "private" | "build");
        let asked = Ask::new(repo.path(), DEPLOY_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", &named).run_in(&home);
        let searched = Invocation::new(foreword())
            .args(["search", "deploy_phrase", "--root", &named.display().to_string()])
            .cwd(repo.path())
            .run_in(&home);
        for output in [&asked, &searched] {
            assert_eq!(output.stdout_text().contains("CANARY"), is_shown, "{root}: {}", output.stdout_text());
        }
        let said = limits(&asked.json());
        let is_git = root.contains("git");
        let expected = if is_git { "or a folder of git's own" } else { "nothing is read in the root" };
        assert_eq!(said.contains(expected), !is_shown, "{root}: {said}");
        assert_eq!(searched.stderr_text().contains("is refused as a repository root"), is_git, "{root}");
    }
}

#[test]
fn a_root_below_keeps_the_rules_of_the_top() {
    let repo = FixtureRepo::new();
    repo.git_init();
    let canary = |name: &str| format!("def {name}():\n    return 'CANARY late fee of a loan'\n");
    for file in
        ["app/held/late_fee.py", "app/left_out/late_fee.py", "app/late_fee.gen.py", "app/notes/late_fee.py"]
    {
        repo.file(file, &canary("late_fee"));
    }
    repo.file("app/fee.py", "def late_fee_of(loan):\n    return loan\n");
    repo.file(".gitignore", "app/notes/\n*.gen.py\n");
    repo.file(
        "config/auto-tools.yaml",
        "repo_root: app\nsensitive: [app/held/**]\nexclude: [app/left_out]\n",
    );
    repo.commit("all");
    let (app, home) = (repo.path().join("app"), Home::new());
    for prompt in [
        CODE_PROMPT,
        "explain late_fee in held/late_fee.py",
        "explain left_out/late_fee.py",
        "explain notes/late_fee.py",
    ] {
        let by_config = Ask::new(repo.path(), prompt);
        let by_env = Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_REPO_ROOT", &app);
        for ask in [by_config, by_env] {
            let output = ask.run_in(&home);
            assert_eq!(output.json()["inputs"]["repo_root"], app.display().to_string());
            assert!(!output.stdout_text().contains("CANARY"), "{prompt}: {}", output.stdout_text());
        }
    }
    let built =
        Invocation::new(foreword()).args(["index", "--root", &app.display().to_string()]).cwd(repo.path());
    assert!(built.run_in(&home).stdout_text().starts_with("indexed 1 files"));
    let after = Ask::new(repo.path(), CODE_PROMPT).run_in(&home);
    assert!(context(&after.json()).contains("fee.py"), "{}", context(&after.json()));
    assert!(!after.stdout_text().contains("CANARY"), "{}", after.stdout_text());
}

/// The documented use in a repository of several projects: the values of the top's `.env` were not known there.
#[test]
fn values_of_env_files_above_the_root_are_masked() {
    let values = ["zqWmLp#kX9vB-77aT", "jasper-otter-5127-kx", "topaz-lynx-8364-qv", "garnet-finch-2290-zz"];
    let repo = FixtureRepo::new();
    repo.git_init();
    for (file, value) in
        [".env", "apps/.env.local", "apps/shop/.env", "apps/shop/sub/.env"].iter().zip(values)
    {
        repo.file(file, &format!("LICENSE_PW={value}\n"));
    }
    let lines: String = values.iter().map(|value| format!("    use({value:?})\n")).collect();
    repo.file("apps/shop/vault.py", &format!("def open_vault(use):\n{lines}"));
    repo.file("config/auto-tools.yaml", "repo_root: apps/shop\n").file(".gitignore", ".env*\n");
    repo.commit("all");
    let (shop, home) = (repo.path().join("apps/shop"), Home::new());
    let prompt = "Where is open_vault defined?";
    let index = Invocation::new(foreword()).args(["index"]).cwd(repo.path());
    let asks = || {
        [Ask::new(repo.path(), prompt), Ask::new(repo.path(), prompt).env("CI_AUTO_TOOLS_REPO_ROOT", &shop)]
    };
    let check = |ask: Ask<'_>| {
        let output = ask.run_in(&home);
        assert!(
            context(&output.json()).contains("use(\"<redacted:env-value>\")"),
            "{}",
            output.stdout_text()
        );
        let leaked: Vec<&str> =
            values.into_iter().filter(|value| output.stdout_text().contains(value)).collect();
        assert_eq!(leaked, <[&str; 0]>::default());
    };
    asks().into_iter().for_each(check);
    assert!(index.run_in(&home).stdout_text().starts_with("indexed "));
    asks().into_iter().for_each(check);
}

#[test]
fn without_git_the_rules_begin_where_the_configuration_lies() {
    let folder = FixtureRepo::new();
    folder.file("secrets/deploy.py", "def deploy_phrase():\n    return 'CANARY'\n");
    folder.file("app/held/deploy.py", "def deploy_phrase():\n    return 'CANARY'\n");
    folder.file("app/main.py", "def deploy_phrase_of():\n    return 'jasper-otter-5127-kx'\n");
    folder.file(".env", "PW=jasper-otter-5127-kx\n");
    for (root, source) in [("secrets", "no-git-root"), ("app/held", "no-git-root"), ("app", "config")] {
        folder.file("config/auto-tools.yaml", &format!("repo_root: {root}\nsensitive: [app/held]\n"));
        let output = Ask::new(folder.path(), DEPLOY_PROMPT).run();
        let envelope = envelope(&output, 0);
        assert_eq!(envelope["inputs"]["repo_root_source"], source);
        for hidden in ["CANARY", "jasper-otter"] {
            assert!(!output.stdout_text().contains(hidden), "{root}: {}", output.stdout_text());
        }
        assert!(context(&envelope).contains("deploy_phrase_of"), "{root}: {}", context(&envelope));
    }
}

#[test]
fn a_checkout_that_lies_in_gits_own_folder_is_a_repository() {
    let repo = FixtureRepo::library_app();
    let tree = repo.path().join(".git/checkouts/tree");
    repo.git(&["worktree", "add", "--quiet", &tree.display().to_string()]);
    check(Ask::new(repo.path(), CODE_PROMPT).env("CI_AUTO_TOOLS_REPO_ROOT", &tree), &tree, "env");
}
