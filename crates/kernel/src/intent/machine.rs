//! Text that no person typed: notifications, command echoes, hook output, tool results, reminders.
//!
//! Owns the recognition by form, before anything else is read. What remains after such a block is the person's.

use super::lexicon::is_listed;

/// Who wrote a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Author<'a> {
    /// A program; the text that gave it away.
    Machine(&'a str),
    /// A person wrote this part.
    Person(&'a str),
}

/// Tags that clients put around what they add, whether or not they are closed.
const TAGS: &str = "INSTRUCTIONS bash-input bash-stderr bash-stdout command-args command-contents command-message \
    command-name environment_context function_results hook-output ide_diagnostics ide_opened_file \
    ide_selection local-command-caveat local-command-stderr local-command-stdout new-diagnostics permissions \
    persisted-output post-tool-use-hook pre-tool-use-hook session-start-hook skill-format stop-hook \
    subagent_notification system-reminder system_reminder task-notification teammate-message tool_response \
    tool_result tool_use_error turn_aborted user-memory-input user-prompt-submit-hook user_instructions \
    user_shell_command background-task-output collaboration_mode model_switch skill agents_md";
/// Parts of a tag's name that give away another client's or version's tag, if it is closed.
const TAG_PARTS: &[&str] = &[
    "command",
    "hook",
    "reminder",
    "notification",
    "stdout",
    "stderr",
    "tool_",
    "tool-",
    "environment",
    "instructions",
    "aborted",
    "caveat",
    "_context",
    "-context",
    "ide_",
    "ide-",
    "session",
    "subagent",
    "transcript",
    "diagnostics",
    "interrupted",
];
/// Tags whose trailing text belongs to them.
const WHOLE_TAGS: &str = "task-notification local-command-caveat subagent_notification turn_aborted";
/// Beginnings that only a client, a hook or a tool writes.
const STARTS: &[&str] = &[
    "[Request interrupted",
    "[Request cancelled",
    "[Tool use interrupted",
    "[SYSTEM NOTIFICATION",
    "[System notification",
    "[Auto Tools",
    "[hook",
    "[Hook",
    "[stop hook",
    "[Stop hook",
    "[pre-commit",
    "[lint-staged]",
    "[automated",
    "[Automated",
    "[Background",
    "[background",
    "[Task ",
    "[notification]",
    "Caveat: The messages below",
    "This session is being continued from a previous",
    "This conversation is being continued",
    "Your task is to create a detailed summary",
    "Stop hook feedback",
    "Stop hook blocking",
    "Stop hook error",
    "SubagentStop hook",
    "UserPromptSubmit hook",
    "UserPromptSubmit operation",
    "PreToolUse:",
    "PostToolUse:",
    "PreToolUse hook",
    "PostToolUse hook",
    "SessionStart hook",
    "SessionStart:",
    "SessionEnd hook",
    "PreCompact hook",
    "Notification hook",
    "Hook output",
    "hook output",
    "Hook result",
    "Exit code: ",
    "Exit code ",
    "exit code: ",
    "Chunk ID: ",
    "Wall time: ",
    "Tool ran without output",
    "Tool result:",
    "Tool output:",
    "tool_result:",
    "Output of tool",
    "Command output:",
    "Background command ",
    "Background task ",
    "Background process ",
    "Background job ",
    "Agent \"",
    "# AGENTS.md instructions",
    "# CLAUDE.md",
    "# claudeMd",
    "Contents of /",
    "Base directory for this skill",
    "Another language model started to solve",
    "The following is the Codex agent history",
    "The file /",
    "The user doesn't want to proceed",
    "The user interrupted",
    "User rejected",
    "Todos have been modified",
    "API Error:",
    "API error:",
    "Credit balance is too low",
    "Conversation compacted",
    "Previous conversation summary",
    "Context left until",
    "⎿",
    "● ",
    "⏺",
    "✻ ",
    "System: ",
    "Human: [",
    "Monitor \"",
    "Shell command ",
    "Task completed:",
    "Subagent ",
    "Error: Exit code",
    "Continue from where you left off.",
    "[请求",
    "[用户中断",
    "[已中断",
    "后台任务",
    "后台命令",
    "后台进程",
    "子代理",
    "本次会话延续",
    "此会话延续",
    "对话已压缩",
    "上下文已压缩",
    "请求已被用户中断",
    "用户中断了请求",
];
/// Beginnings of bracketed labels, in lower case.
const LABELS: &[&str] = &[
    "system",
    "系统",
    "hook",
    "钩子",
    "notification",
    "notice",
    "通知",
    "auto",
    "自动",
    "tool",
    "工具",
    "agent",
    "task",
    "任务",
    "background",
    "后台",
    "reminder",
    "提醒",
    "context",
    "上下文",
    "session",
    "会话",
    "compact",
    "压缩",
    "monitor",
    "bot",
];
/// Keys that only a tool's or a hook's JSON has.
const JSON_KEYS: &[&str] = &[
    "\"tool_use_id\"",
    "\"hook_event_name\"",
    "\"hookSpecificOutput\"",
    "\"tool_name\"",
    "\"tool_result\"",
    "\"tool_call_id\"",
    "\"exit_code\"",
    "\"stop_reason\"",
    "\"jsonrpc\"",
    "\"tool_input\"",
    "\"call_id\"",
    "\"thread_id\"",
    "\"session_id\"",
    "\"stdout\"",
];
/// Slash commands of the clients, which take words after them.
const COMMANDS: &str = "add-dir agents approvals bashes bug clear compact config context copy cost debug diff doctor effort \
    exit export fast feedback fork goal help hooks ide init install-github-app login logout loop mcp memory \
    mention model new output-style permissions plan plugin pr-comments quit release-notes rename resume \
    review rewind sandbox schedule security-review skills stats status statusline tasks terminal-setup theme \
    todos undo upgrade usage vim";

/// Says who wrote the text, and gives what a person wrote of it.
pub(super) fn author(text: &str) -> Author<'_> {
    let mut rest = text.trim();
    while let Some(tag) = machine_tag(rest) {
        let close = format!("</{tag}>");
        match rest.find(&close) {
            Some(_) if is_listed(WHOLE_TAGS, tag) => return Author::Machine(tag),
            Some(at) => rest = rest[at + close.len()..].trim_start(),
            None => return Author::Machine(tag),
        }
        if rest.is_empty() {
            return Author::Machine(tag);
        }
    }
    // A reminder after the person's own words is not theirs.
    let rest = match rest.find("\n<system-reminder>") {
        Some(at) if at > 0 && rest.ends_with("</system-reminder>") => rest[..at].trim_end(),
        _ => rest,
    };
    match by_start(rest)
        .or_else(|| by_label(rest))
        .or_else(|| by_command(rest))
        .or_else(|| by_json(rest))
        .or_else(|| by_attachment(rest))
    {
        Some(mark) => Author::Machine(mark),
        None => Author::Person(rest),
    }
}

/// The tag at the start, if it is one that clients write.
fn machine_tag(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))?;
    let tag = &inner[..end];
    if is_listed(TAGS, tag) {
        return Some(tag);
    }
    let is_compound = tag.contains(['-', '_']) && TAG_PARTS.iter().any(|part| tag.contains(part));
    (is_compound && inner.contains(&format!("</{tag}>"))).then_some(tag)
}

fn by_start(text: &str) -> Option<&str> {
    let start = STARTS.iter().find(|start| text.starts_with(*start)).copied()?;
    // "The file /…" and "Subagent …" open sentences as well; a client's ends in a known way or is short.
    let is_certain = match start {
        "The file /" => {
            text.contains("has been") || text.contains("was modified") || text.contains("does not exist")
        }
        "Subagent "
        | "Agent \""
        | "Monitor \""
        | "Shell command "
        | "Background process "
        | "Background job "
        | "Background task " => {
            ["completed", "finished", "exited", "failed", "stopped", "was killed", "timed out"]
                .iter()
                .any(|word| text.contains(word))
                && !text.contains('?')
        }
        "后台任务" | "后台命令" | "后台进程" | "子代理" => {
            ["已完成", "已结束", "已停止", "已终止", "退出码", "运行结束"]
                .iter()
                .any(|word| text.contains(word))
                && !text.contains(['?', '？', '吗'])
        }
        "Exit code " => {
            text["Exit code ".len()..].starts_with(|c: char| c.is_ascii_digit()) && text.contains('\n')
        }
        _ => true,
    };
    is_certain.then_some(start)
}

/// `[system] …`, `【通知】…`: a label that a program puts before its message.
fn by_label(text: &str) -> Option<&str> {
    let (inner, close) = match text.chars().next()? {
        '[' => (&text[1..], ']'),
        '【' => (&text['【'.len_utf8()..], '】'),
        _ => return None,
    };
    let (label, message) = inner.split_once(close)?;
    let lower = label.to_lowercase();
    let is_label = label.chars().count() <= 24 && LABELS.iter().any(|start| lower.starts_with(start));
    (is_label && !message.trim_start().starts_with('(')).then_some(label)
}

/// `/compact`, `/my:command with words`, `!git status`; not `/users returns 500`.
fn by_command(text: &str) -> Option<&str> {
    if let Some(shell) = text.strip_prefix('!') {
        let is_shell =
            !text.contains('\n') && shell.trim_start().starts_with(|c: char| c.is_ascii_lowercase());
        return is_shell.then_some("!");
    }
    let rest = text.strip_prefix('/')?;
    let name = rest.split_whitespace().next()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'));
    if !is_name {
        return None;
    }
    let words = rest.split_whitespace().count();
    // `/fix-issue 231`: a compound name with one bare argument.
    let is_namespaced = name.contains(':') || (name.contains(['-', '_']) && words == 2);
    (words == 1 || is_namespaced || is_listed(COMMANDS, name)).then_some(&text[..=name.len()])
}

fn by_json(text: &str) -> Option<&str> {
    let is_object =
        (text.starts_with('{') && text.ends_with('}')) || (text.starts_with("[{") && text.ends_with("}]"));
    if !is_object {
        return None;
    }
    JSON_KEYS.iter().find(|key| text.contains(*key)).copied()
}

/// `[Image #1]` and nothing else.
fn by_attachment(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let is_mark =
        ["Image", "Pasted text", "Pasted Content", "Attachment"].iter().any(|mark| inner.starts_with(mark));
    (is_mark && !inner.contains(['[', '\n'])).then_some(text)
}
