//! Links between the project's own documents: each leads to a file, and to a heading of it where it names one.

use super::SourceFile;

/// Every relative link of a Markdown file that leads nowhere. `exists` answers for files that are no text, and for folders.
pub fn check(files: &[SourceFile], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let pages = files.iter().filter(|file| file.path.ends_with(".md") && !file.path.contains("/fixtures/"));
    let mut problems = Vec::new();
    for page in pages {
        for (line, target) in links(&page.text) {
            if let Some(problem) = problem(&page.path, &target, files, &exists) {
                problems.push(format!("{}:{line}: {target}: {problem}", page.path));
            }
        }
    }
    problems
}

fn problem(
    page: &str,
    target: &str,
    files: &[SourceFile],
    exists: &impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let is_elsewhere = target.contains("://") || target.starts_with("mailto:");
    if is_elsewhere {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let Some(path) = resolve(page, path) else { return Some("leads out of the project") };
    let Some(file) = files.iter().find(|file| file.path == path) else {
        return (!exists(&path)).then_some("no such file");
    };
    let is_heading =
        anchor.is_empty() || !path.ends_with(".md") || anchors(&file.text).contains(&anchor.to_owned());
    (!is_heading).then_some("no such heading")
}

/// The path that a link of a page means, from the project's root.
fn resolve(page: &str, link: &str) -> Option<String> {
    if link.is_empty() {
        return Some(page.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The targets of `[text](target)`, with their lines, outside of code.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, written) in outside_fences(text) {
        // What stands between two backticks is code.
        let prose = written.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for rest in prose.split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default();
            let target = target.split_whitespace().next().unwrap_or_default();
            if !target.is_empty() {
                found.push((line, target.to_owned()));
            }
        }
    }
    found
}

/// The lines outside of fences, by number.
fn outside_fences(text: &str) -> Vec<(usize, &str)> {
    let mut fence: Option<usize> = None;
    let mut lines = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let marks = trimmed.chars().take_while(|c| *c == '`').count();
        match fence {
            // A fence is closed by one that is at least as long, and bare.
            Some(open) if marks >= open && marks == trimmed.len() => fence = None,
            Some(_) => {}
            None if marks >= 3 => fence = Some(marks),
            None => lines.push((at + 1, line)),
        }
    }
    lines
}

/// The anchors of a page's headings, as the hosting sites make them.
fn anchors(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, line) in outside_fences(text) {
        let title = line.trim_start_matches('#');
        if title.len() < line.len() && title.starts_with(' ') {
            let slug = slug(title.trim());
            let same = found.iter().filter(|known| **known == slug).count();
            found.push(if same == 0 { slug } else { format!("{slug}-{same}") });
        }
    }
    found
}

fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(text: &str) -> Vec<String> {
        let other = "# Other\n## Two words, `code`\n```sh\n# no heading\n```\n## 中文 标题\n";
        let files = [SourceFile::new("docs/a.md", text), SourceFile::new("docs/guide/b.md", other)];
        check(&files, |path| path == "docs/picture.png" || path == "docs/guide")
    }

    #[test]
    fn links_that_lead_somewhere_pass() {
        for text in [
            "[b](guide/b.md), [c](./guide/b.md#two-words-code) and [d](guide/b.md#中文-标题)",
            "[here](#here)\n# Here\n",
            "![p](picture.png) [folder](guide) [web](https://example.org/x.md) [up](../docs/a.md)",
            "`[x](nowhere.md)`\n```md\n[x](nowhere.md)\n```\n",
        ] {
            assert_eq!(check_one(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn dead_links_are_named_with_their_line() {
        for (text, problem) in [
            ("\n[b](b.md)", "docs/a.md:2: b.md: no such file"),
            ("[b](guide/b.md#three)", "docs/a.md:1: guide/b.md#three: no such heading"),
            ("[b](guide/b.md#no-heading)", "docs/a.md:1: guide/b.md#no-heading: no such heading"),
            ("[b](../../x.md)", "docs/a.md:1: ../../x.md: leads out of the project"),
            ("[a](#nowhere)", "docs/a.md:1: #nowhere: no such heading"),
        ] {
            assert_eq!(check_one(text), [problem], "{text}");
        }
    }
}
