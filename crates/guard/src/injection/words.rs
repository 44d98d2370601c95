//! The vocabulary: classes of words, in English and simplified Chinese. Rows only, no rules.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

/// Any word at all, but not the end of a sentence.
pub(super) const ANYTHING: u64 = u64::MAX;

/// Declares one bit per class.
macro_rules! classes {
    ($($(#[doc = $doc:literal])* $name:ident = $bit:literal;)*) => {
        $($(#[doc = $doc])* pub(super) const $name: u64 = 1 << $bit;)*
    };
}

classes! {
    /// The end of a sentence or paragraph.
    BREAK = 0;
    /// Words that carry nothing here.
    FILLER = 1;
    IGNORE = 2;
    OVERRIDE = 3;
    PRIOR = 4;
    /// What a model is told by: instructions, directives.
    ORDERS = 5;
    /// Weaker: rules, requests; also ordinary in code.
    RULES = 6;
    PROMPT = 7;
    YOUR = 8;
    YOU = 9;
    ARE = 10;
    NOW = 11;
    SYSTEM = 12;
    REVEAL = 13;
    BOT = 14;
    IF = 15;
    MUST = 16;
    NOT = 17;
    TELL = 18;
    USER = 19;
    REPLY = 20;
    RUN = 21;
    FOLLOWING = 22;
    COMMAND = 23;
    RM = 24;
    RF = 25;
    /// The root or the home directory as a command's target.
    ROOT = 26;
    FETCH = 27;
    PIPE = 28;
    SHELL = 29;
    SEND = 30;
    SECRET = 31;
    NEW = 32;
    TASK = 33;
    /// Whom a persona makes of the model.
    ROLE = 34;
    /// Personas without rules.
    UNBOUND = 35;
    PRETEND = 36;
    MODE = 37;
    /// A role marker of a chat format.
    MARKER = 38;
    CONSENT = 39;
    WITHOUT = 40;
    ASK = 41;
    NOTE = 42;
    TO = 43;
    /// `@` right before a name.
    AT = 44;
    EVERYTHING = 45;
    SAFETY = 46;
    LIMITS = 47;
    /// What makes `instruction` one of a processor.
    MACHINE = 48;
    VOID = 49;
    HIDDEN = 50;
    TAKE = 51;
    WHEN = 52;
    FROM = 53;
    POLICY = 54;
    /// One instruction, message or step.
    THIS_ORDER = 55;
    SILENTLY = 56;
    DISABLE = 57;
    GIVEN = 58;
    RECEIVE = 59;
    READ = 60;
    IS_IT = 61;
    DANGEROUS = 62;
    MODEL = 63;
}

/// Every word, by class. A word in several rows has all of their classes.
const VOCABULARY: &[(u64, &str)] = &[
    (
        FILLER,
        "a an the all any of my our these those this that every each other and or please just completely also \
              entire whole full complete given whatever immediately now instead so then strictly totally kindly \
              must should to as is are was were have been has had which me us it its very such first already 的 所有 全部 一切 任何 \
              其他 其它 那些 这些 请 请你 了 以及 和 与 并 都 完全 立即 立刻 统统 关于 我 我们 给 个 一个 一名 一位 些 过 完整 完整的 全 \
              条 这条 那条 中 里 在 到 还有 所 被 再 也 已 已经 直接",
    ),
    (
        IGNORE,
        "ignore disregard forget discard neglect 忽略 无视 忘记 忘掉 忘却 不理会 不要理会 不用理会 不要管 不用管 别管 抛开 抛弃 丢弃 摒弃 不必遵守 \
              不要遵守 不再遵守 不要遵循 不必遵循 停止遵守 停止遵循",
    ),
    (OVERRIDE, "override supersede overrule 覆盖 推翻 取代"),
    (
        PRIOR,
        "previous prior above preceding earlier foregoing before initial original existing past previously \
             之前 以前 先前 以上 上述 上面 前面 此前 前述 上文 原来 原有 原先 刚才 早先 既有 最初 初始 前文 前边 前头 你收到",
    ),
    (ORDERS, "instructions directives directions guidelines guideline instruct 指令 指示 说明 指引 指导"),
    (
        RULES,
        "rules rule commands orders messages message requests request restrictions constraints policies context \
             conversation content text task tasks question questions prompting training programming filters 规则 要求 命令 约束 设定 限制 \
             请求 问题 内容 任务 对话 消息 准则 规定 规范",
    ),
    (PROMPT, "prompt prompts 提示 提示词 提示语"),
    (YOUR, "your 你的 您的"),
    (YOU, "you 你 您 u"),
    (ARE, "are re 是 处于 变成 成为 扮演"),
    (NOW, "now 现在 从现在起 从现在开始 即刻起 从此"),
    (SYSTEM, "system developer 系统 开发者"),
    (
        REVEAL,
        "reveal print output show display repeat leak dump disclose expose recite echo 输出 打印 显示 透露 泄露 展示 公开 复述 \
              重复 告诉我 说出 给出 暴露",
    ),
    (
        BOT,
        "assistant assistants llm llms ai ais claude codex copilot chatgpt gpt gemini cursor windsurf chatbot chatbots agent \
           agents aider devin 助手 大模型 语言模型 大语言模型 模型 智能体 编程助手 机器人 人工智能 代理",
    ),
    (IF, "if 如果 若 假如 倘若 只要"),
    (MUST, "must should shall need please needs 必须 请 务必 需要 应该 应当 应 一定要 注意 须"),
    (
        NOT,
        "not never dont cannot cant wont shouldnt mustnt doesnt didnt no without avoid stop 不要 请勿 切勿 勿 别 不应 不能 不得 不可 禁止 避免 \
           不会 不必 无法 不",
    ),
    (
        TELL,
        "tell inform mention notify alert disclose reveal report telling informing mentioning 告诉 告知 提到 提及 通知 透露 说明 \
            让用户知道 汇报",
    ),
    (USER, "user users 用户 使用者"),
    (REPLY, "reply response answer summary output replies 回复 回答 答复 输出 总结"),
    (RUN, "run execute 执行 运行"),
    (FOLLOWING, "following this next these below 以下 下面 下列 如下 此 这个 这条"),
    (COMMAND, "command commands script code 命令 指令 脚本 代码"),
    (RM, "rm"),
    (RF, "rf fr"),
    (FETCH, "curl wget"),
    (SHELL, "sh bash zsh python python3 shell"),
    (
        SEND,
        "send upload post exfiltrate leak email transmit append include print output reveal forward attach encode paste 发送 上传 \
            发给 泄露 输出 打印 透露 附加 转发 发到 提交到 放进 编码",
    ),
    (READ, "read cat open fetch extract 读取 读出 打开 提取"),
    (
        SECRET,
        ".env .ssh .aws .npmrc .netrc credentials credential passwords secrets tokens rsa id_rsa ed25519 \
              keys apikey 密钥 密码 凭证 凭据 环境变量 令牌 私钥 秘钥 口令",
    ),
    (SECRET, "environment"),
    (NEW, "new updated 新 新的 全新 最新"),
    (TASK, "task goal role objective mission job instructions identity 任务 目标 角色 身份 使命 指令"),
    (
        ROLE,
        "assistant dan chatbot bot ai llm gpt evil hacker unrestricted uncensored jailbroken unfiltered unlimited freed \
            persona character root administrator superuser agent model 管理员 助手 模型 黑客 机器人 智能体 角色 不受限制 没有限制 \
            没有任何限制 不受任何限制 无限制 越狱 人工智能",
    ),
    (
        UNBOUND,
        "dan unrestricted uncensored jailbroken jailbreak unfiltered unlimited evil amoral unbiased 不受限制 没有限制 没有任何限制 \
               不受任何限制 无限制 越狱",
    ),
    (PRETEND, "pretend act roleplay simulate emulate impersonate 假装 扮演 模拟 充当"),
    (MODE, "mode 模式 开发者模式 调试模式 管理员模式 上帝模式"),
    (
        CONSENT,
        "consented consent approved authorized authorised agreed preapproved permission 同意 授权 批准 许可 允许",
    ),
    (WITHOUT, "without 无需 不必 不用 无须 不需要 不需"),
    (ASK, "asking ask confirmation confirming confirm approval permission 确认 询问 请示 征求 批准 提问"),
    (
        NOTE,
        "note attention message notice important warning instructions reminder 注意 提示 重要 通知 提醒 警告",
    ),
    (TO, "to for from 给 致 对 告 发给"),
    (EVERYTHING, "everything anything all whatever 一切 所有内容 全部内容 所有"),
    (SAFETY, "safety security ethical moral content safeguards 安全 道德 伦理 审查"),
    (
        LIMITS,
        "restrictions restriction limitations limits limit guardrails filters rules guidelines policies boundaries ethics censorship 限制 约束 \
              规则 审查 过滤",
    ),
    (
        MACHINE,
        "pointer pointers cache caches set sets address addresses decoder counter register registers operand operands opcode \
               opcodes block blocks stream streams slot count counts node nodes bytes sequence 指针 缓存 集 地址 寄存器 序列 周期",
    ),
    (
        VOID,
        "void outdated obsolete cancelled canceled invalid revoked superseded apply deprecated 作废 失效 无效 取消 过时 撤销 废弃 废除",
    ),
    (HIDDEN, "hidden secret initial original internal confidential 隐藏 初始 内部 最初 原始 机密"),
    (TAKE, "把 将"),
    (WHEN, "when whenever before after 当 时"),
    (FROM, "from"),
    (POLICY, "policy policies directive directives 策略 政策"),
    (
        THIS_ORDER,
        "instruction instructions message step note notice comment text 指令 指示 消息 提示 步骤 说明 内容",
    ),
    (SILENTLY, "silently secretly quietly covertly 悄悄 偷偷 秘密 静默 暗中"),
    (DISABLE, "disable 关闭 禁用 停用 绕过 bypass"),
    (GIVEN, "given received told got provided gave said 收到 给你 告诉 给出 提供"),
    (RECEIVE, "you were have been to received by 你 收到"),
    (IS_IT, "is 是 为"),
    (MODEL, "model models"),
    (DANGEROUS, "bypasspermissions dangerously yolo"),
];

/// The classes of a word: lower-case Latin, or Chinese characters. Zero for a word that means nothing here.
pub(super) fn class_of(word: &str) -> u64 {
    index().get(word).copied().unwrap_or(0)
}

/// The longest Chinese entry, in characters.
pub(super) const LONGEST_CHINESE_CHARS: usize = 6;

/// Built when the first text passes the prefilter, not before.
fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index::default();
        for (class, row) in VOCABULARY {
            for word in row.split_whitespace() {
                *index.entry(word).or_default() |= class;
            }
        }
        index
    })
}

type Index = HashMap<&'static str, u64, BuildHasherDefault<ShortHasher>>;

/// FNV-1a: quick for short words. The table is fixed, so nobody can choose its keys.
struct ShortHasher(u64);

impl Default for ShortHasher {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for ShortHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_the_form_that_text_is_brought_to() {
        for word in VOCABULARY.iter().flat_map(|(_, row)| row.split_whitespace()) {
            let is_latin = word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._".contains(&byte));
            let is_chinese = word.chars().all(|character| ('\u{4E00}'..='\u{9FFF}').contains(&character));
            assert!(is_latin || is_chinese, "{word}");
            assert!(is_latin || word.chars().count() <= LONGEST_CHINESE_CHARS, "{word}");
        }
    }
}
