//! The words of a shell command, roughly: enough to see which files it names. Runs and expands nothing.

/// Everything that could be a path: the command cut at blanks, quotes and the signs of the shell, what follows an
/// equals sign or a colon in a word, and what stands behind a variable (`$PWD/x`) or a substitution (`$(pwd)/x`).
pub fn of_command(command: &str) -> Vec<&str> {
    let is_cut = |c: char| c.is_whitespace() || "\"'`;|&()<>[],".contains(c);
    let mut words: Vec<&str> = Vec::new();
    for word in command.split(is_cut).filter(|word| !word.is_empty()) {
        let parts = word.split(['=', ':']).filter(|part| *part != word);
        for part in std::iter::once(word).chain(parts).filter(|part| !part.is_empty()) {
            words.push(part);
            let is_behind = part.contains('$') || part.starts_with('/');
            let rest =
                part.split_once('/').map(|(_, rest)| rest).filter(|rest| is_behind && !rest.is_empty());
            words.extend(rest);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_behind_quotes_assignments_and_signs() {
        let check = |command: &str, path: &str| {
            assert!(of_command(command).contains(&path), "{command}: {:?}", of_command(command));
        };
        check("./scripts/log.sh --quiet", "./scripts/log.sh");
        check("python3 'tools/a.py'", "tools/a.py");
        check("FOO=bar sh -c \"tools/b.sh && true\"", "tools/b.sh");
        check("cat<data/list.txt|sort", "data/list.txt");
        check("run --config=conf/x.toml", "conf/x.toml");
        check("PATH=$PWD/bin:$PATH tool", "bin");
        check("sh ${ROOT}/tools/c.sh", "tools/c.sh");
        check("sh $(git rev-parse --show-toplevel)/tools/d.sh", "tools/d.sh");
    }
}
