//! What is counted: a declined prompt, three prompts and a search in each of two repositories, an index.

use std::path::Path;

use serde_json::json;

/// The repositories, as folders below `--repos`.
pub(super) const REPOS: [&str; 2] = ["tokio", "django"];

/// One command that is counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountCase {
    /// Its row in the table.
    pub(super) name: &'static str,
    /// The repository that it runs in.
    pub(super) repo: &'static str,
    /// Arguments of foreword.
    pub(super) args: &'static [&'static str],
    /// The prompt that the hook gets, if it is one.
    prompt: Option<&'static str>,
}

impl CountCase {
    /// What Claude Code would send.
    pub(super) fn stdin(&self, repos: &Path) -> Vec<u8> {
        let id = "00000000-0000-4000-8000-000000000000";
        let payload = |prompt: &str| {
            json!({
                "session_id": id, "prompt_id": id, "transcript_path": "/dev/null", "cwd": repos.join(self.repo),
                "permission_mode": "default", "hook_event_name": "UserPromptSubmit", "prompt": prompt,
            })
        };
        self.prompt.map(|prompt| payload(prompt).to_string().into_bytes()).unwrap_or_default()
    }
}

pub(super) fn all() -> Vec<CountCase> {
    const HOOK: &[&str] = &["inject", "--client", "claude"];
    let hook = |name, repo, prompt| CountCase { name, repo, args: HOOK, prompt: Some(prompt) };
    let plain = |name, repo, args| CountCase { name, repo, args, prompt: None };
    vec![
        hook("decline", "tokio", "thanks!"),
        hook(
            "hook tokio, sentence",
            "tokio",
            "Where does the runtime decide that an idle blocking thread may exit?",
        ),
        hook(
            "hook tokio, error",
            "tokio",
            "I get this: thread 'main' panicked at 'Cannot drop a runtime in a context where blocking is not allowed. \
             This happens when a runtime is dropped from within an asynchronous context.' What triggers it?",
        ),
        hook("hook tokio, Chinese", "tokio", "定时器到期之后是怎么唤醒任务的？"),
        hook("hook django, sentence", "django", "How does the ORM turn a queryset filter into SQL joins?"),
        hook(
            "hook django, error",
            "django",
            "django.core.exceptions.FieldError: Cannot resolve keyword 'author' into field. Choices are: id, title \
             - why does my filter raise this?",
        ),
        hook("hook django, Chinese", "django", "表单校验失败时，错误信息是在哪里生成的？"),
        plain("search tokio", "tokio", &["search", "shutdown of the blocking pool"]),
        plain("search django", "django", &["search", "prefetch related objects of a queryset"]),
        plain("index tokio", "tokio", &["index", "--rebuild"]),
    ]
}
