//! Numbers that a prompt asks for in words: `depth 10`, `top_k=50`, `50 results`, 返回 500 条, 最近 365 天.
//!
//! Owns the words. Whether a number is within its ceiling is `exec`'s to say: what is above is clamped, and said.

/// How a number of one kind is asked for.
pub(super) struct NumberWords {
    /// Words that stand before it: `depth 10`, `depth=10`, 深度 10.
    before: &'static [&'static str],
    /// Words that stand behind it: `10 levels`, `10 层`.
    after: &'static [&'static str],
    /// What may follow `before` and the number: anything, or only the end of the clause and the words of `after`.
    followed: Followed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Followed {
    ByAnything,
    /// Or by the words that go on to the next wish. `rate limit 500 requests` and `top 100 customers` ask for nothing of a tool.
    ByUnitOrEnd,
}

/// Steps along calls.
pub(super) const DEPTH: NumberWords = NumberWords {
    before: &["depth", "max_depth", "深度", "层数"],
    after: &["level", "levels", "hop", "hops", "deep", "层", "级", "跳"],
    followed: Followed::ByAnything,
};
/// Days of history.
pub(super) const DAYS: NumberWords = NumberWords {
    before: &["days", "天数"],
    after: &["day", "days", "天", "日"],
    followed: Followed::ByAnything,
};
/// Places that a walk starts from.
pub(super) const TOP_K: NumberWords =
    NumberWords { before: &["top_k", "top-k", "topk"], after: &[], followed: Followed::ByAnything };
/// Tokens of an answer.
pub(super) const TOKENS: NumberWords = NumberWords {
    before: &["budget", "token_budget", "预算"],
    after: &["tokens", "token", "个token"],
    followed: Followed::ByUnitOrEnd,
};
/// Places of a search.
pub(super) const LIMIT: NumberWords = NumberWords {
    before: &["limit", "top", "最多", "返回", "列出", "前"],
    after: RESULTS,
    followed: Followed::ByUnitOrEnd,
};
/// The first so many of a ranking.
pub(super) const TOP: NumberWords = NumberWords {
    before: &["top", "limit", "最多", "返回", "列出", "前"],
    after: RESULTS,
    followed: Followed::ByUnitOrEnd,
};

/// What a search or a ranking is made of.
const RESULTS: &[&str] = &[
    "result",
    "results",
    "match",
    "matches",
    "places",
    "hits",
    "functions",
    "files",
    "hotspots",
    "条",
    "个结果",
    "个热点",
    "个文件",
    "个函数",
    "处",
];
/// Words that go on to the next wish after a number.
const NEXT: &[&str] =
    &["and", "with", "for", "in", "of", "from", "depth", "limit", "top", "top_k", "budget", "days"];
/// What may stand between a word and its number.
const JOINTS: &[&str] = &["=", ":", "：", " of ", " to ", "设为", "设置为", "为", "是", "到"];
/// Characters of a prompt that are looked at.
const READ_CHARS: usize = 2_000;

impl NumberWords {
    /// The first number that the prompt asks for in these words; 0 is none.
    pub(super) fn find(&self, prompt: &str) -> Option<u64> {
        let text: String = prompt.chars().take(READ_CHARS).map(half_width).collect::<String>().to_lowercase();
        let mut from = 0;
        while let Some(at) = text[from..].find(|letter: char| letter.is_ascii_digit()).map(|at| from + at) {
            let digits_on = &text[at..];
            let end = digits_on.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits_on.len());
            from = at + end;
            if self.asks(&text[..at], &text[from..]) {
                // A number that no type holds is above every ceiling.
                return Some(text[at..from].parse().unwrap_or(u64::MAX)).filter(|number| *number > 0);
            }
        }
        None
    }

    /// Whether the text around a number makes it one of this kind.
    fn asks(&self, before: &str, after: &str) -> bool {
        let unit = after.trim_start_matches([' ', '-']);
        let has_unit = self.after.iter().any(|word| starts_with_word(unit, word));
        let is_whole =
            !before.ends_with(|letter: char| letter.is_ascii_alphanumeric() || ".-_".contains(letter));
        if has_unit {
            return is_whole;
        }
        let is_end = unit.is_empty()
            || !unit.starts_with(|letter: char| letter.is_alphanumeric())
            || unit.starts_with('个')
            || unit.starts_with('的')
            || NEXT.iter().any(|word| starts_with_word(unit, word));
        let is_followed = self.followed == Followed::ByAnything || is_end;
        is_followed && self.before.iter().any(|word| ends_with_word(without_joint(before), word))
    }
}

/// A full-width digit or letter as its usual one.
fn half_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

/// The text before a number without what joins the two, and without the quotes of a key.
fn without_joint(before: &str) -> &str {
    let bare = before.trim_end();
    let joint = JOINTS.iter().find_map(|joint| bare.strip_suffix(joint.trim_end()));
    joint.unwrap_or(bare).trim_end().trim_end_matches(['"', '\'', '`'])
}

/// Whether a text starts with a word and not with a longer one.
fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| {
        !word.is_ascii() || !rest.starts_with(|letter: char| letter.is_ascii_alphanumeric())
    })
}

/// Whether a text ends with a word and not with a longer one.
fn ends_with_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|rest| {
        // `--limit` is the word, `rate-limit` is another.
        let rest = rest.strip_suffix("--").unwrap_or(rest);
        !word.is_ascii()
            || !rest.ends_with(|letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_with_their_words() {
        for (prompt, words, expect) in [
            ("show me 50 results for x", &LIMIT, Some(50)),
            ("search login limit 500", &LIMIT, Some(500)),
            ("search login, limit=500, please", &LIMIT, Some(500)),
            ("explain login depth 10 limit 500 top_k 50", &LIMIT, Some(500)),
            ("返回 500 条 login 的结果", &LIMIT, Some(500)),
            ("最多500个", &LIMIT, Some(500)),
            ("our rate limit 500 requests is wrong", &LIMIT, None),
            ("the top 100 customers report", &TOP, None),
            ("top 100 hotspots", &TOP, Some(100)),
            ("hotspots, top 100", &TOP, Some(100)),
            ("前 100 个热点文件", &TOP, Some(100)),
            ("前 30 天的热点", &TOP, None),
            ("hotspots of the last 90 days", &DAYS, Some(90)),
            ("最近 365 天的热点", &DAYS, Some(365)),
            ("error 404 on 3 daysail boats", &DAYS, None),
            ("99999999999999999999 days", &DAYS, Some(u64::MAX)),
            ("search login --limit 500", &LIMIT, Some(500)),
            ("{\"limit\": 500} search login", &LIMIT, Some(500)),
            ("the rate-limit 500 is wrong", &LIMIT, None),
            ("login 的调用链，深度：１０", &DEPTH, Some(10)),
            ("decodeFrame 往上 5 层都是谁调的", &DEPTH, Some(5)),
            ("5-level call chain", &DEPTH, Some(5)),
            ("call chain of login depth 10", &DEPTH, Some(10)),
            ("call chain of login with a depth of 10", &DEPTH, Some(10)),
            ("login 的调用链，深度设为 10", &DEPTH, Some(10)),
            ("depth 0", &DEPTH, None),
            ("explain login top_k 50", &TOP_K, Some(50)),
            ("explain login top_k 50", &TOP, None),
            ("explain login with top-k: 50", &TOP_K, Some(50)),
        ] {
            assert_eq!(words.find(prompt), expect, "{prompt}");
        }
    }
}
