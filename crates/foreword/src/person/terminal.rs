//! A question at the terminal: numbered options, words of one's own, nothing to decline. Written to standard error, so
//! that standard output stays the program's.

use std::io::{IsTerminal, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use foreword_exec::Cancel;
use foreword_guard::{clear_line, clear_text};
use foreword_model::clock;
use foreword_model::limits;
use foreword_model::person::{AskError, Person, Question, Reply};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{QueueSelector, tcflush};

/// The person at the terminal of this process.
#[derive(Default)]
pub struct PersonAtTerminal {
    /// Takes the question back.
    pub cancel: Cancel,
}

impl Person for PersonAtTerminal {
    fn ask(&self, question: &Question, deadline: Instant) -> Result<Reply, AskError> {
        if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
            return Err(AskError::Nobody("this is no terminal".to_owned()));
        }
        // What was typed before the question is no answer to it.
        let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
        show(&asked(question));
        for _ in 0..limits::ASK_TRIES {
            match self.line(deadline)? {
                Line::Typed(line) => match read(&line, question) {
                    Ok(reply) => return Ok(reply),
                    Err(problem) => show(&format!("{problem}; {}", hint(question))),
                },
                Line::Closed => {
                    show("\n");
                    return Ok(Reply::Dismissed);
                }
            }
        }
        Err(AskError::Unreadable("none of the answers was an option".to_owned()))
    }
}

enum Line {
    Typed(String),
    /// Ctrl-D, or the question was taken back.
    Closed,
}

impl PersonAtTerminal {
    /// One line, without waiting beyond the deadline.
    fn line(&self, deadline: Instant) -> Result<Line, AskError> {
        let stdin = std::io::stdin();
        let mut bytes = vec![0; limits::ASK_ANSWER_BYTES];
        loop {
            let left = clock::left(deadline);
            if left.is_zero() {
                show("\n");
                return Err(AskError::Late);
            }
            let look = left.min(Duration::from_millis(limits::ASK_LOOK_MS));
            let pause = Timespec { tv_sec: 0, tv_nsec: i64::from(look.subsec_nanos()) };
            let mut ready = [PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::IN)];
            let is_typed = matches!(poll(&mut ready, Some(&pause)), Ok(1..));
            // What is typed after the question was taken back is for somebody else.
            if self.cancel.is_cancelled() {
                return Ok(Line::Closed);
            }
            if !is_typed {
                continue;
            }
            // Not through the buffer of the standard library: what follows the line belongs to somebody else.
            return match rustix::io::read(&stdin, bytes.as_mut_slice()) {
                Ok(0) | Err(_) => Ok(Line::Closed),
                Ok(read) => Ok(Line::Typed(String::from_utf8_lossy(&bytes[..read]).trim().to_owned())),
            };
        }
    }
}

fn show(text: &str) {
    let mut stderr = std::io::stderr().lock();
    drop(stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush()));
}

/// The question as a terminal gets it. It may come from any process below codex: here is the last place to guard it.
fn asked(question: &Question) -> String {
    let options = question.options.iter().take(limits::ASK_OPTIONS).zip(1..);
    let options = options.map(|(option, number)| format!("  {number}) {}\n", clear_line(option).as_str()));
    let text = clear_text(&question.text).into_inner();
    format!("\n{text}\n{}{}", options.collect::<String>(), hint(question))
}

fn hint(question: &Question) -> &'static str {
    match (question.options.is_empty(), question.is_multiple) {
        (true, _) => "your answer (Enter declines): ",
        (false, false) => "a number, or your own words (Enter declines): ",
        (false, true) => "numbers such as 1,3, or your own words (Enter declines): ",
    }
}

/// What a line means: numbers or the words of options, or words of one's own. A number that is no option's is none.
fn read(line: &str, question: &Question) -> Result<Reply, String> {
    if line.is_empty() {
        return Ok(Reply::Declined);
    }
    let is_numbers = line.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '，' | '、'));
    if question.options.is_empty() || !is_numbers {
        return Ok(own_words(line, question));
    }
    let numbers = line.split([',', ' ', '，', '、']).filter(|part| !part.is_empty());
    let mut selected: Vec<String> = Vec::new();
    for number in numbers {
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let option =
            at.and_then(|at| question.options.get(at)).ok_or(format!("there is no option {number}"))?;
        if !selected.contains(option) {
            selected.push(option.clone());
        }
    }
    match selected.len() {
        0 => Ok(Reply::Declined),
        2.. if !question.is_multiple => Err("only one can be chosen".to_owned()),
        _ => Ok(Reply::Answer { selected, custom_input: None }),
    }
}

/// An option that is written out is chosen.
fn own_words(line: &str, question: &Question) -> Reply {
    match question.options.iter().find(|option| option.eq_ignore_ascii_case(line)) {
        Some(option) => Reply::Answer { selected: vec![option.clone()], custom_input: None },
        None => Reply::Answer { selected: Vec::new(), custom_input: Some(line.to_owned()) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(options: &[&str], is_multiple: bool) -> Question {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        Question { text: "Which?".to_owned(), options, is_multiple }
    }

    fn check(question: &Question, line: &str, expected: Option<(&[&str], Option<&str>)>) {
        let expected = expected.map(|(selected, custom)| Reply::Answer {
            selected: selected.iter().map(|text| (*text).to_owned()).collect(),
            custom_input: custom.map(str::to_owned),
        });
        assert_eq!(read(line, question).ok(), expected, "{line}");
    }

    #[test]
    fn numbers_choose_and_words_are_ones_own() {
        let one = question(&["red", "blue", "green"], false);
        check(&one, "2", Some((&["blue"], None)));
        check(&one, "Blue", Some((&["blue"], None)));
        check(&one, "a dark one", Some((&[], Some("a dark one"))));
        check(&one, "1,3", None);
        check(&one, "0", None);
        check(&one, "4", None);
        check(&one, "99999999999999999999999", None);
        let several = question(&["red", "blue", "green"], true);
        check(&several, "1,3", Some((&["red", "green"], None)));
        check(&several, "3 3，1", Some((&["green", "red"], None)));
        check(&several, "1 and a bit of 2", Some((&[], Some("1 and a bit of 2"))));
        let free = question(&[], false);
        check(&free, "42", Some((&[], Some("42"))));
        assert_eq!(read("", &one), Ok(Reply::Declined));
        assert_eq!(read(",", &one), Ok(Reply::Declined));
    }

    /// Issue 8: any process of the session can send a question to the desk.
    #[test]
    fn a_question_cannot_command_the_terminal() {
        let hostile = Question {
            text: "\u{1b}]52;c;cm0gLXJm\u{7}\u{1b}[2JWhich?".to_owned(),
            options: vec!["\u{1b}[31mred\n  2) blue".to_owned()],
            is_multiple: false,
        };
        let shown = asked(&hostile);
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        assert!(shown.contains("Which?\n  1) red   2) blue\na number"), "{shown:?}");
    }

    #[test]
    fn the_question_shows_what_can_be_said() {
        let text = asked(&question(&["red", "blue"], false));
        assert_eq!(text, "\nWhich?\n  1) red\n  2) blue\na number, or your own words (Enter declines): ");
    }
}
