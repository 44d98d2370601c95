//! The words of a shell command as the shell's own quoting makes them. Expands and runs nothing; what would need that is
//! named, so that nobody takes the words for all that the command can mean.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::Chars;

/// A command line, read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ShellWords {
    /// The words of each simple command, without quotes and escapes.
    pub commands: Vec<Vec<String>>,
    /// What only a shell could tell: globs, variables and their like.
    pub unclear: BTreeSet<&'static str>,
}

/// Reads a command line.
pub fn read(command: &str) -> ShellWords {
    let mut reader = Reader {
        rest: command.chars().peekable(),
        word: None,
        words: Vec::new(),
        read: ShellWords::default(),
    };
    reader.read_all();
    reader.read
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    /// The word that has begun; one of quotes alone is empty and still a word.
    word: Option<String>,
    words: Vec<String>,
    read: ShellWords,
}

impl Reader<'_> {
    fn read_all(&mut self) {
        while let Some(c) = self.rest.next() {
            match c {
                ' ' | '\t' => self.end_word(),
                '\n' | ';' | '&' | '|' | '(' | ')' => self.end_command(),
                '<' | '>' => self.redirect(c),
                '\'' => self.single_quoted(),
                '"' => self.double_quoted(),
                '\\' => self.escaped(),
                '#' if self.word.is_none() => while self.rest.next_if(|c| *c != '\n').is_some() {},
                _ => self.plain(c),
            }
        }
        self.end_command();
    }

    fn plain(&mut self, c: char) {
        let is_alone = self.word.is_none() && self.rest.peek().is_none_or(|next| next.is_whitespace());
        let begins = self.word.as_ref().is_none_or(|word| word.ends_with([':', '=']));
        match c {
            '$' if matches!(self.rest.peek(), Some('\'' | '"')) => self.is_unclear("a quote of bash"),
            '$' => self.is_unclear("a variable"),
            '`' => self.is_unclear("a substitution"),
            '*' | '?' => self.is_unclear("a glob"),
            '[' if !is_alone => self.is_unclear("a glob"),
            '{' if !is_alone => self.is_unclear("a brace"),
            '~' if begins => self.is_unclear("`~`"),
            _ => {}
        }
        self.push(c);
    }

    /// The file behind it is one more word of the command.
    fn redirect(&mut self, sign: char) {
        self.end_word();
        if sign == '<' && self.rest.peek() == Some(&'<') {
            self.is_unclear("a here-document");
        }
        // `2>&1` and `>|` are no ends of a command.
        let _ = self.rest.next_if(|c| matches!(c, '&' | '|'));
    }

    fn single_quoted(&mut self) {
        self.word.get_or_insert_default();
        loop {
            match self.rest.next() {
                Some('\'') => return,
                Some(c) => self.push(c),
                None => return self.is_unclear("an open quote"),
            }
        }
    }

    fn double_quoted(&mut self) {
        self.word.get_or_insert_default();
        loop {
            match self.rest.next() {
                Some('"') => return,
                Some('\\') => match self.rest.next_if(|c| matches!(c, '$' | '`' | '"' | '\\' | '\n')) {
                    Some('\n') => {}
                    Some(c) => self.push(c),
                    None => self.push('\\'),
                },
                Some(c) => {
                    match c {
                        '$' => self.is_unclear("a variable"),
                        '`' => self.is_unclear("a substitution"),
                        _ => {}
                    }
                    self.push(c);
                }
                None => return self.is_unclear("an open quote"),
            }
        }
    }

    fn escaped(&mut self) {
        match self.rest.next() {
            // The line goes on.
            Some('\n') => {}
            Some(c) => self.push(c),
            None => self.is_unclear("an open escape"),
        }
    }

    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().push(c);
    }

    fn is_unclear(&mut self, why: &'static str) {
        self.read.unclear.insert(why);
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.read.commands.push(std::mem::take(&mut self.words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &str, words: &str, unclear: &[&str]) {
        let read = read(command);
        let spelled: Vec<String> = read.commands.iter().map(|words| words.join("|")).collect();
        assert_eq!(spelled.join(" ; "), words, "{command}");
        assert_eq!(read.unclear.into_iter().collect::<Vec<_>>(), unclear, "{command}");
    }

    #[test]
    fn words_are_those_of_the_shell() {
        check("sh ./a.sh --quiet", "sh|./a.sh|--quiet", &[]);
        check("sh 'my tools'/\"run it\".sh", "sh|my tools/run it.sh", &[]);
        check(r"sh my\ tools/r\un.sh", "sh|my tools/run.sh", &[]);
        check("sh a.\\\nsh", "sh|a.sh", &[]);
        check(r#"sh "a\"b\c""#, r#"sh|a"b\c"#, &[]);
        check("a;b&&c|d>e 2>&1", "a ; b ; c ; d|e|2|1", &[]);
        check("# don't\nsh x.sh # isn't\n'' y", "sh|x.sh ; |y", &[]);
        check("if [ -f x ]; then { y; }; fi", "if|[|-f|x|] ; then|{|y ; } ; fi", &[]);
        check("a#b", "a#b", &[]);
    }

    #[test]
    fn what_only_a_shell_could_tell_is_unclear() {
        check("sh tools/*.sh", "sh|tools/*.sh", &["a glob"]);
        check("sh tools/[r]un.sh", "sh|tools/[r]un.sh", &["a glob"]);
        check("sh '*' \\*", "sh|*|*", &[]);
        check("sh {a,b}.sh", "sh|{a,b}.sh", &["a brace"]);
        check("sh \"$X\" $Y '$Z' \\$Z", "sh|$X|$Y|$Z|$Z", &["a variable"]);
        check("sh $'a\\x2esh'", "sh|$a\\x2esh", &["a quote of bash"]);
        check("sh `x`", "sh|`x`", &["a substitution"]);
        check("sh ~/x a~ PATH=~/bin", "sh|~/x|a~|PATH=~/bin", &["`~`"]);
        check("sh <<END", "sh|END", &["a here-document"]);
        check("sh 'x", "sh|x", &["an open quote"]);
        check("sh x\\", "sh|x", &["an open escape"]);
    }
}
