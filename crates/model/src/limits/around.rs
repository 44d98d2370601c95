//! The numbers around a prompt: sessions, trust, the MCP server, installing and checking.

/// The longest deadline that a repository may ask for, in milliseconds: as long as a run with tier 2.
pub const REPOSITORY_WALL_MS: u64 = 10_000;
/// Tools at a time that a repository may ask for.
pub const REPOSITORY_CONCURRENCY: usize = 8;
/// Bytes of a file that a command of a trusted repository names.
pub const TRUST_FILE_BYTES: u64 = 4 * 1024 * 1024;
/// Bytes of the record that a repository is trusted.
pub const TRUST_RECORD_BYTES: u64 = 16 * 1024;
/// Characters injected for a sub-agent: it has one task, and often many of its kind.
pub const SUBAGENT_CHARS: usize = 4_000;
/// Bytes from the end of a transcript in which the prompt of a sub-agent is looked for.
pub const TRANSCRIPT_BYTES: u64 = 1024 * 1024;
/// How long that prompt is waited for, in milliseconds: Claude Code writes its transcript a tenth of a second after it
/// has started the agent.
pub const TRANSCRIPT_WAIT_MS: u64 = 1_000;
/// Between two looks into the transcript (milliseconds).
pub const TRANSCRIPT_LOOK_MS: u64 = 10;
/// Prompts after which a session may be given an extract again.
pub const LEDGER_PROMPTS: usize = 8;
/// Places of a prompt that a session remembers.
pub const EARLIER_PLACES: usize = 8;
/// Prompts of a session whose words may help to understand the next one.
pub const EARLIER_PROMPTS: usize = 3;
/// Characters of a prompt that a session remembers.
pub const EARLIER_PROMPT_CHARS: usize = 600;
/// Bytes of what is remembered of a session.
pub const LEDGER_BYTES: u64 = 64 * 1024;
/// How long a session is remembered.
pub const LEDGER_KEPT_S: u64 = 7 * 24 * 3600;
/// Files of a state folder that are looked at when old ones are collected.
pub const STATE_ENTRIES_LISTED: usize = 10_000;
/// Trusted repositories that are listed.
pub const TRUST_RECORDS: usize = 10_000;

/// A frame of an MCP client in bytes; a longer one is refused and never held.
pub const MCP_FRAME_BYTES: usize = 16 * 1024 * 1024;
/// The arguments of one call over MCP in bytes: a pasted log and some.
pub const MCP_ARGUMENTS_BYTES: usize = 4_000_000;
/// A batch of an MCP client in bytes; current versions of the protocol have none.
pub const MCP_BATCH_BYTES: usize = 1_000_000;
/// Messages in such a batch.
pub const MCP_BATCH_MESSAGES: usize = 100;
/// Calls over MCP that run at a time.
pub const MCP_CALLS: usize = 4;
/// Calls over MCP that wait; more are refused.
pub const MCP_CALLS_WAITING: usize = 64;
/// Questions that wait for the person; they are asked one after the other.
pub const MCP_QUESTIONS_WAITING: usize = 8;
/// Between two notes on the progress of a call (milliseconds).
pub const MCP_PROGRESS_MS: u64 = 500;
/// A call waits so long for the client to say which its roots are (milliseconds).
pub const MCP_ROOTS_MS: u64 = 2_000;
/// Roots of a client that count.
pub const MCP_ROOTS: usize = 64;
/// Repositories that a server watches for changes; those beyond are looked at when they are asked for.
pub const MCP_WATCHED: usize = 8;
/// When the client has closed its end, calls that are running may end so long after (milliseconds).
pub const MCP_DRAIN_MS: u64 = 1_500;
/// Characters of an answer over MCP, unless the caller says otherwise.
pub const MCP_PAGE_CHARS: usize = 10_000;
/// The least that a caller may say: the largest entry fits, and what stands around it.
pub const MCP_PAGE_CHARS_MIN: usize = 8_000;
/// The most that a caller may say.
pub const MCP_PAGE_CHARS_MAX: usize = 50_000;
/// An entry of an answer over MCP in characters; a longer one is given as text, in parts.
pub const MCP_ENTRY_CHARS: usize = 6_000;
/// One such part in characters.
pub const MCP_PART_CHARS: usize = 1_000;
/// Notes beside an answer over MCP, in characters together.
pub const MCP_NOTES_CHARS: usize = 1_000;
/// A value that is no list and is shorter (characters) comes first.
pub const MCP_FACT_CHARS: usize = 400;
/// Characters of a message of ours to an MCP client.
pub const MCP_MESSAGE_CHARS: usize = 400;

/// The tier of what is run by hand only, unless the user says otherwise.
pub const TIER_BY_HAND: u8 = 3;
/// A tool of an MCP server without a `timeout_ms`: its server has to start, too (milliseconds).
pub const EXTERNAL_MCP_TIMEOUT_MS: u64 = 4_000;
/// One message of an MCP server in bytes; a longer one is passed over and never held.
pub const EXTERNAL_FRAME_BYTES: usize = 4 * 1024 * 1024;
/// Messages that an MCP server may send besides the answer that is waited for.
pub const EXTERNAL_MESSAGES: usize = 1_000;
/// Such messages that are held at a time.
pub const EXTERNAL_MESSAGES_HELD: usize = 4;
/// Lines for a server that does not read that are held; more are dropped.
pub const EXTERNAL_SAID_HELD: usize = 64;
/// Bytes of the id of a server's own request; one with a longer id is not answered.
pub const EXTERNAL_ID_BYTES: usize = 100;
/// Tools of one server that are listed.
pub const EXTERNAL_TOOLS_LISTED: usize = 500;
/// Bytes of what a server writes to its standard error that are kept.
pub const EXTERNAL_STDERR_BYTES: usize = 4_000;
/// Items that are taken from one answer of an external tool.
pub const EXTERNAL_ITEMS: usize = 50;
/// Characters of an answer without items that are shown as one.
pub const EXTERNAL_TEXT_CHARS: usize = 4_000;
/// How long a server that is told to end may take before it is ended (milliseconds).
pub const EXTERNAL_END_MS: u64 = 250;
/// The same for one that has no time left.
pub const EXTERNAL_END_LEAST_MS: u64 = 50;
/// How long the end of a session over HTTP is waited for (milliseconds).
pub const EXTERNAL_GOODBYE_MS: u64 = 200;
/// Keywords of a prompt that are handed to an external tool.
pub const EXTERNAL_KEYWORDS: usize = 8;
/// Pages of a server's list of tools that are read.
pub const EXTERNAL_TOOL_PAGES: usize = 20;

/// Bytes of a client's settings file that is edited; theirs have a few thousand.
pub const CLIENT_FILE_BYTES: u64 = 4_000_000;
/// Bytes of a script that is compared with the shipped one, which has two thousand.
pub const SCRIPT_BYTES: u64 = 16_000;
/// Receipts of installed files that are read.
pub const RECEIPTS: usize = 1_000;
/// Seconds after which nobody asks who answered a prompt: far longer than a client waits for a hook.
pub const TURN_CLAIM_S: u64 = 3_600;
/// Milliseconds that Codex gets to say which hooks it would run.
pub const CODEX_HOOK_LIST_MS: u64 = 15_000;
/// Lines of Codex that are read for that.
pub const CODEX_HOOK_LIST_LINES: usize = 1_000;
/// Milliseconds that a client gets to say its version.
pub const CLIENT_VERSION_MS: u64 = 10_000;
/// Bytes that are kept of what a client or a hook prints when it is checked.
pub const DOCTOR_OUTPUT_BYTES: usize = 200_000;
/// Milliseconds that the installed hook gets in a check; a client gives it longer.
pub const DOCTOR_HOOK_MS: u64 = 20_000;
/// Milliseconds that our own MCP server gets to introduce itself in a check.
pub const DOCTOR_SERVER_MS: u64 = 10_000;
/// Past injections that are looked at in a check.
pub const DOCTOR_INJECTIONS: usize = 10;
/// Seconds in a client's entry below which a slow prompt could lose its context.
pub const HOOK_TIMEOUT_MIN_S: u64 = 10;
/// Files of a folder that are counted for its size in a check.
pub const DOCTOR_FILES_COUNTED: usize = 20_000;
/// Bytes of an answer that are read from a person at a terminal.
pub const ANSWER_BYTES: u64 = 100;

/// After so long without a word of codex the person is told (milliseconds), and again each time that has doubled.
pub const CODEX_SILENT_MS: u64 = 15_000;
/// Seconds after which a person is told that `codex-auto` waits for what is piped in.
pub const CODEX_STDIN_QUIET_S: i64 = 2;
/// What codex gets to end by itself, in milliseconds, before it is ended.
pub const CODEX_END_MS: u64 = 3_000;
/// Lines of codex that are read after its end: more than a pipe holds.
pub const CODEX_REST_LINES: usize = 1_000_000;
/// Bytes of one event of codex; what is beyond is read as another line.
pub const CODEX_EVENT_BYTES: u64 = 8_000_000;
/// Events of codex that wait to be shown.
pub const CODEX_EVENTS_WAITING: usize = 256;
/// Lines that are kept from the end of what codex complains.
pub const CODEX_COMPLAINT_LINES: usize = 3;
/// Events of codex that wait behind the envelope of `--json` while it is open whether a session goes on; codex names the
/// session in its first one.
pub const CODEX_HELD_EVENTS: usize = 64;
/// Characters that are shown of a command, a list of files or a complaint of codex.
pub const CODEX_NOTE_CHARS: usize = 160;
/// Prompts that the loop remembers.
pub const LOOP_HISTORY_PROMPTS: usize = 500;
/// Bytes of all of them together.
pub const LOOP_HISTORY_BYTES: u64 = 256 * 1024;
/// A prompt that is longer is not remembered (bytes): it was pasted.
pub const LOOP_HISTORY_PROMPT_BYTES: usize = 8 * 1024;

/// Tries that a person has to answer a question at the terminal.
pub const ASK_TRIES: usize = 3;
/// Bytes of an answer at the terminal: what a line of a terminal holds.
pub const ASK_ANSWER_BYTES: usize = 4_096;
/// Between two looks at whether a question was taken back (milliseconds).
pub const ASK_LOOK_MS: u64 = 100;
/// Bytes of a question or answer between a desk and who asks there.
pub const DESK_LINE_BYTES: u64 = 256 * 1024;
/// Who has come to a desk says what they want within this (milliseconds).
pub const DESK_QUESTION_MS: u64 = 2_000;
