//! Every number that bounds something: with its unit in the name and the reason beside it.

mod around;
mod client_files;
mod definition_history;
mod definitions;
mod escaping;
mod git;
mod parsing;
mod rules;
mod trust;

pub use around::*;
pub use client_files::*;
pub use definition_history::*;
pub use definitions::*;
pub use escaping::*;
pub use git::*;
pub use parsing::*;
pub use rules::*;
pub use trust::*;

/// One deadline for a whole run, in milliseconds: what a person waits for without looking away.
pub const WALL_MS: u64 = 5_000;
/// The same when the plan holds a tier-2 tool.
pub const WALL_TIER2_MS: u64 = 10_000;
/// Tools that run at a time.
pub const CONCURRENCY: usize = 3;
/// Characters injected at most, before the client's own ceiling is applied.
pub const INJECTED_CHARS: usize = 12_000;
/// Claude Code shows the model only a preview of anything longer, in UTF-16 units.
pub const CLAUDE_CODE_UTF16_UNITS: usize = 10_000;
/// Codex cuts at 2,500 approximate tokens of four bytes.
pub const CODEX_BYTES: usize = 10_000;
/// A pointer (the short outcome) in characters.
pub const POINTER_CHARS: usize = 500;
/// Places named in a pointer.
pub const POINTER_ITEMS: usize = 3;

/// A summary, title, reason or signature in characters; longer ones end in `…`.
pub const SUMMARY_CHARS: usize = 240;
/// Items that survive fusion.
pub const ITEMS: usize = 12;
/// Characters of an injected text beyond which nothing is added that only lies around what was found.
pub const USUAL_CHARS: usize = 4_200;
/// Files that a prompt which tells as much as an issue speaks for.
pub const REPORTED_FILES: usize = 20;
/// Characters of code that a search shows of the best places.
pub const PLACES_CHARS: usize = 3_100;
/// Places in one injected text.
pub const PLACES: usize = 8;
/// Extracts in one injected text.
pub const SNIPPETS: usize = 8;
/// Lines of one extract that a search chooses for a question.
pub const SNIPPET_LINES: usize = 20;
/// Lines that an extract may have, whichever tool made it.
pub const SNIPPET_LINES_MAX: usize = 36;
/// Extracts of one answer to a question.
pub const ANSWER_SNIPPETS: usize = 3;
/// Places that a claim rests on.
pub const EVIDENCE_REFS: usize = 3;
/// Bytes of a large file that are hashed when a prompt names it: some 10 ms.
pub const HASHED_BYTES: u64 = 16 * 1024 * 1024;
/// Lines of an answer that names no place, as one entry.
pub const WHOLE_RESULT_LINES: usize = 60;
/// Characters of one line of an extract: a minified file must not fill the budget with one line.
pub const SNIPPET_LINE_CHARS: usize = 240;

/// How long a hook waits for a payload that does not come to its end, in milliseconds: clients write it at once.
pub const PAYLOAD_WAIT_MS: u64 = 5_000;
/// A hook payload in bytes; above it the payload is refused like a malformed one.
pub const PAYLOAD_BYTES: usize = 1_000_000;
/// What a child process may print, in bytes; the rest is read and dropped.
pub const CHILD_OUTPUT_BYTES: usize = 50_000;
/// What an external kernel may print: an envelope is larger than one tool's answer.
pub const ENVELOPE_BYTES: usize = 4_000_000;
/// `CI_TOOL_PROMPT` in bytes: a single environment string above 128 KB cannot be passed on Linux.
pub const ENV_PROMPT_BYTES: usize = 32_000;
/// A configuration file in bytes.
pub const CONFIG_BYTES: u64 = 256_000;
/// Values of one configuration file, with its aliases written out.
pub const CONFIG_NODES: usize = 20_000;
/// Problems of one configuration file that are named; with more, nothing of it is used.
pub const CONFIG_PROBLEMS: usize = 20;
/// A file of supplied tool results in bytes.
pub const FAKE_RESULTS_BYTES: u64 = 8_000_000;

/// A tool hook without a `timeout` of its own, in milliseconds.
pub const HOOK_TIMEOUT_MS: u64 = 5_000;
/// What a tool hook may print, in bytes.
pub const HOOK_OUTPUT_BYTES: usize = 16_000;
/// How long a finished child's pipes are waited for: a grandchild may hold them open for ever.
pub const PIPE_GRACE_MS: u64 = 250;
/// The part of the deadline that is kept for ending what is late and for taking its verdict: a tenth, at
/// most this (milliseconds).
pub const COLLECT_MS: u64 = 100;
/// Characters of one line of `[Limits]`, whoever wrote it.
pub const LIMITS_LINE_CHARS: usize = 1_000;
/// A command tool of the user's config without a `timeout_ms`.
pub const EXTERNAL_TIMEOUT_MS: u64 = 2_000;

/// A person is waited for so long (milliseconds): long enough to be fetched from a coffee.
pub const ASK_TIMEOUT_MS: u64 = 600_000;
/// Options of one question: more are no question but a list.
pub const ASK_OPTIONS: usize = 20;

/// A live scan answers within this, so that the hook does within 800 ms.
pub const LIVE_SCAN_MS: u64 = 600;
/// Files that a live scan looks at.
pub const LIVE_SCAN_FILES: usize = 50_000;
/// A larger file is named, never read, by the live scan (bytes).
pub const LIVE_SCAN_FILE_BYTES: u64 = 512_000;
/// Bytes that one live scan reads in all.
pub const LIVE_SCAN_BYTES: u64 = 256_000_000;
/// Files parsed for whole-function extracts by a live scan.
pub const LIVE_SCAN_PARSED: usize = 10;
/// Directory depth below the root that is walked.
pub const WALK_DEPTH: usize = 64;
/// Parsing one file may take this long, in milliseconds, before it is cut by indentation instead.
pub const PARSE_FILE_MS: u64 = 60;

/// Characters of the prompt that intent and query are read from: a pasted log does not need more.
pub const PROMPT_READ_CHARS: usize = 20_000;
/// Characters read from the end of a longer prompt: the question often stands below the log.
pub const PROMPT_TAIL_CHARS: usize = 4_000;
/// Characters of an error message or trace that are kept from a prompt.
pub const ERROR_TEXT_CHARS: usize = 600;
/// Words of the prompt that a query keeps.
pub const QUERY_TERMS: usize = 56;
/// Names and paths of a prompt that are said to be absent: who names more lists things.
pub const ABSENT_SAID: usize = 3;
/// Symbols and paths, each, taken from one prompt.
pub const MENTIONS: usize = 12;
/// Words of a prompt that are looked at as names of sensitive files.
pub const REFUSED_WORDS: usize = 400;
/// Signals listed in the envelope.
pub const SIGNALS: usize = 24;
/// Below this confidence, without a structural signal, `auto` injects nothing.
pub const INTENT_CONFIDENCE: f64 = 0.6;

/// A small git file (HEAD, a ref, `gitdir:` link) in bytes; a real one holds one line.
pub const GIT_LINE_BYTES: u64 = 4_096;
/// `packed-refs` in bytes: about 100,000 refs.
pub const GIT_PACKED_REFS_BYTES: u64 = 8_000_000;
/// The git index in bytes: about 600,000 tracked files.
pub const GIT_INDEX_BYTES: u64 = 64_000_000;
/// Symbolic refs that are followed from HEAD; git itself stops at five.
pub const GIT_REF_HOPS: usize = 5;
/// Definitions kept of one file: generated code must not fill the memory.
pub const OUTLINE_DEFINITIONS: usize = 5_000;
/// Nodes visited in one file's syntax tree.
pub const OUTLINE_NODES: usize = 2_000_000;
/// Lines that a definition cut by indentation may span.
pub const BLOCK_LINES: usize = 400;
/// Threads of a walk or a scan: more do not make one disk faster.
pub const SCAN_THREADS: usize = 8;
/// Hits that are kept with their place in one file; more are counted only.
pub const SCAN_FILE_HITS: usize = 6_000;
/// Files that a search by the index reads: the first pass has nearly all answers among its first fifty.
pub const SEARCH_READ_FILES: usize = 100;
/// Of those, so many are read however late it is: on a busy machine the answer is shorter, never empty.
pub const SEARCH_READ_AT_LEAST: usize = 24;
/// Changed files that a search reads besides what the index proposes: a switch of branches changes a thousand.
pub const OVERLAY_FILES: usize = 2_000;
/// Files that a prompt reads.
pub const PROMPT_READ_FILES: usize = 64;
/// Files whose passages are weighed for a prompt.
pub const PASSAGE_FILES: usize = 60;
/// Files that get the second, closer look of a search.
pub const SEARCH_SHORTLIST: usize = 50;

/// A path in bytes: what Linux takes.
pub const PATH_BYTES: usize = 4_096;
/// Links followed in one path: what Linux follows.
pub const LINK_HOPS: usize = 40;
/// Levels of a tool's `data` that are kept; deeper ones become null.
pub const DATA_DEPTH: usize = 64;
/// A path shown in a limit, in characters.
pub const LIMIT_PATH_CHARS: usize = 200;
/// How many words apart two hints of an injected instruction may stand.
pub const INJECTION_WINDOW_WORDS: usize = 40;
/// The longest text that is looked through for injected instructions, in bytes; a longer one is dropped.
pub const INJECTION_TEXT_BYTES: usize = 64 * 1024 * 1024;
/// Encodings inside one another that are undone before a text is judged.
pub const INJECTION_DECODINGS: usize = 3;
/// Rounds in which injected instructions are taken out of one text; one that still holds some is replaced as a whole.
pub const INJECTION_ROUNDS: usize = 6;
/// Lines that injected instructions are taken out of at a time.
pub const INJECTION_PART_LINES: usize = 1_000;
/// Lines of a comment or paragraph that are taken out with the one that instructs, in either direction.
pub const INJECTION_BLOCK_LINES: usize = 40;
/// Rounds of masking in one text: what a round leaves behind is masked by the next.
pub const REDACTION_ROUNDS: usize = 4;
/// Characters of a repository's name where it is spoken of; a longer one is not.
pub const REPOSITORY_NAME_CHARS: usize = 40;
/// Characters of a configuration's key or value in a message about it.
pub const TOLD_CHARS: usize = 40;
/// Characters of what a parser says of a file, which may quote it.
pub const TOLD_ERROR_CHARS: usize = 200;
/// Folders from the top of a work tree down to the root: `repo_root` leads no deeper, and of a root that the user names as many
/// folders are looked into for `.env*` files.
pub const ROOT_DEPTH: usize = 16;
/// Folders whose `.env*` values one process looks after: a repository, and each folder between its top and a root below.
pub const ENV_REPOSITORIES: usize = 32;
/// One of them in bytes; a larger one is no list of values.
pub const ENV_FILE_BYTES: u64 = 65_536;
/// The time for masking one text in milliseconds; a text that takes longer is withheld as a whole.
pub const REDACTION_MS: u64 = 10_000;
/// A text up to this many bytes is masked without a look at the clock.
pub const REDACTION_UNTIMED_BYTES: usize = 65_536;
/// Entries of the root directory that are looked at for an overview.
pub const ROOT_ENTRIES: usize = 2_000;
/// Directories of the root that an overview names.
pub const TOP_DIRECTORIES: usize = 40;
/// Terms of one query, translations included: a set of them fits a machine word.
pub const SEARCH_TERMS: usize = 64;
/// Definitions of one file that are scored for an extract.
pub const SEARCH_CANDIDATES: usize = 2_000;
/// What `foreword guard` reads as one text, in bytes; above it the text is refused.
pub const GUARDED_TEXT_BYTES: usize = 32_000_000;
/// Lines that the guard adds to the limits of one result; what is beyond is counted in one more.
pub const GUARD_LIMIT_LINES: usize = 20;
/// Bytes of one file that a search parses; a larger file is parsed only around its hits.
pub const OUTLINE_REGION_BYTES: usize = 8_000;

/// Bytes of one block of the index before packing: small enough to read one for one answer.
pub const STORE_BLOCK_BYTES: usize = 16_384;
/// Bytes of one block at most: a dictionary block ends after the entry that fills it.
pub const STORE_BLOCK_BYTES_MAX: usize = 32_768;
/// Bytes of one index file: offsets in it are 32 bits.
pub const STORE_SEGMENT_BYTES: u64 = 4_000_000_000;
/// Bytes of the list of segments; a longer one is damaged.
pub const STORE_MANIFEST_BYTES: u64 = 64_000_000;
/// Blocks that an open index keeps unpacked, per segment: 8 MB.
pub const STORE_CACHED_BLOCKS: usize = 512;
/// Files of one batch: what a kill can lose.
pub const STORE_BATCH_FILES: usize = 2_000;
/// Bytes of source of one batch: it is built in memory.
pub const STORE_BATCH_BYTES: u64 = 16_000_000;
/// Segments that are left side by side; with more, the smallest are merged.
pub const STORE_SEGMENTS: usize = 8;
/// Files of a segment that is still merged with others.
pub const STORE_MERGED_FILES: u64 = 50_000;
/// Files of a segment that may be gone, in percent, before it is written anew.
pub const STORE_DEAD_PERCENT: u64 = 30;
/// Readings of the list of segments before an index counts as damaged: a merge may delete what it names.
pub const STORE_OPEN_TRIES: usize = 16;
/// Bytes of a doc comment or header that are kept.
pub const STORE_TEXT_BYTES: usize = 2_000;
/// Bytes of a name that can be looked up.
pub const STORE_NAME_BYTES: usize = 256;
/// Words that a thread remembers the terms of; with more it forgets them all.
pub const STORE_KNOWN_WORDS: usize = 400_000;
/// Caches of repositories that one collection looks at.
pub const STORE_FOLDERS: usize = 10_000;

/// A larger file is known by name and size, and not indexed (bytes).
pub const INDEX_FILE_BYTES: u64 = 1_000_000;
/// Files that one index holds.
pub const INDEX_FILES: usize = 200_000;
/// Bytes at the start of a file in which a NUL makes it binary.
pub const BINARY_PROBE_BYTES: usize = 8_000;
/// Threads that read and parse.
pub const INDEX_THREADS: usize = 8;
/// How long a walk for a refresh may take, in milliseconds: it runs in the background or under a person's eye.
pub const INDEX_WALK_MS: u64 = 120_000;
/// Looking for changed files on the way of a prompt may take this long, in milliseconds.
pub const FRESHNESS_MS: u64 = 40;
/// A refresh that did not succeed is not started again for so long (seconds).
pub const REFRESH_RETRY_S: u64 = 60;
/// Files and directories, each, that are looked at however late it is: a small repository is always looked at whole.
pub const FRESHNESS_AT_LEAST: usize = 256;
/// For a person who asks how the index stands, the same look may take this long, in milliseconds.
pub const FRESHNESS_PATIENT_MS: u64 = 5_000;
/// A watch refreshes when nothing happened for so long (milliseconds): a save is often several writes.
pub const WATCH_QUIET_MS: u64 = 300;
/// It refreshes after so long in any case (milliseconds).
pub const WATCH_LONGEST_MS: u64 = 2_000;
/// A file that was read right after a change is read once more when its clock has moved on (milliseconds).
pub const WATCH_SETTLE_MS: u64 = 3_500;
/// Where the system does not tell of changes, a watch looks so often (milliseconds).
pub const WATCH_POLL_MS: u64 = 5_000;
/// A refresh that failed or found another writer is tried again after so long (milliseconds).
pub const WATCH_RETRY_MS: u64 = 1_000;
/// Directories that are watched: our own walk touches each twice, which must fit the kernel's queue of 16,384 events.
pub const WATCH_DIRECTORIES: usize = 8_000;
/// Changes that wait to be looked at; with more, everything is.
pub const WATCH_EVENTS: usize = 10_000;
/// An index that nobody used for so long is collected (days).
pub const INDEX_UNUSED_DAYS: u64 = 60;
/// Parsing one file for the index may take this long, in milliseconds, before it is kept as text.
pub const INDEX_PARSE_MS: u64 = 1_500;
/// Definitions kept of one file in the index: generated code must not fill it.
pub const FACTS_DEFINITIONS: usize = 20_000;
/// Calls and references kept of one file in the index.
pub const FACTS_USES: usize = 200_000;
/// A definition's name in bytes; a longer one is no name.
pub const FACTS_NAME_BYTES: usize = 256;
/// Bases of one type.
pub const FACTS_BASES: usize = 64;
/// Levels of keys that are kept of a data file.
pub const FACTS_KEY_LEVELS: usize = 2;
/// A file whose lines are longer than this on average (bytes) is minified, and not parsed.
pub const FACTS_LINE_BYTES: usize = 10_000;
/// Lines of a chunk that is not a definition of its own.
pub const CHUNK_LINES: u32 = 50;
/// Places of one file that its grammar did not understand and that are looked at again.
pub const FACTS_ERRORS: usize = 1_000;
/// Macros of a Rust file that are looked at for items in them.
pub const FACTS_MACROS: usize = 2_000;
/// Comment and attribute lines before the first item of a macro.
pub const FACTS_MACRO_LEAD_LINES: usize = 200;
/// Definitions that are guessed in such places of one file.
pub const FACTS_RESCUED: usize = 500;
/// Lines that such a definition may span.
pub const RESCUED_LINES: usize = 5_000;
/// Bytes of a header that are searched for signs of C++.
pub const HEADER_HINT_BYTES: usize = 64_000;

/// Past runs that are kept for `foreword explain`; with more, the oldest go.
pub const RUN_RECORDS: usize = 50;
/// Bytes of all of them together.
pub const RUN_RECORDS_BYTES: u64 = 10_000_000;
/// Entries of their folder that are looked at: what else a person puts there must not cost time.
pub const RUN_FOLDER_ENTRIES: usize = 1_000;
/// A record that is still being written after so long (seconds) was left behind.
pub const RUN_LEFTOVER_S: u64 = 60;

/// Files that may change, in percent, before the static rank is computed anew.
pub const RANK_CHANGED_PERCENT: u64 = 10;
/// Bytes of the static rank on disk: twelve for each of the files that one index holds, and some.
pub const RANK_BYTES: u64 = 4_000_000;
/// A name that more files define says nothing about which of them is meant.
pub const RANK_NAME_FILES: usize = 3;
/// A shorter name says as little (bytes).
pub const RANK_NAME_BYTES: usize = 4;
/// Edges between files that a static rank is computed from.
pub const RANK_EDGES: usize = 16_000_000;
/// Rounds of a static rank: it changes little after the first dozen.
pub const RANK_ROUNDS: usize = 40;

/// Definitions that one use may mean before it counts as unresolved.
pub const RESOLVE_TARGETS: usize = 16;
/// Definitions of one name that are looked at.
pub const RESOLVE_CANDIDATES: usize = 1_000;
/// Files that are read for the uses of one definition; more are counted only.
pub const RESOLVE_FILES: usize = 400;
/// Edges in one answer.
pub const RESOLVE_EDGES: usize = 5_000;
/// Re-exports, bases and modules that are followed from one use, one behind the other.
pub const RESOLVE_DEPTH: u32 = 12;
/// Steps that one use may take in all: a hostile repository can make them grow without end.
pub const RESOLVE_STEPS: u32 = 400;
/// Files, names and modules, each, that a resolver remembers; with more it forgets them all.
pub const RESOLVE_CACHED: usize = 4_000;
/// Manifests of packages (`Cargo.toml`, `package.json`, `go.mod`) that are looked at.
pub const RESOLVE_MANIFESTS: usize = 500;
/// Bytes of a symbol that is asked for.
pub const SYMBOL_BYTES: usize = 400;
/// Definitions of its name that are looked at.
pub const SYMBOL_CANDIDATES: usize = 200;
/// Types that are looked at for overrides of one method.
pub const CALLS_OVERRIDES: usize = 20;
/// Definitions in a tree of calls.
pub const CHAIN_BRANCHES: usize = 200;
/// Definitions of a tree of calls that are looked behind, the nearest first: each costs a
/// millisecond, or hundreds if the name is common.
pub const CHAIN_VISITS: usize = 24;
/// Files that are read for who calls a caller, the nearest; more are counted only.
pub const CHAIN_NEAR_FILES: usize = 48;
/// Callers or callees of one definition that are shown.
pub const CHAIN_CHILDREN: usize = 25;
/// Overrides and callbacks of one definition that are shown.
pub const CHAIN_POSSIBLE: usize = 3;
/// Definitions that are looked behind for a path of calls.
pub const CHAIN_ROUTE_VISITS: usize = 2_000;
/// Places that a deep tool lists as items: what the search found stands beside them.
pub const DEEP_ITEMS: usize = 8;
/// Files with uncommitted changes that are looked at.
pub const UNCOMMITTED_FILES: usize = 50;
/// Definitions that a change is followed from.
pub const IMPACT_VISITS: usize = 120;
/// Files in an answer on what a change reaches.
pub const IMPACT_FILES: usize = 25;
/// Changed files whose importers and history are looked at.
pub const IMPACT_CHANGED_FILES: usize = 20;
/// Changed definitions whose names are looked for elsewhere.
pub const IMPACT_NAMES: usize = 20;
/// Removed names whose users are looked for.
pub const IMPACT_REMOVED: usize = 20;
/// Files of a history that changed with one that is looked at.
pub const IMPACT_TOGETHER: usize = 200;
/// Reached files, the surest first, whose history is looked at.
pub const IMPACT_ANCHORS: usize = 12;
/// Tests that are named after changed files.
pub const IMPACT_NAMED_TESTS: usize = 20;
/// Tests that are proposed to be run.
pub const IMPACT_TESTS: usize = 25;
/// Definitions in an answer on what a change reaches.
pub const IMPACT_PLACES: usize = 60;
/// Bytes of an error or issue whose words are looked for.
pub const LOCATE_BODY_BYTES: usize = 40_000;
/// Bytes of an error that are read from stdin.
pub const LOCATE_STDIN_BYTES: u64 = 2_000_000;
/// Different words of an issue that are looked for.
pub const LOCATE_TERMS: usize = 250;
/// Frames of a trace that are given back.
pub const LOCATE_FRAMES: usize = 50;
/// Messages of a trace that are given back.
pub const LOCATE_MESSAGES: usize = 10;
/// Places in one file where it holds text of an issue, for its functions.
pub const LOCATE_LITERAL_LINES: usize = 1_000;
/// Lines of a text that is no more than a message.
pub const LOCATE_MESSAGE_LINES: usize = 3;
/// The same in bytes.
pub const LOCATE_MESSAGE_BYTES: usize = 500;
/// Names in an issue that are looked up.
pub const LOCATE_MENTIONS: usize = 300;
/// Commits, pull requests and issues that a text names, and commits that name one of them.
pub const LOCATE_NAMED_COMMITS: usize = 20;
/// Files that are read for text of an issue.
pub const LOCATE_SHORTLIST: usize = 50;
/// Nodes of a graph that is drawn.
pub const MERMAID_NODES: usize = 60;
/// Lines of a graph that is drawn.
pub const MERMAID_LINES: usize = 120;
/// Ways to write an import of one file that are looked up.
pub const RESOLVE_SPELLINGS: usize = 120;
/// Names that a file defines and that its importers are looked for by.
pub const RESOLVE_IMPORTED_NAMES: usize = 24;

/// Commits that the history of an index holds: the last 3,000 give nearly all that a search gets out of them.
pub const HISTORY_COMMITS: usize = 4_000;
/// The newest of them that are kept with their whole message; of older ones the first line says nearly as much.
pub const HISTORY_WHOLE_MESSAGES: usize = 1_500;
/// Bytes of a commit message that are read.
pub const HISTORY_MESSAGE_READ_BYTES: usize = 4_000;
/// Bytes of a commit message that are kept.
pub const HISTORY_MESSAGE_BYTES: usize = 1_000;
/// Paths of one commit that are kept; more are counted only.
pub const HISTORY_COMMIT_PATHS: usize = 10_000;
/// Changes of paths in all commits of a history; the oldest commits go until they fit.
pub const HISTORY_CHANGES: usize = 500_000;
/// Bytes of an author's address that are hashed.
pub const HISTORY_AUTHOR_BYTES: usize = 256;
/// Bytes of a history on disk; a longer one is damaged.
pub const HISTORY_BYTES: u64 = 64_000_000;
/// A commit that touches more files says nothing about which of them belong together.
pub const HISTORY_TOGETHER_FILES: u32 = 15;
/// A change counts half as much as one that is so much younger (days).
pub const HISTORY_HALF_LIFE_DAYS: u64 = 365;
/// Half-lives after which a change is as old as any: weights stay above zero.
pub const HISTORY_HALF_LIVES: f64 = 60.0;

/// Functions of one file whose complexity is measured.
pub const COMPLEXITY_FUNCTIONS: usize = 20_000;
/// Reasons that are kept of one function.
pub const COMPLEXITY_REASONS: usize = 500;

/// Files that one frame can mean, at most; more are counted only.
pub const FRAME_CANDIDATES: usize = 50;
/// Bytes of an error text that are read for frames: half from its beginning, half from its end.
pub const TRACE_BYTES: usize = 1_000_000;
/// Bytes of one line of it that are read.
pub const TRACE_LINE_BYTES: usize = 4_000;
/// Places that are kept of an error text, the first and the last of them.
pub const TRACE_FRAMES: usize = 2_000;
/// Frames that are kept of one stack from its innermost on.
pub const TRACE_STACK_INNERMOST: usize = 200;
/// Frames that are kept of one stack from its outermost on.
pub const TRACE_STACK_OUTERMOST: usize = 50;
/// Messages that are kept of an error text.
pub const TRACE_MESSAGES: usize = 200;
/// Bytes of one message that are kept.
pub const TRACE_MESSAGE_BYTES: usize = 1_000;
/// Lines that differ in numbers only from which on they are a program's, not a person's.
pub const OUTPUT_LINES_ALIKE: usize = 5;
/// Mentions of places that are read of one line.
pub const TRACE_LINE_MENTIONS: usize = 8;
/// Lines of no format that may stand between two frames of a stack.
pub const TRACE_GAP_LINES: u32 = 2;
/// The same where the innermost frame comes last: pytest prints the whole function between two frames.
pub const TRACE_GAP_LINES_INNERMOST_LAST: u32 = 200;
