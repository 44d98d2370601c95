//! The vocabulary: notions, and the words of each in English and Chinese. Rows only, no rules.

mod chinese;
mod english;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::BitOrAssign;
use std::sync::OnceLock;

/// A set of notions, one bit each.
pub(super) type Notions = u128;

/// Any word at all, but not the end of a sentence.
pub(super) const ANYTHING: Notions = Notions::MAX;

/// Declares one bit per notion, in the order of the rows.
macro_rules! notions {
    ($($(#[doc = $doc:literal])* $name:ident)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants that it numbers")]
        enum Bit { $($name,)* }
        $($(#[doc = $doc])* pub(super) const $name: Notions = 1 << Bit::$name as u32;)*
    };
}

notions! {
    /// The end of a sentence or paragraph.
    BREAK
    /// The first word of a line, sentence, comment or quotation.
    START
    /// A word with a colon after it.
    LABEL
    /// A quotation mark or backtick right before the word.
    QUOTED
    /// The address of a page or a mailbox.
    ADDRESS
    /// The root or the home directory as a command's target.
    ROOT
    /// A role marker of a chat format.
    MARKER
    /// `@` right before a name.
    AT
    PIPE
    /// Words that carry nothing here.
    FILLER
    /// To drop what was said.
    IGNORE
    OVERRIDE
    PRIOR
    /// What a model is told by: instructions, directives.
    ORDERS
    /// Weaker: rules, requests; also ordinary in code.
    RULES
    PROMPT
    YOUR
    YOU
    ME
    ARE
    NOW
    SYSTEM
    REVEAL
    /// Programs that read and act: assistants, language models, agents.
    BOT
    /// The same by words that have other meanings too.
    MODEL
    /// Makers and keepers of such programs.
    MAKER
    /// Whose word counts: administrators, maintainers.
    CHIEF
    IF
    MUST
    NOT
    TELL
    USER
    REPLY
    RUN
    FOLLOWING
    COMMAND
    RM
    RF
    FETCH
    SHELL
    SEND
    READ
    /// What nobody may send away, whatever the sentence.
    SECRET
    /// Weaker: what is sent every day to its own place.
    TOKEN
    /// What was said in a session.
    TALK
    NEW
    TASK
    /// Whom a persona makes of the model.
    ROLE
    /// Without rules.
    UNBOUND
    PRETEND
    MODE
    CONSENT
    WITHOUT
    ASK
    NOTE
    TO
    EVERYTHING
    SAFETY
    LIMITS
    /// What makes `instruction` one of a processor.
    MACHINE
    VOID
    HIDDEN
    TAKE
    WHEN
    FROM
    POLICY
    /// One instruction, message or step.
    THIS_ORDER
    SILENTLY
    DISABLE
    /// What may not be switched off: tests, reviews, logs.
    CHECK
    GIVEN
    IS_IT
    DANGEROUS
    FOLLOW
    THIS_TEXT
    /// What an assistant does with a text: summarise, review, answer.
    HANDLE
    APPROVE
    RECOMMEND
    ALWAYS
    QUESTION
    WORD
    ONLY
    FLAWLESS
    FLAW
    /// Where an assistant keeps what it is told.
    MEMORY
    FUTURE
    PRIORITY
    VERBATIM
    END
    PUSH
    MAINLINE
    URGENT
    LET
    KNOW
    KEEP
    USE
    TOOL
    INSERT
    DELETE
    REFUSE
    LIKE
    REAL
    FREE
    /// Files that hold keys.
    KEYFILE
    /// What is lost when it is deleted.
    DATA
    /// Agreement of a fake answer: sure, done.
    SURE
    /// A person who speaks in a transcript.
    SPEAKER
    INSTEAD
    DOING
    PAY
    /// To be in force.
    HOLD
    ASIDE
    /// Two of these words are the environment's variables.
    ENVIRONMENT
    LANGUAGE
    GRANT
    RIGHTS
    /// To say something as an answer.
    UTTER
    /// Where something can be sent, without its address.
    PLACE
    /// What fetches an address when it is shown.
    IMAGE
    ENTER
    VISIT
    JOIN
    /// Files that an assistant is configured by.
    KEEPER
    MD
    /// A word in capitals, or with a capital inside a sentence.
    NAME
    /// Assistants by name.
    PRODUCT
    /// What an order that does harm at once is about: a line with such a word is read by `orders`.
    ORDERED
    /// Punctuation of code: no sentence goes across it.
    CODE
}

/// The notions of a word: lower-case Latin, or Chinese characters. None for a word that means nothing here.
pub(super) fn notions_of(word: &str) -> Notions {
    index().get(word).copied().unwrap_or(0)
}

/// The longest Chinese entry, in characters.
pub(super) const LONGEST_CHINESE_CHARS: usize = 6;

/// Built when the first text passes the prefilter, not before.
fn index() -> &'static WordIndex<Notions> {
    static INDEX: OnceLock<WordIndex<Notions>> = OnceLock::new();
    INDEX.get_or_init(|| index_of(english::ROWS.iter().chain(chinese::ROWS)))
}

/// The bits of each word.
pub(super) type WordIndex<Bits> = HashMap<&'static str, Bits, BuildHasherDefault<ShortHasher>>;

/// Indexes rows of words; a word in several rows has the bits of all.
pub(super) fn index_of<Bits: Copy + Default + BitOrAssign + 'static>(
    rows: impl Iterator<Item = &'static (Bits, &'static str)>,
) -> WordIndex<Bits> {
    let mut index = WordIndex::with_capacity_and_hasher(2_048, BuildHasherDefault::default());
    for (bits, row) in rows {
        for word in row.split_whitespace() {
            *index.entry(word).or_default() |= *bits;
        }
    }
    index
}

/// FNV-1a: quick for short words. The table is fixed, so nobody can choose its keys.
pub(super) struct ShortHasher(u64);

impl Default for ShortHasher {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for ShortHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_form_that_text_is_brought_to() {
        for word in english::ROWS.iter().flat_map(|(_, row)| row.split_whitespace()) {
            let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            assert!(word.strip_prefix('.').unwrap_or(word).bytes().all(is_plain), "{word}");
        }
        for word in chinese::ROWS.iter().flat_map(|(_, row)| row.split_whitespace()) {
            let is_chinese = word.chars().all(foreword_text::han::is_common_han);
            assert!(is_chinese && word.chars().count() <= LONGEST_CHINESE_CHARS, "{word}");
        }
    }

    #[test]
    fn an_unknown_word_has_no_notion() {
        assert_eq!(notions_of("zyzzyva"), 0);
        assert_ne!(notions_of("ignore") & IGNORE, 0);
        assert_ne!(notions_of("忽略") & IGNORE, 0);
    }
}
