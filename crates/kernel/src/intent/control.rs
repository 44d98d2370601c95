//! Short prompts that steer the conversation, or point at what only the conversation knows.
//!
//! Owns prompts whose every word is known here: "ok, continue" (nothing is needed), "fix that too" and
//! "结果不对" (a pointer is all that can be given). One word from outside the lists makes it an ordinary prompt.

use super::features::Feature;
use super::lexicon::{Group, Hit, Table, WORDS};
use super::tokens::{Prose, Unit, UnitKind};

/// What a short prompt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    /// Steers: yes, stop, run the tests.
    Control,
    /// Work that the agent itself proposed is to be done.
    Accepted,
    /// Something is wrong, and only the conversation knows what.
    VagueDebug,
    /// Something is to be changed, and only the conversation knows what.
    VagueModify,
    /// Something is asked, and only the conversation knows about what.
    VagueExplore,
}

/// What a word does in a short prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Agrees, refuses, thanks.
    Answer,
    /// Tells the agent itself to do something: stop, commit, run the tests.
    Command,
    /// Asks for work.
    Act,
    /// Points at what the agent said: as you said, 你说的.
    Said,
    /// Points back: the rest, 刚才.
    Back,
    /// How it should become: faster, 好看.
    Degree,
    /// Says that it is wrong.
    Wrong,
    /// Asks: why, explain.
    Ask,
    /// Says nothing by itself.
    Fill,
}

/// Longest short prompt in units; a Chinese character is one.
const UNITS: usize = 18;

const GROUPS: &[Group<Role>] = &[
    Group {
        feature: Role::Answer,
        words: "yes yeah yep yup y ye sure ok okay k kk okey fine alright right correct exactly agreed no nope nah n \
            not_yet good great perfect awesome nice cool excellent lgtm looks_good sounds_good good_job well_done \
            thanks thank_you thx ty cheers go go_ahead go_on go_for_it proceed continue carry_on keep_going next \
            do_it do_that do_so please_do make_it_so ship_it approve approved accept accepted confirm confirmed \
            never_mind nevermind forget_it ignore_that that_works works_for_me it_works works_now that's_it \
            that's_all that_is_all done finished enough ready start begin resume wait hold_on hold stop cancel abort \
            quit exit pause skip a b c d all_of_them both neither either_one whatever option_1 up_to_you you_decide \
            your_call as_you_like of_course absolutely definitely got_it understood i_see makes_sense fair_enough \
            my_bad sorry 是 是的 对 对的 对了 没错 好 好的 好吧 好了 好嘞 行 行吧 行了 可以 可以了 可以的 嗯 嗯嗯 恩 \
            哦 噢 没问题 没事 同意 确认 确定 批准 通过 不 不是 不用 不用了 不要 不行别 别 不对别 算了 先这样 到这 \
            到这里 先到这 先到这里 到此为止 今天先到这 就到这 保持原样 保持不变 保持 原样 就好 按这个来 合进去 \
            leave_it leave_it_as_it_is as_it_is that's_enough enough_for_today for_today for_now not_now \
            call_it_a_day 就这样 就这么办 就这么做 就这样吧 继续 接着 接着来 接着做 继续吧 继续做 往下 往下走 下一步 \
            下一个 开始 开始吧 开干 干吧 来吧 走起 搞起 上吧 停 停下 停止 等等 等一下 暂停 取消 跳过 完成 完成了 \
            搞定 收工 谢谢 多谢 谢了 感谢 辛苦 辛苦了 明白 明白了 知道了 懂了 了解 收到 都行 都可以 随便 你定 你决定 \
            你看着办 选 选第一个 第一个 第二个 第三个 方案一 方案二 方案a 方案b はい いいえ 続けて お願いします 네 \
            예 계속 계속해 응 да нет продолжай хорошо ja nein weiter mach_weiter oui non continuez d'accord sí si \
            sigue continúa vale claro sim não continua adelante dale",
    },
    Group {
        feature: Role::Command,
        words: "commit commit_this commit_it commit_that commit_and_push push push_it merge_it merge revert \
            revert_it revert_that undo undo_it undo_that undo_the_last_change undo_the_last_edit \
            undo_your_last_change roll_back rollback roll_it_back redo try_again try_it_again retry rerun run_it \
            run_it_again run_again run_the_tests run_tests run_all_tests run_the_test_suite run_the_test \
            run_the_build run_the_linter run_lint run_the_app run_the_server run_prettier run_the_formatter build_it \
            build_again rebuild restart restart_the_server start_the_server test_it git_status git_diff git_push \
            git_commit git_pull npm_test cargo_test make_test deploy_it deploy publish_it open_a_pr create_a_pr \
            create_a_pull_request open_a_pull_request make_a_commit amend squash stash format_it lint_it summarize \
            summarise recap tldr be_brief be_concise keep_it_short shorter shorter_please answer_in_english \
            answer_in_chinese in_english in_chinese answer_briefly answer_shortly answer_in_one_sentence \
            in_one_sentence one_sentence speak_english reply_in_english explain_shorter show_me_the_diff \
            don't_do_that don't don't_do_it do_nothing merge_it_in show_the_diff show_diff show_me_the_plan \
            what's_next what_next whats_next are_you_done are_you_sure don't_touch_anything don't_change_anything \
            don't_commit no_changes_yet plan_first make_a_plan think_harder ultrathink save_it clear_the_context \
            start_over repeat_that say_that_again use_english without_comments no_comments 提交 提交一下 提交吧 \
            提交代码 推送 推上去 推一下 合并 合并吧 回滚 回退 撤销 撤回 还原 恢复原样 重试 再试 再试一次 再试试 再来 \
            再来一次 再跑 再跑一遍 再跑一次 重跑 重新跑 跑测试 跑一下测试 跑下测试 跑一遍测试 运行测试 跑单测 \
            跑一下单测 测一下 测试一下 跑一下 运行 运行一下 编译一下 构建一下 重新编译 重启 重启一下 启动 启动服务 \
            部署 部署一下 发布 发布一下 格式化一下 先别提交 先别合 先别 先别动 先别改 不要动代码 别动代码 \
            先不要动代码 先不要改 写提交信息 提交信息 信息写 with_a_good_message good_message commit_message \
            where_you_left_off left_off 恢复到 恢复 不搞了 不弄了 不做了 先不做 verbose with_verbose_output 别动 \
            别改 别提交 先不要 不要改 不要动 先看 先计划 先出方案 出方案 给方案 总结 总结一下 简短 简短点 简短一点 \
            简单点 简洁点 说简单点 说重点 回答 用中文 用中文回答 用英文 用英文回答 说中文 中文 英文 中文回答 重新来 \
            重来 从头来 再说一遍 再说一次 重复一遍 存一下 保存一下 提个pr 开个pr 提pr 看下diff 给我看diff 拉一下 \
            更新代码 拉代码 切回 换回 换回原来 换回原来的 停一下 先停 换回来 改回来 改回去",
    },
    Group {
        feature: Role::Act,
        words: "fix fix_it fix_this fix_that do make change update improve clean clean_up tidy refactor rewrite \
            simplify optimize optimise apply implement finish complete handle address redo_it make_it_shorter \
            make_it_longer make_it_simpler polish change_it adjust extend rename remove delete add 改 改下 改一下 \
            改改 改好 改成 改得 修改 修改一下 修 修一下 修下 修好 修复 优化 优化一下 优化下 完善 完善一下 调整 \
            调整一下 重写 重构 重构一下 简化 简化一下 处理 处理一下 搞一下 弄一下 弄好 弄 弄得 做 做一下 实现 \
            实现一下 补上 补全 换 换一下 换成 换个 来改 按 照 清理 清理一下 整理一下 加上 加一下 删了 删掉 去掉 应用 \
            落实 解决 解决一下 解决掉 美化 美化一下",
    },
    Group {
        feature: Role::Back,
        words: "the_rest rest remaining the_remaining others the_others the_other other todo todos above the_above \
            previous previously earlier before last_time the_first first second third fourth point points item items \
            step steps same likewise similarly too as_well findings comments 刚才 刚刚 上面 上面的 上述 前面 \
            前面说的 之前 之前说的 剩下 剩下的 剩余 剩余的 其余 其余的 其他 其他的 其它 另外 另外两个 第一点 第二点 \
            第三点 第四点 第一条 第二条 第三条 第一步 第二步 第三步 同样 同样的 同理 一样 也 都 全部 所有 待办 后面 \
            后面几个 前面几个 后面的 照这样 照此 最后一条 那几个 这几个 那几处 这几处 问题都",
    },
    Group {
        feature: Role::Said,
        words: "you_suggested you_said you_mentioned you_proposed you_recommended you_described you_listed you_found \
            your_suggestion your_suggestions your_plan your_proposal your_idea your_recommendation your_fix \
            your_approach your_first your_second suggested as_you_said as_suggested as_discussed as_planned \
            we_discussed we_agreed the_plan plan suggestion suggestions proposal option options 你说的 你说 你提的 \
            你提到的 你建议的 你的建议 建议 建议的 刚才说的 刚刚说的 上面说的 前面说的 之前说的 你列的 列的 你给的 \
            你讲的 你写的方案 方案 这个方案 计划 思路 说好的 讨论的 商量的 约定的 推荐的 你推荐的",
    },
    Group {
        feature: Role::Degree,
        words: "短 短一点 短点 长一点 长点 再短一点 再长一点 better faster cleaner nicer shorter simpler prettier \
            smaller bigger quicker tidier clearer more_readable readable pretty fast robust nice_looking modern \
            elegant perform_better look_better look_nicer more less up a_bit a_little slightly 好看 好看点 好看一点 \
            漂亮 漂亮点 快点 快一点 更快 干净 干净点 简洁 简洁点 简洁一些 优雅 优雅点 清楚 清楚点 规范 规范点 合理 \
            合理点 好一点 好点 大点 小点 大一点 小一点 快 再快点 流畅 高级 高级点 紧凑 紧凑点 写法 风格 实现方式 \
            方式 名字 颜色 样子 彻底 完整 完整点",
    },
    Group {
        feature: Role::Wrong,
        words: "wrong still_the_same the_same_again same_as_before 还是一样的 not_what_i_meant not_what_i_asked \
            not_what_i_wanted not_what_i_want meant 不是这个意思 broken doesn't_work does_not_work not_working \
            didn't_work did_not_work isn't_working still_wrong still_broken still_fails still_failing \
            still_not_working failing fails failed crashes crashed broke same_error error errors an_error bug \
            not_right not_correct incorrect no_luck no_change nothing_changed nothing_happens didn't_help \
            doesn't_help worse slow too_slow still_slow same_error_again 老问题 还是老问题 not_fixed isn't_fixed \
            unfixed what_happened what_went_wrong what's_wrong 不对 还是不对 不行 还是不行 不好使 不好用 没用 没效果 \
            没变化 没反应 没好 没修好 没解决 没改对 错了 错 不正确 有问题 有错 有bug 报错 又报错 还报错 还是报错 \
            出错 失败 又失败 挂了 又挂了 崩了 又崩了 坏了 跑不起来 跑不通 不能用 用不了 不工作 不生效 没生效 老样子 \
            还是一样 出问题 慢 太慢 好慢 还是慢 不够快 变回去 变回去了 更糟 更差 更差了 更慢 even_worse 不是这样 \
            不是我要的 搞错了 改错了 不符合预期 不是预期",
    },
    Group {
        feature: Role::Ask,
        words: "what_do_you_mean what_does_that_mean what_does_it_mean what_does_this_mean 这是什么意思 是什么意思 \
            什么情况 why why_not how how_so how_come what where explain explain_it explain_that explain_this \
            explain_why what_does_it_do what_is_this what's_this what_is_that how_does_it_work where_is_it 为什么 \
            为啥 怎么 怎么做到的 什么意思 啥意思 什么 哪里 在哪 解释 解释一下 说明一下 讲讲 详细说说 展开说说 \
            怎么回事 什么原因 原因",
    },
    Group {
        feature: Role::Fill,
        words: "please pls it this that these those them they the a an now then and so just again also still with to \
            in on of for is are was one ones two three four five you me i we us my your let's let all any some \
            something everything every can could would should will first_one second_one third_one last_one this_one \
            that_one one_more_time more_time time once here there work works result results output code thing things \
            stuff bit little little_bit last latest change changes edit like want need but well oh ah hmm hm um \
            though actually really very much many be been get got look looks make_it make_this that_way way what_you \
            else other_one at as by use try look_at way_better into file files function test tests quickly 请 帮 \
            帮我 帮忙 麻烦 把 给 给我 你 我 我们 它 这 那 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 的 地 得 \
            了 吧 吗 呢 啊 呀 哈 嘛 就 先 再 又 还 还是 也 都 一下 下 点 一点 一些 些 个 一个 第 两 三 四 二 一 来 \
            去 用 跟 和 照着 按照 所 说 在 是 有 要 会 能 现在 马上 然后 接下来 直接 代码 结果 效果 输出 东西 问题 \
            这块 那块 这段 这部分 内容 修改 改动 更改 变更 服务 急着 急 一版 版 版本 until done message 上次 最后 \
            以后 之后 一次 一遍 到 成 起来 出来 掉 完 好像 怎么还 试试 试 并 并且 看看 看 句话 一句话 刚 吧谢谢",
    },
];

static TABLE: Table<Role, 4096> = Table::build(&[GROUPS]);

/// Reads a short prompt; `None` for an ordinary one.
pub(super) fn read(prose: &Prose<'_>) -> Option<Short> {
    let units: Vec<Unit<'_>> =
        prose.units.iter().filter(|unit| unit.kind != UnitKind::Break).copied().collect();
    if units.is_empty()
        || units.len() > UNITS
        || prose.sums > 0
        || !units.iter().all(|unit| unit.kind.is_text())
    {
        return None;
    }
    if matches!(prose.text(&units[0]), "would" | "should") {
        // Asks for an opinion.
        return None;
    }
    if units.len() <= 2 && units.iter().all(|unit| unit.kind == UnitKind::Number) {
        // A bare number picks an option.
        return (prose.text(&units[0]).len() <= 2).then_some(Short::Control);
    }
    let hits = TABLE.scan(&prose.folded, &prose.units);
    if !is_covered(prose, &hits) {
        return None;
    }
    let has = |role: Role| hits.iter().any(|hit| hit.feature == role);
    let short = if has(Role::Command) {
        // `点提交没反应`: what the command did was wrong.
        if has(Role::Wrong) || !opens_with_command(prose, &hits) {
            return None;
        }
        Short::Control
    } else if has(Role::Wrong) {
        Short::VagueDebug
    } else if has(Role::Said) && has(Role::Act) {
        Short::Accepted
    } else if has(Role::Act) && has(Role::Back) {
        Short::VagueModify
    } else if has(Role::Ask) && hits.first().is_some_and(|hit| matches!(hit.feature, Role::Ask | Role::Fill))
    {
        Short::VagueExplore
    } else if has(Role::Answer) || has(Role::Said) {
        Short::Control
    } else if has(Role::Act) || (has(Role::Degree) && units.len() > 1) || (has(Role::Back) && units.len() > 2)
    {
        Short::VagueModify
    } else if has(Role::Ask) {
        Short::VagueExplore
    } else {
        return None;
    };
    Some(short)
}

/// Whether only answers and fillers stand before the command: "look over the last commit" is none.
fn opens_with_command(prose: &Prose<'_>, hits: &[Hit<Role>]) -> bool {
    let Some(command) = hits.iter().find(|hit| hit.feature == Role::Command) else { return false };
    (0..command.first).all(|at| {
        let is_listed = hits.iter().any(|hit| (hit.first..hit.first + hit.count).contains(&at));
        is_listed || prose.units[at].kind == UnitKind::Break
    })
}

/// Whether every word of the prompt is in the lists here, or is mere grammar.
fn is_covered(prose: &Prose<'_>, hits: &[Hit<Role>]) -> bool {
    let mut hits = hits.iter().peekable();
    let mut covered_to = 0;
    prose.units.iter().enumerate().all(|(at, unit)| {
        while let Some(hit) = hits.next_if(|hit| hit.first <= at) {
            covered_to = covered_to.max(hit.first + hit.count);
        }
        at < covered_to
            || matches!(unit.kind, UnitKind::Break | UnitKind::Number)
            || is_grammar(prose.text(unit))
    })
}

fn is_grammar(word: &str) -> bool {
    let mut grammar = false;
    WORDS.word(word, |feature| grammar |= feature == Feature::Stop);
    grammar
}
