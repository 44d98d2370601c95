//! Expressions of several words that stand for one notion: `do not follow` is to ignore. Rows only.

use super::tokens::Token;
use super::words::*;

/// What words in a row mean together. Between two of them one word that carries nothing may stand.
const PHRASES: &[(&[Notions], Notions)] = &[
    (&[NOT, FOLLOW], IGNORE),
    (&[PAY, NOT, NOTE], IGNORE),
    (&[INSERT | KEEP, ASIDE], IGNORE),
    (&[LET, USER, KNOW], TELL | USER),
    (&[NOT, HOLD], VOID),
    (&[ENVIRONMENT, ENVIRONMENT], SECRET),
    (&[HIDDEN, TOKEN], SECRET),
    (&[SYSTEM, PROMPT], TALK),
    (&[LANGUAGE, MODEL], BOT),
    (&[PRODUCT, MODEL], BOT),
    (&[BOT | MEMORY, MD], KEEPER),
];

/// What an expression can begin with.
const STARTS: Notions = {
    let mut starts = 0;
    let mut index = 0;
    while index < PHRASES.len() {
        starts |= PHRASES[index].0[0];
        index += 1;
    }
    starts
};

/// Gives the first word of each expression the notion of the whole; the others become words between.
pub(super) fn merge(tokens: &mut [Token]) {
    for at in 0..tokens.len() {
        // A user agent is a browser.
        if tokens[at].notions & USER != 0 && tokens.get(at + 1).is_some_and(|next| next.notions & BOT != 0) {
            tokens[at + 1].notions &= !BOT;
        }
        if tokens[at].notions & STARTS == 0 {
            continue;
        }
        for (words, meaning) in PHRASES {
            if tokens[at].notions & words[0] != 0
                && let Some(end) = end_of(words, tokens, at)
            {
                tokens[at].notions |= meaning;
                // A notion that stands for the last word too is kept where a cue may end.
                tokens[end].notions |= FILLER;
            }
        }
    }
}

/// Where an expression ends that begins here.
fn end_of(words: &[Notions], tokens: &[Token], start: usize) -> Option<usize> {
    let mut at = start;
    for word in words.iter().skip(1) {
        let is_next = |offset: usize| tokens.get(at + offset).is_some_and(|next| next.notions & word != 0);
        let may_pass = tokens.get(at + 1).is_some_and(|next| next.notions & FILLER != 0);
        at += match (is_next(1), may_pass && is_next(2)) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => return None,
        };
    }
    Some(at)
}
