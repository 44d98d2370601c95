//! The delimiters, as data. Sources: what Claude Code and Codex put around their own messages, the chat templates of
//! public models, and foreword's own headings. Adding one is adding a word.
//!
//! Tokens with bars (`<|im_start|>`, `<|eot_id|>`, `<|start_header_id|>`, `<|channel|>`, `<|message|>`, `<｜User｜>`,
//! `<channel|>`) need no entry: their form is enough.

/// Tags by name, wherever they stand, with or without a slash, blanks and attributes, in any case.
pub(super) const TAGS: &[&str] = &[
    // Claude Code.
    "system-reminder",
    "system_reminder",
    "user-prompt-submit-hook",
    "session-start-hook",
    "post-tool-use-hook",
    "command-name",
    "command-message",
    "command-args",
    "command-contents",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "task-notification",
    "persisted-output",
    "function_calls",
    "function_results",
    "function_result",
    "tool_use_error",
    "invoke",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "new-diagnostics",
    "available-deferred-tools",
    "teammate-message",
    "agent-notification",
    "system_warning",
    "background-task-output",
    "mcp-resource-update",
    // Codex.
    "environment_context",
    "user_instructions",
    "user_shell_command",
    "developer_instructions",
    "permissions_instructions",
    "collaboration_mode",
    "apps_instructions",
    "skills_instructions",
    "subagent_notification",
    "turn_aborted",
    "turn_context",
    "hook_prompt",
    "personality_spec",
    "proposed_plan",
    "model_switch",
    // Chat templates and prompts of models.
    "im_start",
    "im_end",
    "start_of_image",
    "end_of_image",
    "document_contents",
    "start_of_turn",
    "end_of_turn",
    "system_prompt",
    "system-prompt",
    "system_instruction",
    "system_instructions",
    "system_message",
    "system-message",
    "tool_call",
    "tool_calls",
    "tool_response",
    "tool_responses",
    "tool_result",
    "tool_results",
    "function_call",
    "function_response",
    "user_query",
    "user_message",
    "user_input",
    "assistant_response",
    "end_of_text",
    "end_of_utterance",
    "_user",
    "_bot",
    "_system",
    "reserved_106",
    "reserved_107",
    "extra_id_0",
    "extra_id_1",
];

/// Tags whose name begins so.
pub(super) const NAMESPACES: &[&str] = &["antml:", "minimax:", "seed:"];

/// Tags with ordinary names: only in this case, closed at once, and no parameter of a type (`Box<system>`).
pub(super) const PLAIN_TAGS: &[&str] =
    &["system", "assistant", "human", "INSTRUCTIONS", "think", "thinking", "s", "bos", "eos"];

/// Tags whose name markup of all kinds has: as those, and only at the start of a line.
pub(super) const LINE_TAGS: &[&str] =
    &["user", "developer", "instructions", "instruction", "tool", "skill", "context"];

/// What is no tag by its form.
pub(super) const VERBATIM_TAGS: &[&str] =
    &["<<SYS>>", "<</SYS>>", "<permissions instructions>", "<channel source="];

/// Words in brackets, in this case, unless they are an index.
pub(super) const BRACKETS: &[&str] = &[
    "[INST]",
    "[/INST]",
    "[SYSTEM_PROMPT]",
    "[/SYSTEM_PROMPT]",
    "[AVAILABLE_TOOLS]",
    "[/AVAILABLE_TOOLS]",
    "[TOOL_CALLS]",
    "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]",
    "[TOOL_CONTENT]",
    "[gMASK]",
    "[Auto Tools Results]",
    "[Auto Tools]",
    "[Limits]",
];

/// Words in brackets that other texts have: only at the start of a line.
pub(super) const LINE_BRACKETS: &[&str] = &["[Results]", "[THINK]", "[/THINK]", "[BOS]", "[EOS]"];

/// Roles that hardly anything but a transcript begins a line with.
pub(super) const OPENING_ROLES: &[&str] = &["Human", "Assistant", "HUMAN", "ASSISTANT"];

/// Roles that are ordinary words: they count with something said behind them.
pub(super) const ROLES: &[&str] = &["System", "User", "Developer", "Tool", "SYSTEM", "USER"];

/// What a client puts over a file's instructions, at the start of a line.
pub(super) const FILE_HEADINGS: &[&str] = &["# AGENTS.md instructions"];

/// What a prompt's sections are called, behind `###`.
pub(super) const HEADINGS: &[&str] = &[
    "Instruction",
    "Instructions",
    "Response",
    "Input",
    "System",
    "User",
    "Assistant",
    "Human",
    "System Prompt",
    "New Instruction",
];
