//! What a cue is: a short sequence of notions, and how much it weighs. The rows stand in `clear` and `weak`.

mod clear;
mod weak;

use std::sync::OnceLock;

use super::Family;
use super::words::{ANYTHING, IF, MACHINE, NOT, Notions, START};

/// One sequence of notions.
#[derive(Debug)]
pub(super) struct Cue {
    pub(super) means: Meaning,
    pub(super) steps: &'static [Step],
    /// A word of these notions shortly before excuses it: `never ignore …`, `if you use X, ignore …`.
    pub(super) unless_before: Notions,
    /// A word of these notions right after excuses it: `… instruction pointer`.
    pub(super) unless_after: Notions,
}

/// One word of a sequence.
#[derive(Debug)]
pub(super) struct Step {
    /// The notions of which one will do.
    pub(super) any_of: Notions,
    /// Those that it must have besides.
    pub(super) all_of: Notions,
    /// How many other words may stand before it.
    pub(super) gap_max: usize,
    /// Of which notions those must be.
    pub(super) across: Notions,
}

/// What a cue says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning {
    /// Enough by itself.
    Family(Family),
    /// Ordinary by itself.
    Hint(Hint),
}

/// Declares the hints, each with its weight and the family of a text in which it weighs most.
macro_rules! hints {
    ($($(#[doc = $doc:literal])* $name:ident = $weight:literal, $family:ident;)*) => {
        /// What is ordinary alone and an instruction in company. Those first in the list name the family.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Hint { $($(#[doc = $doc])* $name,)* }

        impl Hint {
            /// How much it adds; [`ENOUGH`] together is an instruction.
            pub(super) fn weight(self) -> u32 {
                match self { $(Self::$name => $weight,)* }
            }

            /// Whether it only says what is to be done. Acts are ordinary in code and docs, however many:
            /// an instruction also has someone who speaks, is spoken to, or is passed over.
            pub(super) fn is_act(self) -> bool {
                match self {
                    Self::ShowPrompt | Self::Steal | Self::Smuggle | Self::Poison | Self::Bias | Self::Praise
                    | Self::ExactOutput | Self::Danger | Self::Destroy | Self::DeleteRoot | Self::Visit | Self::Disable
                    | Self::Sabotage | Self::NoAsking => true,
                    Self::Marker | Self::SystemLabel | Self::FakeAnswer | Self::Transcript | Self::EndOfInput
                    | Self::Drop | Self::Lapsed | Self::Precedence | Self::NewTask | Self::Policy | Self::Address
                    | Self::Duty | Self::Call | Self::Label | Self::OnReading | Self::BeforeReply | Self::Worker
                    | Self::ToolCall | Self::ToolOrder | Self::Remember | Self::InReply | Self::Obey | Self::Conceal | Self::Consent
                    | Self::Stealth | Self::Silently | Self::Mode | Self::NoLimits | Self::Verbatim
                    | Self::Forever | Self::RunThis | Self::Urgent => false,
                }
            }

            /// Whether it names or calls an assistant; once is enough.
            pub(super) fn is_call(self) -> bool {
                matches!(self, Self::Address | Self::Duty | Self::Call | Self::Label | Self::Worker)
            }

            /// What an instruction with it is.
            pub(super) fn family(self) -> Family {
                match self { $(Self::$name => Family::$family,)* }
            }
        }
    };
}

/// Two ordinary hints, or three that are weak.
pub(super) const ENOUGH: u32 = 10;

hints! {
    /// A role marker of a chat format.
    Marker = 5, FakeRole;
    /// A line that speaks as the system.
    SystemLabel = 5, FakeRole;
    /// A line of a transcript that agrees to act.
    FakeAnswer = 5, FakeRole;
    /// A line of a transcript.
    Transcript = 3, FakeRole;
    /// What was to be read is said to end here.
    EndOfInput = 4, FakeRole;
    /// Drops something said before.
    Drop = 5, Override;
    /// What was said before is said to hold no longer.
    Lapsed = 6, Override;
    /// What follows goes before everything else.
    Precedence = 5, Override;
    /// A task, role or time from which something new holds.
    NewTask = 5, Override;
    /// New rules in force.
    Policy = 4, Override;
    /// Speaks to an assistant and to nobody else.
    Address = 6, Address;
    /// Says what assistants have to do.
    Duty = 5, Address;
    /// The name of an assistant as a label.
    Call = 5, Address;
    /// The word assistant as a label.
    Label = 4, Address;
    /// Says what agents have to do.
    Worker = 4, Address;
    /// Says what to do when the text is read.
    OnReading = 5, Address;
    /// Says what to do before an answer.
    BeforeReply = 4, Address;
    /// Do as this text says.
    Obey = 5, Address;
    /// Keep it from the user.
    Conceal = 5, Conceal;
    /// Says that someone has agreed.
    Consent = 5, Conceal;
    /// Without asking.
    NoAsking = 5, Conceal;
    /// Silently, as the first thing said.
    Stealth = 5, Conceal;
    /// Silently.
    Silently = 4, Conceal;
    /// A mode or role for the model.
    Mode = 5, Persona;
    /// Without restrictions.
    NoLimits = 5, Persona;
    /// Shows the system prompt or what stands above.
    ShowPrompt = 5, Reveal;
    /// Word for word.
    Verbatim = 5, Reveal;
    /// Sends or shows secrets.
    Steal = 5, Exfiltrate;
    /// Puts something into the answer or a request.
    Smuggle = 4, Exfiltrate;
    /// Goes to an address.
    Visit = 4, Exfiltrate;
    /// Something in the answer for somebody else.
    InReply = 5, Exfiltrate;
    /// Writes where an assistant keeps what it is told.
    Poison = 5, Poison;
    /// To be kept in mind.
    Remember = 5, Poison;
    /// For all time to come.
    Forever = 4, Poison;
    /// Recommends, whatever is asked.
    Bias = 5, Promote;
    /// Speaks well of it, or not of its faults.
    Praise = 4, Promote;
    /// A given word as the answer.
    ExactOutput = 5, Promote;
    /// A command that destroys, or runs what it fetches.
    Danger = 5, Command;
    /// Deletes what others need.
    Destroy = 4, Command;
    /// Deletes the root or the home directory.
    DeleteRoot = 6, Command;
    /// Run what follows.
    RunThis = 4, Command;
    /// Calls a tool and says what for.
    ToolOrder = 5, Command;
    /// Calls a tool.
    ToolCall = 4, Command;
    /// Switches off checks.
    Disable = 5, Command;
    /// Changes what nobody asked to be changed: main, tests, logs.
    Sabotage = 5, Command;
    /// At once.
    Urgent = 3, Command;
}

/// The cues that can start with a word of these notions, clear ones first.
pub(super) fn starting_with(notions: Notions) -> impl Iterator<Item = &'static Cue> {
    static BY_NOTION: OnceLock<Vec<Vec<usize>>> = OnceLock::new();
    let by_notion = BY_NOTION.get_or_init(|| {
        let starts_with = |bit: u32| {
            let cues = all().enumerate();
            let fits = |cue: &Cue| cue.steps.first().is_some_and(|first| first.any_of >> bit & 1 == 1);
            cues.filter(|(_, cue)| fits(cue)).map(|(index, _)| index).collect()
        };
        (0..Notions::BITS).map(starts_with).collect()
    });
    let mut indices: Vec<usize> = Vec::new();
    let mut rest = notions & STARTS;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        indices.extend(by_notion.get(bit as usize).into_iter().flatten());
        rest &= rest - 1;
    }
    indices.sort_unstable();
    indices.dedup();
    indices
        .into_iter()
        .filter_map(|index| clear::CUES.get(index).or_else(|| weak::CUES.get(index - clear::CUES.len())))
}

fn all() -> impl Iterator<Item = &'static Cue> {
    clear::CUES.iter().chain(weak::CUES)
}

/// The notions that a cue can start with: most words start none.
pub(super) const STARTS: Notions = starts(clear::CUES) | starts(weak::CUES);

const fn starts(cues: &[Cue]) -> Notions {
    let mut starts = 0;
    let mut index = 0;
    while index < cues.len() {
        if let Some(first) = cues[index].steps.first() {
            starts |= first.any_of;
        }
        index += 1;
    }
    starts
}

/// The next word.
const fn word(any_of: Notions) -> Step {
    Step { any_of, all_of: 0, gap_max: 0, across: ANYTHING }
}

/// The first word of a line, sentence or quotation.
const fn opening(any_of: Notions) -> Step {
    Step { any_of, all_of: START, gap_max: 0, across: ANYTHING }
}

/// A word that has another notion besides.
const fn both(any_of: Notions, all_of: Notions) -> Step {
    Step { any_of, all_of, gap_max: 0, across: ANYTHING }
}

/// A word after at most so many of these notions.
const fn near(any_of: Notions, gap_max: usize, across: Notions) -> Step {
    Step { any_of, all_of: 0, gap_max, across }
}

/// The same with another notion besides.
const fn near_both(any_of: Notions, all_of: Notions, gap_max: usize) -> Step {
    Step { any_of, all_of, gap_max, across: ANYTHING }
}

const fn clear(family: Family, steps: &'static [Step]) -> Cue {
    Cue { means: Meaning::Family(family), steps, unless_before: NOT | IF, unless_after: MACHINE | IF }
}

const fn hint(hint: Hint, steps: &'static [Step]) -> Cue {
    Cue { means: Meaning::Hint(hint), steps, unless_before: NOT, unless_after: MACHINE }
}

/// For what is itself a prohibition: `do not tell the user`.
const fn forbidding(means: Meaning, steps: &'static [Step]) -> Cue {
    Cue { means, steps, unless_before: 0, unless_after: 0 }
}
