//! Files of a user in every shape that is allowed, with comments wherever one may stand.

/// How the hooks of `config.toml` may be written, from none to some of the user's.
const HOOKS: [&[&str]; 15] = [
    &[],
    &["hooks = {}"],
    &["hooks = { state = {} }"],
    &["hooks = { UserPromptSubmit = [] }"],
    &["hooks = { UserPromptSubmit = [{ hooks = [{ command = \"NAME\" }] }] }"],
    &["hooks.state = {}"],
    &["hooks.UserPromptSubmit = []"],
    &["hooks = {", "state = {},", "}"],
    &["[hooks]"],
    &["[hooks.state]"],
    &["[hooks.state.\"NAME\"]", "trusted_hash = \"x\""],
    &["[hooks]", "UserPromptSubmit = [", "]"],
    &["[hooks]", "UserPromptSubmit = [", "{ hooks = [{ command = \"NAME\" }] },", "]"],
    &["[[hooks.UserPromptSubmit]]", "[[hooks.UserPromptSubmit.hooks]]", "command = \"NAME\""],
    &["[[hooks.Stop]]", "matcher = \"x\"", "[[hooks.Stop.hooks]]", "command = \"NAME\""],
];
/// The same of the servers.
const SERVERS: [&[&str]; 8] = [
    &[],
    &["mcp_servers = {}"],
    &["mcp_servers = { NAME = { command = \"x\" } }"],
    &["mcp_servers = {", "NAME = { command = \"x\" },", "}"],
    &["mcp_servers.NAME.command = \"x\""],
    &["[mcp_servers]"],
    &["[mcp_servers.NAME]", "command = \"x\""],
    &["[mcp_servers]", "NAME = { command = \"x\" }"],
];

/// Writes a text by choices that were drawn before; 0, to which they shrink, is the plainest. Comments and names are
/// numbered, so that each can be looked for.
pub struct Writer {
    choices: std::iter::Cycle<std::vec::IntoIter<u8>>,
    text: String,
    marks: Vec<String>,
}

impl Writer {
    pub fn new(choices: Vec<u8>) -> Self {
        Self { choices: choices.into_iter().cycle(), text: String::new(), marks: Vec::new() }
    }

    fn choose(&mut self, count: u8) -> u8 {
        self.choices.next().unwrap_or_default() % count
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let count = u8::try_from(all.len()).expect("few");
        all[usize::from(self.choose(count))]
    }

    /// A new name, which must survive.
    fn mark(&mut self, kind: char) -> String {
        let mark = format!("{kind}{}_", self.marks.len());
        self.marks.push(mark.clone());
        mark
    }

    fn put(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// What may stand between two tokens of JSON.
    fn gap(&mut self) -> &mut Self {
        let gap = match self.choose(8) {
            0..=2 => String::new(),
            3 => " ".to_owned(),
            4 => "\n  ".to_owned(),
            5 => format!(" /* {} */", self.mark('c')),
            6 => format!(" // {}\n  ", self.mark('c')),
            _ => format!("\n  // {}\n", self.mark('c')),
        };
        self.put(&gap)
    }

    fn token(&mut self, token: &str) -> &mut Self {
        self.gap().put(token)
    }

    fn key(&mut self, key: &str) -> &mut Self {
        self.token(&format!("\"{key}\"")).token(":")
    }

    fn member(&mut self, key: &str, text: &str) {
        self.key(key).token(&format!("\"{text}\""));
    }

    fn members(&mut self, open: &str, close: &str, count: u8, member: impl Fn(&mut Self, u8)) {
        self.token(open);
        for at in 0..count {
            member(self, at);
            // A comma behind the last is allowed where comments are.
            if at + 1 < count || self.choose(4) == 3 {
                self.token(",");
            }
        }
        self.token(close);
    }

    fn hook_group(&mut self) {
        let (command, with_matcher) = (self.mark('k'), self.choose(2) == 1);
        self.members("{", "}", 1 + u8::from(with_matcher), |it, at| match at {
            0 => {
                it.key("hooks");
                it.members("[", "]", 1, |it, _| {
                    it.members("{", "}", 1, |it, _| it.member("command", &command));
                });
            }
            _ => it.member("matcher", "Bash"),
        });
    }

    pub fn settings(&mut self) {
        let event = |it: &mut Self, name: &str| {
            it.key(name);
            let count = it.choose(3);
            it.members("[", "]", count, |it, _| it.hook_group());
        };
        let shape = self.choose(4);
        self.members("{", "}", 1 + u8::from(shape > 0), |it, at| match at {
            0 => {
                let name = it.mark('k');
                it.member(&name, "user");
            }
            _ => {
                it.key("hooks");
                it.members("{", "}", shape - 1, |it, at| {
                    event(it, ["UserPromptSubmit", "Stop"][usize::from(at)])
                });
            }
        });
        self.gap();
    }

    pub fn servers(&mut self) {
        let shape = self.choose(3);
        self.members("{", "}", 1 + u8::from(shape > 0), |it, at| match at {
            0 if shape == 0 => it.member("a", "user"),
            0 => {
                it.key("mcpServers");
                it.members("{", "}", shape - 1, |it, _| {
                    let name = it.mark('k');
                    it.key(&name).token("{\"command\": \"x\"}");
                });
            }
            _ => {
                let name = it.mark('k');
                it.member(&name, "user");
            }
        });
        self.gap();
    }

    /// Lines of comments, and blank ones.
    fn lines(&mut self) {
        for _ in 0..self.choose(3) {
            let line = match self.choose(3) {
                0 => "\n".to_owned(),
                1 => format!("# {}\n", self.mark('c')),
                _ => format!("  # {}\n", self.mark('c')),
            };
            self.put(&line);
        }
    }

    /// One line, perhaps with a comment behind it.
    fn line(&mut self, line: &str) {
        self.put(line);
        if self.choose(3) == 2 {
            let comment = format!(" # {}", self.mark('c'));
            self.put(&comment);
        }
        self.put("\n").lines();
    }

    fn all_lines(&mut self, lines: &[&str]) {
        for line in lines {
            // Names in a line are numbered like all others.
            let line = if line.contains("NAME") {
                line.replace("NAME", &self.mark('k'))
            } else {
                (*line).to_owned()
            };
            self.line(&line);
        }
    }

    pub fn config(&mut self) {
        let hooks = self.one_of(&HOOKS);
        let servers = self.one_of(&SERVERS);
        self.lines();
        for _ in 0..self.choose(3) {
            self.all_lines(&["NAME = \"user\""]);
        }
        // Keys of the root come before the first table.
        let is_root = |lines: &[&str]| lines.first().is_some_and(|line| !line.starts_with('['));
        for lines in [hooks, servers].into_iter().filter(|lines| is_root(lines)) {
            self.all_lines(lines);
        }
        if self.choose(2) == 1 {
            self.all_lines(&["[tui]", "NAME = \"user\""]);
        }
        for lines in [hooks, servers].into_iter().filter(|lines| !is_root(lines)) {
            self.all_lines(lines);
        }
        if self.choose(2) == 1 {
            self.all_lines(&["[last]", "NAME = \"user\""]);
        }
    }

    /// The text with one kind of line ends, with or without the last of them.
    pub fn finish(mut self) -> (String, Vec<String>) {
        if self.choose(3) == 2 {
            self.text.truncate(self.text.trim_end().len());
        }
        let is_crlf = self.choose(3) == 2;
        // A file that is empty is waited for: somebody may be writing it.
        let text = if self.text.trim().is_empty() { "x = \"user\"\n".to_owned() } else { self.text };
        (if is_crlf { text.replace('\n', "\r\n") } else { text }, self.marks)
    }
}
