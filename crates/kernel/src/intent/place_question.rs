//! Whether a prompt asks where something is, or who uses it, that it takes for granted. Where something new should go is
//! another question.

/// Characters of a prompt that asks one thing.
const CHARS_MAX: usize = 200;
/// What is asked for behind `which`.
const PLACES: [&str; 14] = [
    "class",
    "component",
    "controller",
    "directory",
    "file",
    "files",
    "folder",
    "function",
    "handler",
    "module",
    "package",
    "script",
    "service",
    "view",
];
/// What is done by those who are asked for behind `who` and `what`.
const USES: [&str; 8] = ["call", "calls", "import", "imports", "references", "use", "uses", "using"];
/// What speaks of something that is not there yet.
const NEW: [&str; 12] = [
    "add",
    "best",
    "build",
    "can",
    "could",
    "create",
    "implement",
    "integrate",
    "new",
    "put",
    "should",
    "would",
];
const WHERE_ZH: [&str; 10] =
    ["在哪", "哪里", "哪儿", "哪个文件", "哪个目录", "哪个模块", "哪个类", "谁调用", "谁在用", "被谁"];
const NEW_ZH: [&str; 9] = ["应该", "新增", "添加", "加在", "加到", "放到", "接入", "想要", "怎么"];

/// Whether a text asks where something is, or who uses it.
pub(super) fn asks_where(text: &str) -> bool {
    if text.chars().count() > CHARS_MAX {
        return false;
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|letter: char| !letter.is_ascii_alphabetic()).collect();
    let is_which = words.windows(2).any(|pair| pair[0] == "which" && PLACES.contains(&pair[1]));
    let is_who = words.windows(2).any(|pair| ["who", "what"].contains(&pair[0]) && USES.contains(&pair[1]));
    let asks =
        is_which || is_who || words.contains(&"where") || WHERE_ZH.iter().any(|word| lower.contains(word));
    let is_new =
        words.iter().any(|word| NEW.contains(word)) || NEW_ZH.iter().any(|word| lower.contains(word));
    asks && !is_new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_told_from_what_shall_be() {
        for (prompt, expected) in [
            ("where is the invoice mailed", true),
            ("which module talks to the label printer?", true),
            ("发票在哪里生成的", true),
            ("who calls print_label", true),
            ("print_label 被谁调用了", true),
            ("where should a retry for the label printer go", false),
            ("which class would you add the retry to", false),
            ("退款接口加在哪个文件", false),
            ("why is the invoice mailed twice", false),
        ] {
            assert_eq!(asks_where(prompt), expected, "{prompt}");
        }
    }
}
