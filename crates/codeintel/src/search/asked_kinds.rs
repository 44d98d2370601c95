//! Which kinds of files a query asks for, against the usual order, and whether it leans on what was said before.

use super::query::Query;

/// Words between "write" and "tests" in a prompt that asks for them.
const ASKED_WORDS: usize = 6;

/// What the query itself asks for, against the usual order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AskedKinds {
    pub(super) tests: bool,
    pub(super) examples: bool,
    pub(super) docs: bool,
    pub(super) configuration: bool,
    pub(super) generated: bool,
    /// What a release changed.
    pub(super) changelog: bool,
    /// What runs on every push.
    pub(super) pipeline: bool,
}

/// What a prompt asks for: it names tests and documents in passing, so that more than the word is needed.
pub(super) fn asked_of_prompt(text: &str) -> AskedKinds {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|letter: char| !letter.is_alphanumeric() && letter != '.').collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let holds = |list: &[&str]| list.iter().any(|part| lower.contains(part));
    let writes = |at: usize| {
        let before = &words[at.saturating_sub(ASKED_WORDS)..at];
        before.iter().any(|word| ["add", "write", "extend", "put", "cover", "update"].contains(word))
    };
    let is_test = |word: &str| matches!(word, "test" | "tests" | "testcase" | "spec" | "specs");
    let tests = words.iter().enumerate().any(|(at, word)| is_test(word) && writes(at))
        || (holds(&["测试", "单测", "用例"]) && holds(&["加", "补", "写"]));
    AskedKinds {
        tests,
        examples: has(&["example", "examples", "demo"]),
        docs: has(&[
            "doc",
            "docs",
            "documentation",
            "readme",
            "readme.md",
            "changelog",
            "tutorial",
            "manual",
            "guide",
        ]) || holds(&["文档", "更新日志", "手册"]),
        configuration: has(&[
            "ci",
            "workflow",
            "workflows",
            "docker",
            "dockerfile",
            "compose",
            "nginx",
            "makefile",
            "eslint",
            "webpack",
            "vite",
            "gradle",
            "package.json",
            "pyproject",
            "pyproject.toml",
            "cargo.toml",
            "go.mod",
            "dependency",
            "dependencies",
            "deps",
            "pipeline",
            "helm",
            "kubernetes",
            "dependabot",
            "linter",
            "pnpm",
            "npm",
            "yarn",
        ]) || holds(&["流水线", "依赖", "构建", "打包", "发版", "部署", "镜像"]),
        generated: false,
        changelog: has(&["changelog", "changes"]) || holds(&["release note", "更新日志", "发布说明"]),
        pipeline: has(&["ci", "workflow", "workflows", "pipeline", "pipelines"]) || holds(&["流水线"]),
    }
}

impl Query {
    /// Whether a prompt says so little by itself that it leans on those before it.
    pub(super) fn leans_on_earlier(&self) -> bool {
        const FEW: usize = 3;
        const MANY: usize = 9;
        let strong = self.concepts.iter().filter(|concept| !concept.generic && !concept.own_name).count();
        let first = self.told.trim_start().to_lowercase();
        let begins_back = [
            "and ",
            "but ",
            "what about",
            "how about",
            "same ",
            "also ",
            "then ",
            "so ",
            "那",
            "还有",
            "同样",
            "然后",
        ];
        self.symbols.is_empty() && strong <= FEW
            || strong <= MANY && begins_back.iter().any(|start| first.starts_with(start))
    }
}
