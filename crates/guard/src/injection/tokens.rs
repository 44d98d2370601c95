//! Brings text to the form that cues are written in: one class mask a word, whatever the case, spacing,
//! comment leaders, invisible characters and look-alike letters.

use crate::hygiene;

use super::words::{self, AT, BREAK, MARKER, PIPE, RF, ROOT};

/// What `is_chinese` accepts takes this many bytes in UTF-8.
const CHINESE_BYTES: usize = 3;
/// A word that means nothing here.
const UNKNOWN: u64 = 0;
/// Role markers of chat formats, in lower case.
const MARKERS: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|assistant|>",
    "<|user|>",
    "<|start_header_id|>",
    "<|eot_id|>",
    "<|endoftext|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<</sys>>",
    "<system>",
    "</system>",
    "<system-reminder>",
    "</system-reminder>",
    "<system_prompt>",
    "</context>",
    "<information>",
    "<assistant>",
    "[system]",
    "[系统]",
    "【系统】",
    "\"role\":\"system\"",
    "\"role\": \"system\"",
    "'role':'system'",
    "'role': 'system'",
];

/// One mask of word classes for each word; an unknown word is zero.
pub(super) fn classes(text: &str) -> Vec<u64> {
    let folded = fold(text);
    let mut reader = Reader { classes: Vec::new(), latin: String::new(), chinese: String::new(), spelled: 0 };
    let mut rest = folded.as_str();
    let mut before = ' ';
    while let Some(character) = rest.chars().next() {
        let may_mark = matches!(character, '<' | '[' | '【' | '"' | '\'');
        if may_mark && let Some(marker) = MARKERS.iter().find(|marker| rest.starts_with(**marker)) {
            reader.end_word();
            reader.push(MARKER);
            rest = &rest[marker.len()..];
            before = ' ';
            continue;
        }
        rest = &rest[character.len_utf8()..];
        reader.read(character, before, rest);
        before = character;
    }
    reader.end_word();
    reader.end_chinese();
    reader.classes
}

/// The plain letter that a character imitates: full width, mathematical, Cyrillic, Greek, tag characters.
pub(super) fn imitated(character: char) -> Option<char> {
    if character.is_ascii() || is_chinese(character) {
        return None;
    }
    let code = u32::from(character);
    let ascii = |offset: u32| char::from_u32(offset).filter(char::is_ascii);
    match character {
        '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}' | '\u{FF10}'..='\u{FF19}' => ascii(code - 0xFEE0),
        '\u{E0020}'..='\u{E007E}' => ascii(code - 0xE0000),
        '\u{1D400}'..='\u{1D6A3}' => ascii(u32::from(b'a') + (code - 0x1D400) % 26),
        'а' | 'А' | 'α' | 'Α' => Some('a'),
        'в' | 'В' | 'Β' => Some('b'),
        'с' | 'С' | 'ϲ' => Some('c'),
        'ԁ' => Some('d'),
        'е' | 'Е' | 'ε' | 'Ε' | 'ё' => Some('e'),
        'һ' | 'Н' | 'Η' => Some('h'),
        'і' | 'І' | 'ι' | 'Ι' | 'ı' => Some('i'),
        'ј' | 'Ј' => Some('j'),
        'к' | 'К' | 'κ' | 'Κ' => Some('k'),
        'М' | 'Μ' => Some('m'),
        'Ν' | 'η' => Some('n'),
        'о' | 'О' | 'ο' | 'Ο' => Some('o'),
        'р' | 'Р' | 'ρ' | 'Ρ' => Some('p'),
        'ԛ' => Some('q'),
        'ѕ' | 'Ѕ' => Some('s'),
        'Т' | 'т' | 'τ' | 'Τ' => Some('t'),
        'υ' => Some('u'),
        'ν' => Some('v'),
        'ԝ' => Some('w'),
        'х' | 'Х' | 'χ' | 'Χ' => Some('x'),
        'у' | 'У' | 'Υ' => Some('y'),
        _ => None,
    }
}

/// Whether a character is a Chinese one.
pub(super) fn is_chinese(character: char) -> bool {
    matches!(character, '\u{4E00}'..='\u{9FFF}')
}

/// Lower case, plain letters, simplified characters, nothing invisible.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ' '..='~' | '\n') {
            folded.push(character.to_ascii_lowercase());
            continue;
        }
        match imitated(character) {
            Some(plain) => folded.push(plain.to_ascii_lowercase()),
            None if character == '\r' => folded.push(' '),
            None if !hygiene::is_hidden(character) => {
                folded.extend(simplified(character).to_lowercase());
            }
            None => {}
        }
    }
    folded
}

/// Traditional characters that the vocabulary needs, each with its simplified form; in order, for the
/// binary search.
const SIMPLIFIED: &[(char, char)] = &[
    ('來', '来'),
    ('個', '个'),
    ('們', '们'),
    ('傳', '传'),
    ('內', '内'),
    ('則', '则'),
    ('務', '务'),
    ('員', '员'),
    ('問', '问'),
    ('執', '执'),
    ('將', '将'),
    ('對', '对'),
    ('導', '导'),
    ('廢', '废'),
    ('後', '后'),
    ('從', '从'),
    ('憑', '凭'),
    ('應', '应'),
    ('戶', '户'),
    ('據', '据'),
    ('擬', '拟'),
    ('時', '时'),
    ('條', '条'),
    ('檔', '档'),
    ('權', '权'),
    ('沒', '没'),
    ('洩', '泄'),
    ('為', '为'),
    ('無', '无'),
    ('現', '现'),
    ('環', '环'),
    ('發', '发'),
    ('確', '确'),
    ('碼', '码'),
    ('約', '约'),
    ('給', '给'),
    ('統', '统'),
    ('經', '经'),
    ('與', '与'),
    ('裝', '装'),
    ('複', '复'),
    ('規', '规'),
    ('視', '视'),
    ('記', '记'),
    ('設', '设'),
    ('許', '许'),
    ('訴', '诉'),
    ('詞', '词'),
    ('話', '话'),
    ('該', '该'),
    ('認', '认'),
    ('語', '语'),
    ('說', '说'),
    ('請', '请'),
    ('護', '护'),
    ('讀', '读'),
    ('變', '变'),
    ('輸', '输'),
    ('轉', '转'),
    ('這', '这'),
    ('過', '过'),
    ('鑰', '钥'),
    ('閉', '闭'),
    ('開', '开'),
    ('關', '关'),
    ('隱', '隐'),
    ('須', '须'),
    ('顯', '显'),
];

fn simplified(character: char) -> char {
    if !is_chinese(character) {
        return character;
    }
    let found = SIMPLIFIED.binary_search_by_key(&character, |(traditional, _)| *traditional);
    found.map_or(character, |index| SIMPLIFIED[index].1)
}

/// Collects words and turns them into classes.
struct Reader {
    classes: Vec<u64>,
    latin: String,
    chinese: String,
    /// How many of the last words were single letters, one space apart.
    spelled: usize,
}

impl Reader {
    fn read(&mut self, character: char, before: char, rest: &str) {
        let after = rest.chars().next().unwrap_or(' ');
        match character {
            'a'..='z' | '0'..='9' => {
                self.end_chinese();
                if self.latin.is_empty() && before == '@' {
                    self.push(AT);
                }
                self.latin.push(character);
            }
            // `.env` is a file, `process.env` is none.
            '.' if after.is_ascii_alphabetic() && !before.is_ascii_alphanumeric() => {
                self.end_word();
                self.latin.push('.');
            }
            '\'' | '’' if before.is_ascii_alphabetic() && after.is_ascii_alphabetic() => {}
            // A call or an assignment, not a sentence.
            '(' | '{' | '=' if before.is_ascii_alphanumeric() => self.push_after_word(UNKNOWN),
            '|' => self.push_after_word(PIPE),
            '/' | '~' | '*' if self.is_root_target(character, before, rest) => self.push_after_word(ROOT),
            '.' | '!' | '?' | ';' if after.is_whitespace() => self.push_after_word(BREAK),
            '。' | '！' | '？' | '；' => self.push_after_word(BREAK),
            '\n' if after == '\n' => self.push_after_word(BREAK),
            _ if is_chinese(character) => {
                self.end_word();
                self.chinese.push(character);
            }
            ' ' if self.is_spelling(before, rest) => {}
            _ => self.end_word(),
        }
    }

    /// A space between two single letters of a word that is spelled out: `i g n o r e`.
    fn is_spelling(&mut self, before: char, rest: &str) -> bool {
        let mut ahead = rest.chars();
        let is_letter_next = ahead.next().is_some_and(|next| next.is_ascii_alphanumeric())
            && !ahead.next().is_some_and(|next| next.is_ascii_alphanumeric());
        let is_letter_before = before.is_ascii_alphanumeric() && self.latin.len() == self.spelled + 1;
        if is_letter_next && is_letter_before {
            self.spelled += 1;
        }
        is_letter_next && is_letter_before
    }

    /// Whether `rm -rf` is followed by the root, the home directory or everything.
    fn is_root_target(&self, character: char, before: char, rest: &str) -> bool {
        let is_after_command =
            self.latin.is_empty() && self.classes.last().is_some_and(|class| class & RF != 0);
        let rest = if character == '*' { rest } else { rest.trim_start_matches(['/', '*']) };
        let ends = rest
            .chars()
            .next()
            .is_none_or(|next| !next.is_alphanumeric() && !matches!(next, '.' | '_' | '-'));
        is_after_command && before == ' ' && ends
    }

    fn push(&mut self, class: u64) {
        self.end_chinese();
        self.classes.push(class);
    }

    fn push_after_word(&mut self, class: u64) {
        self.end_word();
        self.push(class);
    }

    fn end_word(&mut self) {
        self.spelled = 0;
        if self.latin.is_empty() {
            return;
        }
        self.end_chinese();
        let class = words::class_of(&self.latin);
        let has_digit = self.latin.bytes().any(|byte| byte.is_ascii_digit());
        let class =
            if class == 0 && has_digit { words::class_of(&without_digits(&self.latin)) } else { class };
        self.classes.push(class);
        self.latin.clear();
    }

    /// Splits a run of Chinese into the longest words of the vocabulary.
    fn end_chinese(&mut self) {
        let mut rest = self.chinese.as_str();
        while !rest.is_empty() {
            // Every character of the run has as many bytes as any other.
            let longest = (1..=words::LONGEST_CHINESE_CHARS).rev();
            let found = longest
                .filter_map(|chars| rest.get(..chars * CHINESE_BYTES))
                .map(|word| (word.len(), words::class_of(word)))
                .find(|(_, class)| *class != 0);
            let (length, class) = found.unwrap_or((CHINESE_BYTES, 0));
            self.classes.push(class);
            rest = rest.get(length..).unwrap_or("");
        }
        self.chinese.clear();
    }
}

/// The letters that digits imitate: `ign0r3`.
fn without_digits(word: &str) -> String {
    let plain = |character| match character {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        other => other,
    };
    word.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(SIMPLIFIED.is_sorted());
    }
}
