//! The words of orders, in English and Chinese, each with the part it plays in a sentence. Rows only.

use std::sync::OnceLock;

use super::super::words::{WordIndex, index_of};

/// The parts that a word can play, one bit each.
pub(super) type Roles = u32;

/// Who reads and acts: an assistant, an agent.
pub(super) const ADDRESSEE: Roles = 1 << 27;
/// To answer: what an assistant does after an order, and a reader of a guide does not.
pub(super) const REPLY: Roles = 1 << 28;
/// What stands before in a text.
pub(super) const ABOVE: Roles = 1 << 29;
/// What stands behind in a text.
pub(super) const BELOW: Roles = 1 << 30;
/// To run a command.
pub(super) const RUN: Roles = 1;
pub(super) const PLEASE: Roles = 1 << 1;
/// Must, should.
pub(super) const DUTY: Roles = 1 << 2;
pub(super) const YOU: Roles = 1 << 3;
/// Now, at once.
pub(super) const NOW: Roles = 1 << 4;
/// And, then, first.
pub(super) const JOIN: Roles = 1 << 5;
/// Not, never; to prevent.
pub(super) const NOT: Roles = 1 << 6;
/// If, when, before.
pub(super) const CONDITION: Roles = 1 << 7;
pub(super) const TO: Roles = 1 << 8;
/// What carries nothing between a verb and what it is about.
pub(super) const LINK: Roles = 1 << 9;
/// The first word of a command.
pub(super) const HEAD: Roles = 1 << 10;
/// What guides run commands for.
pub(super) const PURPOSE: Roles = 1 << 11;
/// A check of a test.
pub(super) const ASSERT: Roles = 1 << 12;
pub(super) const DELETE: Roles = 1 << 13;
pub(super) const ALL: Roles = 1 << 14;
/// What is lost when it is deleted.
pub(super) const OBJECT: Roles = 1 << 15;
/// Where everything is: this machine, the repository.
pub(super) const WHERE: Roles = 1 << 16;
pub(super) const IGNORE: Roles = 1 << 17;
pub(super) const USER: Roles = 1 << 18;
/// What a user wants: a request, a question.
pub(super) const ASK: Roles = 1 << 19;
/// What makes a statement of a command before it: `执行 … 会`.
pub(super) const DESCRIBES: Roles = 1 << 20;
/// What a guide deletes for.
pub(super) const CLEANING: Roles = 1 << 22;
/// To do something else: and, instead.
pub(super) const TURN: Roles = 1 << 23;
/// To do as told.
pub(super) const FOLLOW: Roles = 1 << 24;
/// What stands before an object that is named before its verb.
pub(super) const TAKE: Roles = 1 << 25;
/// What a reader is told to do before something else.
pub(super) const VERB: Roles = 1 << 26;
/// At once, and nothing else: `now` also tells a story.
pub(super) const URGENT: Roles = 1 << 21;

/// The roles of a word in lower case; none for a word that plays no part.
pub(super) fn roles_of(word: &str) -> Roles {
    static INDEX: OnceLock<WordIndex<Roles>> = OnceLock::new();
    let index = INDEX.get_or_init(|| index_of(ROWS.iter()));
    let is_assertion = word.contains("assert") || word == "expect" || word.starts_with("expect_");
    index.get(word).copied().unwrap_or(if is_assertion { ASSERT } else { 0 })
}

/// The longest Chinese word, in characters.
pub(super) const LONGEST_CHINESE_CHARS: usize = 4;

const ROWS: &[(Roles, &str)] = &[
    (RUN, "run execute perform launch invoke issue type enter"),
    (RUN, "执行 运行 跑 启动 输入 键入 敲入 敲 调用"),
    (PLEASE, "please kindly pls plz"),
    (PLEASE, "请 请你 请您 麻烦 麻烦你 劳驾 烦请 有请"),
    (DUTY, "must should shall need needs required expected ought sure remember mandatory"),
    (DUTY, "必须 务必 需要 应该 应当 一定要 须 必需 得"),
    (YOU, "you u 你 您 你们 各位 你要 您要"),
    (DUTY, "你要 您要 现在要"),
    (NOW, "现在要"),
    (NOW, "now immediately instantly asap urgently promptly"),
    (NOW, "现在 立即 立刻 马上 赶紧 赶快 即刻 尽快 火速"),
    (URGENT, "immediately instantly asap urgently promptly 立即 立刻 马上 赶紧 赶快 即刻 火速"),
    (JOIN, "and then also first next just simply directly instead finally go ahead help"),
    (
        JOIN,
        "并 并且 然后 再 先 直接 接着 随后 就 只 接下来 首先 最后 同时 转而 改为 而是 去 帮我 帮忙 帮 给我 替我",
    ),
    (
        NOT,
        "not never don't dont cannot can't won't wouldn't shouldn't mustn't doesn't didn't avoid refuse refuses without no \
         nobody stop prevent prevents block blocks forbid forbids forbidden reject rejects deny denies",
    ),
    (
        NOT,
        "不 不要 别 勿 请勿 切勿 禁止 避免 不能 不得 不可 不可以 不应 不会 严禁 防止 拒绝 阻止 切莫 莫 没有 未 无法 拦截 不准 不许 \
         从不 绝不 无需 不必 不用 谨慎",
    ),
    (
        CONDITION,
        "if when whenever unless before after while whether once until 如果 若 当 假如 倘若 只要 要是 一旦 每次 每当",
    ),
    (TO, "to 来 以便 用于 以"),
    (
        LINK,
        "the this that these a an following command commands script scripts shell line lines code sudo below terminal \
         console your my in of as root here it cmd bash sh powershell prompt only all his her their whatever any text \
         for at with me do what",
    ),
    (
        LINK,
        "以下 下面 下列 如下 命令 脚本 代码 这条 这个 该 此 一下 一次 下 终端 里 中 在 的 这 那个 那条 行 之 刚才 当前",
    ),
    (
        HEAD,
        "rm rmdir rd del remove-item mkfs wipefs shred dd find format git curl wget iwr irm invoke-webrequest \
         invoke-restmethod sh bash zsh dash ksh python python3 perl ruby node php iex pwsh powershell eval source",
    ),
    (
        PURPOSE,
        "install installs installing installation installer installers installed setup bootstrap upgrade upgrades \
         upgrading dependencies toolchain toolchains quickstart prerequisites provision provisioning reinstall uninstall",
    ),
    (PURPOSE, "安装 部署 升级 搭建 依赖 卸载 重装"),
    (CLEANING, "clean cleanup cleaning reset recompile rebuild scratch 清理 重置 重新 清除"),
    (TURN, "and then instead 转而 改为 而是 然后 并 并且"),
    (DELETE, "delete erase wipe destroy purge remove drop"),
    (DELETE, "删除 删掉 删了 清空 抹掉 销毁 擦除 清除 删光 移除"),
    (ALL, "all everything every entire whole wipe 所有 全部 一切 整个 所有的 全部的 清空 删光"),
    (
        OBJECT,
        "file files data document documents database databases repository repo disk disks drive system code project \
         folders directories backups tables records disc everything",
    ),
    (
        OBJECT,
        "文件 数据 代码 仓库 项目 磁盘 硬盘 系统 数据库 目录 文件夹 东西 内容 备份 资料 源码 源代码 一切",
    ),
    (
        WHERE,
        "on in from of this the my your their user's users user machine computer disk drive repository repo project \
         system server host laptop workspace codebase",
    ),
    (
        WHERE,
        "仓库 项目 系统 磁盘 硬盘 电脑 服务器 用户 主目录 机器 的 里 中 上 内 里的 中的 上的 本 这个 此 该 本地 里面",
    ),
    (IGNORE, "ignore disregard forget dismiss neglect"),
    (
        IGNORE,
        "忽略 无视 忘记 忘掉 不要理会 不用理会 别理会 不必理会 不理会 不要管 别管 不用管 不要理 别理 抛开 不顾 不要听 不要听从 不要遵守 不要遵循 别听 不要服从",
    ),
    (
        VERB,
        "open go clone copy save create download change switch read do stop finish use take call write add start \
         connect log close leave skip get make let",
    ),
    (FOLLOW, "follow obey fulfil fulfill honor honour comply heed"),
    (TAKE, "把 将"),
    (USER, "user user's users users' human human's humans 用户 使用者 人类 用户的"),
    (
        ASK,
        "request requests question questions task tasks instruction instructions prompt prompts query queries wish \
         wishes goal goals intent intention demand demands asked asks wants wanted said says wrote requested",
    ),
    (ASK, "请求 要求 问题 指令 任务 需求 提问 命令 意图 指示 诉求 吩咐 目标 要求的 说的 问的 所说"),
    (
        ADDRESSEE,
        "assistant agent ai claude codex copilot gemini gpt chatgpt llm cursor 助手 智能体 助理 模型 大模型",
    ),
    (REPLY, "answer answering reply replying respond responding response 回答 回复 答复"),
    (ABOVE, "above preceding foregoing 以上 上述 上文 上面 前文"),
    (BELOW, "follows following below 以下 下面 下文 后文 如下"),
    (
        DESCRIBES,
        "will would is was are were can could may might does deletes destroys removes wipes fails happens",
    ),
    (
        DESCRIBES,
        "会 将 将会 可能 时 后 前 之后 之前 以后 以前 的 是 导致 可 可以 能 能够 等 时候 会导致 需要 这样 这种 这类 之类 属于",
    ),
];

#[cfg(test)]
mod tests {
    use super::super::super::words::{ORDERED, notions_of};
    use super::*;

    #[test]
    fn every_word_that_an_order_is_about_is_looked_for() {
        // Shells and common words stand on a line with another word that is looked for.
        const SHELLS: &str = "find format git sh bash zsh dash ksh python python3 perl ruby node php iex pwsh powershell eval source \
                              remove-item invoke-webrequest invoke-restmethod";
        let is_shell = |word: &str| SHELLS.split_whitespace().any(|shell| shell == word);
        for word in ROWS.iter().flat_map(|(_, row)| row.split_whitespace()) {
            let is_subject = roles_of(word) & (HEAD | DELETE | IGNORE | FOLLOW) != 0 && !is_shell(word);
            assert!(!is_subject || notions_of(word) & ORDERED != 0, "{word}");
        }
    }

    #[test]
    fn words_are_in_lower_case_and_no_longer_than_is_looked_for() {
        for word in ROWS.iter().flat_map(|(_, row)| row.split_whitespace()) {
            let is_latin = word.is_ascii() && !word.bytes().any(|byte| byte.is_ascii_uppercase());
            assert!(is_latin || word.chars().count() <= LONGEST_CHINESE_CHARS, "{word}");
        }
    }
}
