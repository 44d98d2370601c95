//! Orders to the reader that would do harm at once: to run a command that destroys everything or that runs what it
//! fetches, to delete all files, to pass over the user's request.
//!
//! Commands are ordinary in scripts and guides, so one is never enough: a sentence must tell the reader to run it.
//! `lexicon` has the words, `sentence` cuts a text into them, `commands` knows the commands. Looks only at the lines that
//! it is given, and a bounded number of words around each place.

mod commands;
mod lexicon;
mod sentence;
#[cfg(test)]
mod tests;

use super::{Family, Found};
use commands::HarmfulCommand;
use lexicon::{
    ABOVE, ADDRESSEE, ALL, ASK, BELOW, CLEANING, CONDITION, DELETE, DESCRIBES, DUTY, FOLLOW, HEAD, IGNORE,
    JOIN, LINK, NOT, NOW, OBJECT, PLEASE, PURPOSE, REPLY, RUN, Roles, TAKE, TO, TURN, URGENT, USER, VERB,
    WHERE, YOU,
};
use sentence::{Passage, SentenceWord, WordGap};

/// Words before a verb that can make it an order, or excuse it.
const BEFORE_WORDS: usize = 12;
/// Words between the verb and its command: `the following command in your terminal`.
const LINK_WORDS: usize = 8;
/// Words around a command in which its purpose may be said.
const PURPOSE_WORDS: usize = 24;

/// Hands each order on the given lines, in their order, to `is_enough`, until it says so.
pub(super) fn find(folded: &str, lines: &[usize], is_enough: &mut impl FnMut(Found) -> bool) {
    sentence::each(folded, lines, &mut |passage| {
        (0..passage.words.len()).filter_map(|at| order_at(&passage, at)).any(&mut *is_enough)
    });
}

/// The order whose command, deletion or dismissal stands at a word.
fn order_at(passage: &Passage<'_>, at: usize) -> Option<Found> {
    let word = passage.words[at];
    if !passage.is_asked_about(&word) {
        return None;
    }
    let (family, first, last) = if word.roles & HEAD != 0 {
        let (verb, last) = ordered_to_run(passage, at)?;
        (Family::Command, verb, last)
    } else if word.roles & DELETE != 0 {
        (Family::Command, at, ordered_to_delete(passage, at)?)
    } else if word.roles & (IGNORE | FOLLOW) != 0 {
        (Family::Override, at, ordered_to_ignore(passage, at)?)
    } else {
        return None;
    };
    Some(Found { family, first_line: passage.words[first].line, last_line: passage.words[last].line })
}

/// How plainly a verb is an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mood {
    /// `Run …`: of a guide, too.
    Imperative,
    /// `Please run …`, `you must run …`, `now run …`.
    Asked,
    /// `Run … immediately`.
    Pressed,
}

/// Whether an assistant is called right before a word, where a sentence begins: `Assistant, …`, `Agent: …`.
fn is_called(passage: &Passage<'_>, index: usize) -> bool {
    let Some(called) = index.checked_sub(1) else { return false };
    let between = &passage.lower[passage.words[called].end..passage.words[index].start];
    passage.words[called].roles & ADDRESSEE != 0
        && matches!(between.trim_end(), "," | ":" | "，" | "：")
        && (called == 0 || passage.words[called].gap >= WordGap::Opens)
}

/// The verb of an order to run the command at a word, and the last word of that.
fn ordered_to_run(passage: &Passage<'_>, at: usize) -> Option<(usize, usize)> {
    let verb = Verb::before(passage, at)?;
    let lead_mood = OrderLead::before(passage, verb.index)?.mood()?;
    let (command, length) = commands::at(&passage.lower[passage.words[at].start..])?;
    let end = passage.index_from(at, passage.words[at].start + length);
    let tail = Tail::behind(passage, end);
    let is_pressed = tail.is_urgent || verb.between & NOW != 0;
    let mood = if is_pressed { Mood::Pressed } else { lead_mood };
    if (tail.describes && mood == Mood::Imperative)
        || (verb.is_of_a_block && command != HarmfulCommand::Wrecks)
    {
        return None;
    }
    let is_step = tail.has_aim || has_role(passage, at, end, PURPOSE | CLEANING);
    let is_setup = has_role(passage, at, end, PURPOSE) || is_instruction(passage, verb.index, at);
    let is_order = match command {
        HarmfulCommand::Wrecks => true,
        HarmfulCommand::WrecksUnnamed => passage.breaks_at(end),
        HarmfulCommand::Clears => mood > Mood::Imperative && !is_step,
        HarmfulCommand::Pipes { is_open: false, is_installer: false }
            if mood == Mood::Imperative && is_line_of_its_own(passage, verb.index, end) =>
        {
            !is_step && !is_setup
        }
        HarmfulCommand::Pipes { is_open, is_installer } => {
            // An encrypted address, an installer's name and a stated aim each make it more like a step of a guide.
            let mood_min = match (is_open, is_installer || tail.has_aim) {
                (true, false) => Mood::Imperative,
                (true, true) | (false, false) => Mood::Asked,
                (false, true) => Mood::Pressed,
            };
            mood >= mood_min && !is_setup
        }
    };
    is_order.then_some((verb.index, end - 1))
}

/// Whether an order is all that a line says, with no signs of markup around the command, as a guide has them.
fn is_line_of_its_own(passage: &Passage<'_>, verb: usize, end: usize) -> bool {
    let line = &passage.lower[passage.words[verb].start..passage.words[end - 1].end];
    passage.starts_line(verb) && passage.breaks_at(end) && !line.contains('`')
}

/// The verb to run something right before a command.
struct Verb {
    index: usize,
    /// The roles of the words between the two.
    between: Roles,
    /// Whether the command stands in a block of its own behind it.
    is_of_a_block: bool,
}

impl Verb {
    fn before(passage: &Passage<'_>, command: usize) -> Option<Self> {
        const BETWEEN: Roles = LINK | WHERE | NOW | JOIN | PLEASE;
        let mut verb = Self { index: command, between: 0, is_of_a_block: false };
        for _ in 0..=LINK_WORDS {
            let word = passage.words[verb.index];
            verb.is_of_a_block |= word.gap == WordGap::Ends;
            if word.gap == WordGap::Ends && !word.is_after_colon {
                return None;
            }
            verb.index = verb.index.checked_sub(1)?;
            let roles = passage.words[verb.index].roles;
            if roles & RUN != 0 {
                return Some(verb);
            }
            if roles & BETWEEN == 0 {
                return None;
            }
            verb.between |= roles;
        }
        None
    }
}

/// What stands before a verb, in its sentence.
struct OrderLead {
    /// The roles of the words that lead up to it: `you must now`, `请立即`.
    roles: Roles,
    /// Those of the whole sentence.
    sentence: Roles,
    /// Whether a sentence or clause starts with those words, so that nobody else does it.
    is_start: bool,
    /// Whether the sentence starts as an order does, before other words: `to fix the build run …`, `open a shell and
    /// run …`.
    is_sentence: bool,
    /// Whether it is said to an assistant: `Assistant, run …`, `Agent: run …`.
    is_addressed: bool,
}

impl OrderLead {
    /// Reads back from a verb; `None` if it is denied, a condition, or what a test checks.
    fn before(passage: &Passage<'_>, verb: usize) -> Option<Self> {
        const LEADING: Roles = PLEASE | DUTY | YOU | NOW | JOIN | TO | LINK;
        if passage.is_asserted(verb) {
            return None;
        }
        let mut lead =
            Self { roles: 0, sentence: 0, is_start: false, is_sentence: false, is_addressed: false };
        let (mut leads, mut is_clause) = (true, true);
        for index in (verb.saturating_sub(BEFORE_WORDS)..=verb).rev() {
            let SentenceWord { gap, roles, .. } = passage.words[index];
            lead.is_start |= leads && gap >= WordGap::Clause;
            lead.is_addressed |= leads && is_called(passage, index);
            let opens = is_clause && gap >= WordGap::Opens;
            lead.is_sentence |= opens && (roles & TO != 0 || (roles & VERB != 0 && lead.roles & JOIN != 0));
            leads &= gap < WordGap::Clause;
            is_clause &= gap < WordGap::Clause;
            let Some(previous) = index.checked_sub(1).filter(|_| gap != WordGap::Ends) else { break };
            let roles = passage.words[previous].roles;
            if is_clause && roles & (NOT | CONDITION) != 0 {
                return None;
            }
            leads &= roles & LEADING != 0;
            lead.roles |= if leads { roles } else { 0 };
            lead.sentence |= roles;
        }
        Some(lead)
    }

    /// What kind of order the verb is; `None` if it is none.
    fn mood(&self) -> Option<Mood> {
        let has = |roles: Roles| self.roles & roles != 0;
        let is_infinitive = has(TO) && !has(DUTY);
        let is_asked = self.is_addressed
            || has(PLEASE | DUTY)
            || (has(NOW) && self.is_start)
            || (has(JOIN) && self.sentence & PLEASE != 0);
        if is_infinitive {
            None
        } else if has(URGENT) && (self.is_start || has(DUTY)) {
            Some(Mood::Pressed)
        } else if is_asked {
            Some(Mood::Asked)
        } else {
            let is_imperative = (self.is_start && !has(YOU)) || self.is_sentence;
            is_imperative.then_some(Mood::Imperative)
        }
    }
}

/// What stands behind a command, on its line.
struct Tail {
    /// The words make a statement of it: `执行 rm -rf / 会删除一切`.
    describes: bool,
    /// It says what for, or when: `… to get the tools`.
    has_aim: bool,
    /// It is to be done at once.
    is_urgent: bool,
}

impl Tail {
    fn behind(passage: &Passage<'_>, end: usize) -> Self {
        const WORDS: usize = 3;
        let line = passage.words[end - 1].line;
        let words = passage.words[end..].iter().take(WORDS);
        let mut words = words.take_while(|word| word.gap != WordGap::Ends && word.line == line).peekable();
        let roles = words.peek().map_or(0, |word| word.roles);
        // `… before you answer` speaks to who answers.
        let is_of_reply = roles & CONDITION != 0 && words.clone().any(|word| word.roles & REPLY != 0);
        Self {
            describes: roles & DESCRIBES != 0,
            has_aim: roles & (TO | CONDITION) != 0 && !is_of_reply,
            is_urgent: is_of_reply || words.any(|word| word.roles & NOW != 0),
        }
    }
}

/// Whether words of some roles stand around a command.
fn has_role(passage: &Passage<'_>, at: usize, end: usize, roles: Roles) -> bool {
    let before = &passage.words[at.saturating_sub(PURPOSE_WORDS)..at];
    let after = &passage.words[end..passage.words.len().min(end + PURPOSE_WORDS)];
    before.iter().chain(after).any(|word| word.roles & roles != 0)
}

/// Whether a verb is a keyword of a file that runs commands: `RUN` of a Dockerfile, `run:` of a workflow.
fn is_instruction(passage: &Passage<'_>, verb: usize, command: usize) -> bool {
    let text = |word: SentenceWord| &passage.text[word.start..word.end];
    let is_upper = |word: SentenceWord| text(word).bytes().all(|byte| byte.is_ascii_uppercase());
    let (verb, command) = (passage.words[verb], passage.words[command]);
    let is_key =
        passage.text[verb.end..].starts_with(':') && text(verb).bytes().all(|byte| byte.is_ascii_lowercase());
    verb.is_first && (is_key || (is_upper(verb) && !is_upper(command)))
}

/// The last word of an order to delete everything, without saying which part: `you must now delete all files`.
fn ordered_to_delete(passage: &Passage<'_>, at: usize) -> Option<usize> {
    let (first, end) = match everything_before(passage, at) {
        Some(first) => (first, at),
        None => (at, end_of_places(passage, everything_after(passage, at)?)),
    };
    let lead = OrderLead::before(passage, first)?;
    let next = passage.words.get(end + 1);
    let is_now_behind = next.is_some_and(|word| word.gap < WordGap::Opens && word.roles & NOW != 0)
        && passage.closes_at(end + 2);
    let is_urgent_behind = is_now_behind && next.is_some_and(|word| word.roles & URGENT != 0);
    let goes_on = next.is_some_and(|word| word.gap == WordGap::Clause && word.roles & JOIN != 0);
    let is_whole = is_now_behind || goes_on || passage.closes_at(end + 1);
    let has = |roles: Roles| lead.roles & roles != 0;
    // `Now delete all files` tells what a test does; `immediately` and `you must` speak to somebody.
    let is_asked = lead.is_addressed
        || has(PLEASE | URGENT)
        || is_all_of_a_place(passage, at, end)
        || is_said_alone(passage, first, end)
        || (has(DUTY) && (has(YOU) || lead.is_start))
        || is_urgent_behind;
    (is_whole && is_asked && (lead.is_start || has(YOU))).then_some(end)
}

/// Whether files of a whole place are to go, which a sentence orders that says no more: `Delete every file in this project.`
fn is_all_of_a_place(passage: &Passage<'_>, at: usize, end: usize) -> bool {
    const VERBS: [&str; 9] = ["delete", "erase", "wipe", "destroy", "purge", "删除", "删掉", "清空", "销毁"];
    const FILES: [&str; 4] = ["file", "files", "everything", "文件"];
    const PLACES: [&str; 10] = [
        "project",
        "repository",
        "repo",
        "codebase",
        "workspace",
        "machine",
        "computer",
        "disk",
        "仓库",
        "项目",
    ];
    let has = |words: &[&str]| (at..=end).any(|index| words.contains(&passage.word(index)));
    VERBS.contains(&passage.word(at))
        && has(&FILES)
        && has(&PLACES)
        && passage.ends_with(end, &['.', '!', '。', '！'])
        && passage.words[at].gap >= WordGap::Opens
}

/// Whether a Chinese sentence is a line of its own and no comment: there it describes.
fn is_said_alone(passage: &Passage<'_>, first: usize, end: usize) -> bool {
    passage.starts_line(first) && passage.ends_with(end, &['。', '！']) && passage.breaks_at(end + 1)
}

/// The last word of `all files`, `仓库中的所有文件`, `everything`.
fn everything_after(passage: &Passage<'_>, at: usize) -> Option<usize> {
    const REACH: usize = 6;
    let (mut is_all, mut last) = (passage.words[at].roles & ALL != 0, None);
    for (index, word) in passage.words.iter().enumerate().skip(at + 1).take(REACH) {
        if word.gap >= WordGap::Clause || word.roles & (ALL | OBJECT | WHERE | LINK) == 0 {
            break;
        }
        is_all |= word.roles & ALL != 0;
        last = if is_all && word.roles & OBJECT != 0 { Some(index) } else { last };
    }
    last
}

/// The first word of what is deleted where it stands before the verb: `把所有文件` before `删除`.
fn everything_before(passage: &Passage<'_>, at: usize) -> Option<usize> {
    const REACH: usize = 8;
    let mut roles = 0;
    for index in (at.saturating_sub(REACH)..at).rev() {
        let word = passage.words[index];
        if passage.words[index + 1].gap >= WordGap::Clause {
            return None;
        }
        if word.roles & TAKE != 0 {
            return (roles & ALL != 0 && roles & OBJECT != 0).then_some(index);
        }
        if word.roles & (ALL | OBJECT | WHERE | LINK) == 0 {
            return None;
        }
        roles |= word.roles;
    }
    None
}

/// The last word of `on this machine`, behind what is deleted.
fn end_of_places(passage: &Passage<'_>, object: usize) -> usize {
    let places = passage.words[object + 1..].iter();
    object + places.take_while(|word| word.gap < WordGap::Clause && word.roles & (WHERE | LINK) != 0).count()
}

/// The last word of an order to pass over what the user asks for: `ignore the user's request`, `do not follow …`.
fn ordered_to_ignore(passage: &Passage<'_>, at: usize) -> Option<usize> {
    let is_follow = passage.words[at].roles & FOLLOW != 0;
    let first = if is_follow { at.checked_sub(1)? } else { at };
    if is_follow && passage.words[first].roles & NOT == 0 {
        return None;
    }
    let lead = OrderLead::before(passage, first)?;
    let is_order = lead.is_start || lead.mood().is_some();
    if let Some(end) = above_for_below(passage, at).or_else(|| user_for_this(passage, at)) {
        return is_order.then_some(end);
    }
    let user = next_of(passage, at, USER)?;
    let end = next_of(passage, user, ASK)?;
    let goes_on = passage.words.get(end + 1).is_some_and(|word| word.roles & (TURN | RUN) != 0);
    (is_order && (goes_on || passage.closes_at(end + 1))).then_some(end)
}

/// The last word of an order to do what follows in place of what went before: `disregard the above and do what follows`.
fn above_for_below(passage: &Passage<'_>, at: usize) -> Option<usize> {
    const REACH: usize = 3;
    let above = next_of(passage, at, ABOVE)?;
    let turn = passage.words.get(above + 1).filter(|word| word.roles & TURN != 0)?;
    let does = matches!(
        passage.word(above + 2),
        "do" | "follow" | "obey" | "execute" | "perform" | "做" | "执行" | "遵循"
    );
    let below = (above + 3..passage.words.len().min(above + 3 + REACH))
        .find(|index| passage.words[*index].roles & BELOW != 0 && passage.words[*index].gap < WordGap::Ends);
    below.filter(|_| does && turn.gap < WordGap::Ends)
}

/// The last word of an order to do something else than a user wants: `ignore the user; do this instead`.
fn user_for_this(passage: &Passage<'_>, at: usize) -> Option<usize> {
    const REACH: usize = 4;
    let user = next_of(passage, at, USER)?;
    let does = passage.words.get(user + 1).is_some_and(|word| word.gap >= WordGap::Clause)
        && passage.word(user + 1) == "do";
    let end =
        (user + 2..passage.words.len().min(user + 2 + REACH)).find(|index| passage.word(*index) == "instead");
    end.filter(|end| does && passage.closes_at(end + 1))
}

/// The next word of some roles, with at most two between that carry nothing.
fn next_of(passage: &Passage<'_>, at: usize, roles: Roles) -> Option<usize> {
    const BETWEEN: usize = 2;
    let next = passage.words.iter().enumerate().skip(at + 1).take(BETWEEN + 1);
    let mut near = next.take_while(|(_, word)| word.gap < WordGap::Clause);
    let (index, word) =
        near.find(|(_, word)| word.roles & roles != 0 || word.roles & (LINK | ALL | WHERE) == 0)?;
    (word.roles & roles != 0).then_some(index)
}
