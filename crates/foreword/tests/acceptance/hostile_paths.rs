//! Paths that want out: more than two thousand ways to name a file beside the repository, through every tool that takes
//! a path and through prompts. No byte of that file comes out, and nothing there is opened.

use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::require;
use foreword_testkit::shims::foreword;
use serde_json::{Value, json};

/// Stands in the file outside, and nowhere else.
const CANARY: &str = "canary_7f3a_beside_the_repository";

/// A repository with an index, a file beside it, and links that lead there.
struct Beside {
    home: Home,
    repo: FixtureRepo,
    /// The folder that holds the canary: the repository's name with something behind it.
    folder: PathBuf,
}

impl Beside {
    fn new() -> Self {
        let home = Home::new();
        let repo = FixtureRepo::library_app();
        repo.git_init().commit("first");
        let name = repo.path().file_name().expect("a name").to_string_lossy().into_owned();
        let folder = repo.path().with_file_name(format!("{name}-secret"));
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = format!("def {CANARY}():\n    return 1\n");
        std::fs::write(folder.join("canary.py"), text).expect("the canary");
        let links = [
            ("link.py", folder.join("canary.py")),
            ("linked", folder.clone()),
            ("relative", PathBuf::from(format!("../{name}-secret"))),
            ("chain", PathBuf::from("linked")),
            ("proc", PathBuf::from("/proc/self/root")),
            ("loop", PathBuf::from("loop")),
            ("up", PathBuf::from("..")),
        ];
        for (link, target) in links {
            symlink(target, repo.path().join(link)).expect("a link");
        }
        let built = Invocation::new(foreword()).args(["index"]).cwd(repo.path()).run_in(&home);
        assert_eq!(built.code(), Some(0), "{}", built.stderr_text());
        Self { home, repo, folder }
    }

    fn tool(&self, tool: &str, args: &Value) -> Invocation {
        let args = args.to_string();
        Invocation::new(foreword()).args(["tool", tool, "--args", &args]).cwd(self.repo.path())
    }

    fn check_silent(&self, invocation: Invocation, asked: &str) {
        let output = invocation.run_in(&self.home);
        let said = format!("{}{}", output.stdout_text(), output.stderr_text());
        assert!(!said.contains(CANARY), "{asked}: {said}");
        assert!(!output.is_timed_out(), "{asked}");
    }

    /// Every spelling of the canary's path that anybody has thought of.
    fn attacks(&self) -> Vec<String> {
        let name = self.folder.file_name().expect("a name").to_string_lossy().into_owned();
        let absolute = self.folder.join("canary.py").display().to_string();
        let root = self.repo.path().display().to_string();
        let mut targets =
            vec![absolute.clone(), format!("{root}-secret/canary.py"), format!("/proc/self/root{absolute}")];
        targets.extend(
            ["/proc/self/cwd", "/proc/self/fd/3", "/dev/fd/3"]
                .map(|from| format!("{from}/../{name}/canary.py")),
        );
        targets.extend(
            ["link.py", "linked/canary.py", "relative/canary.py", "chain/canary.py", "loop/canary.py"]
                .map(str::to_owned),
        );
        targets.push(format!("proc{absolute}"));
        targets.push(format!("up/{name}/canary.py"));
        let ups =
            ["..", "./..", "../.", "src/../..", "linked/..", "src/./../..", "..//", "loans/../src/../.."];
        for up in ups {
            targets
                .extend((1..=4).map(|depth| format!("{}{name}/canary.py", format!("{up}/").repeat(depth))));
        }
        let mut attacks = BTreeSet::new();
        for target in &targets {
            for disguise in DISGUISES {
                let disguised = disguise(target);
                for (before, behind) in AROUND {
                    attacks.insert(format!("{before}{disguised}{behind}"));
                }
            }
        }
        attacks.into_iter().collect()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// Ways to write the same path.
const DISGUISES: [fn(&str) -> String; 8] = [
    str::to_owned,
    |path| path.replace('/', "%2f"),
    |path| path.replace("..", "%2e%2e").replace('/', "%252f"),
    |path| path.replace('/', "\\"),
    |path| path.replace('/', "//"),
    |path| path.replace("..", "．．").replace('/', "／"),
    |path| path.replace("..", ".\u{200b}."),
    |path| path.replace('/', "/./"),
];

/// What stands around a path.
const AROUND: [(&str, &str); 7] =
    [("", ""), ("./", ""), ("file://", ""), ("src/../", ""), ("", ":1"), ("", "\u{0}.py"), (" ", " ")];

#[test]
fn no_spelling_of_a_path_brings_anything_from_outside() {
    let beside = Beside::new();
    let attacks = beside.attacks();
    assert!(attacks.len() >= 2_000, "{}", attacks.len());
    for (number, some) in attacks.chunks(40).enumerate() {
        let listed = |query: &str| json!({ "query": query, "paths": some, "globs": some });
        beside.check_silent(beside.tool("ci_search", &listed(CANARY)), "ci_search");
        let args = json!({ "query": "late fee", "paths": some });
        beside.check_silent(beside.tool("ci_graph_rag", &args), "ci_graph_rag");
        let frames: String =
            some.iter().map(|path| format!("  File \"{path}\", line 1, in {CANARY}x\n")).collect();
        let args = json!({ "error": format!("Traceback (most recent call last):\n{frames}ValueError: no") });
        let answered = beside.tool("ci_bug_locate", &args).run_in(&beside.home).stdout_text();
        assert!(!answered.contains("return 1"), "{answered}");
        // One path at a time: every tool gets a share of all spellings.
        let one = &some[number % some.len()];
        for (tool, args) in [
            ("ci_complexity", json!({ "path": one })),
            ("ci_hotspot", json!({ "path": one })),
            ("ci_impact", json!({ "file": one })),
            ("ci_call_chain", json!({ "symbol": format!("{one}:canary") })),
        ] {
            beside.check_silent(beside.tool(tool, &args), one);
        }
        // An argument of a program holds no NUL; one inside JSON does.
        let prompt = format!("What does the function in `{one}` do, and who calls it?").replace('\u{0}', "");
        let hook = Invocation::new(foreword()).args(["inject", "--prompt", &prompt]).cwd(beside.repo.path());
        beside.check_silent(hook.env("CI_AUTO_TOOLS_TIER_MAX", "2"), one);
    }
}

#[test]
fn no_spelling_of_a_path_brings_anything_from_outside_over_mcp() {
    let beside = Beside::new();
    let attacks = beside.attacks();
    let mut client =
        Invocation::new(foreword()).args(["mcp"]).cwd(beside.repo.path()).start_as_mcp_server(&beside.home);
    client.introduce(json!({}));
    for (number, some) in attacks.chunks(40).enumerate() {
        let one = &some[number % some.len()];
        for (tool, args) in [
            ("ci_search", json!({ "query": "canary", "paths": some })),
            ("ci_graph_rag", json!({ "query": "late fee", "paths": some })),
            ("ci_complexity", json!({ "path": one })),
            ("ci_hotspot", json!({ "path": one })),
            ("ci_impact", json!({ "file": one })),
            ("ci_search", json!({ "query": "canary", "root": one })),
        ] {
            let said = client.call(tool, args).to_string();
            assert!(!said.contains(CANARY), "{tool} {one}: {said}");
        }
    }
    drop(client.close());
}

#[test]
fn nothing_outside_is_opened() {
    let Some(strace) = require::program("strace") else { return };
    let beside = Beside::new();
    let trace = beside.home.path().join("trace");
    let attacks = beside.attacks();
    let shares: Vec<Vec<&String>> =
        (0..6).map(|share| attacks.iter().skip(share).step_by(30).collect()).collect();
    for (share, tool) in shares.iter().zip([
        "ci_search",
        "ci_graph_rag",
        "ci_search",
        "ci_complexity",
        "ci_impact",
        "ci_hotspot",
    ]) {
        let args = match tool {
            "ci_search" | "ci_graph_rag" => json!({ "query": CANARY, "paths": share }),
            "ci_impact" => json!({ "file": share[0] }),
            _ => json!({ "path": share[0] }),
        };
        let args = args.to_string();
        let options = ["-f", "-qq", "-e", "trace=open,openat,openat2,execve", "-o"];
        let traced = Invocation::new(&strace).args(options).args([trace.as_os_str(), foreword().as_os_str()]);
        traced.args(["tool", tool, "--args", &args]).cwd(beside.repo.path()).run_in(&beside.home);
        check_opened(&std::fs::read_to_string(&trace).expect("a trace"), &beside);
    }
}

/// No call that opened something names the folder of the canary, in any way that leads there.
fn check_opened(trace: &str, beside: &Beside) {
    let name = beside.folder.file_name().expect("a name").to_string_lossy().into_owned();
    let outside = beside.folder.display().to_string();
    for call in trace.lines().filter(|call| call.contains("open")) {
        let is_opened = call
            .rsplit(" = ")
            .next()
            .is_some_and(|result| result.trim().parse::<i32>().is_ok_and(|fd| fd >= 0));
        let names_it = call.contains(&outside) || call.contains("canary") || call.contains(&name);
        assert!(!(is_opened && names_it), "{call}");
    }
    assert!(trace.lines().any(|call| call.contains("execve(")), "nothing was traced");
    assert!(Path::new(&outside).exists());
}
