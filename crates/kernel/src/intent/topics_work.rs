//! Words of the work around the code, in English and Chinese: the conversation, the agent itself, git and the shell.
//!
//! Owns the lists only. They hold whole wordings of what is asked of an agent (`undo the last commit`), not things that a
//! program may be about as well (a commit, a conversation, a shell).

use super::features::Feature;
use super::lexicon::Group;

/// The lists.
pub(super) const GROUPS: &[Group<Feature>] = &[
    Group {
        feature: Feature::Talk,
        words: "our_conversation this_conversation our_chat our_discussion conversation_so_far conversation_until_now \
            what_did_we_do what_have_we_done what_did_we_discuss what_did_we_change what_we_did what_we_have_done \
            what_we've_done what_did_you_do what_did_you_just_do what_have_you_done what_did_you_change what_you_did \
            where_did_we_stop where_did_we_leave_off where_were_we think_step_by_step think_hard think_about_it \
            think_it_through think_carefully think_again think_out_loud reason_step_by_step take_your_time \
            try_a_different_approach try_another_approach try_something_else try_something_different \
            try_a_different_way try_another_way use_a_different_approach take_a_different_approach \
            a_different_approach another_approach different_strategy your_answer your_answers your_reply your_replies \
            your_response your_responses your_explanation your_explanations your_tone your_last_message \
            your_previous_message your_context your_system_prompt your_training your_knowledge_cutoff \
            remember_that_i remember_i remember_that_we_prefer remember_my remember_for_next_time i_prefer_that_you \
            i'd_prefer_you i_want_you_to_remember context_do_you context_have_you context_left context_remaining \
            tokens_left tokens_do_you_have run_out_of_context model_are_you model_do_you let's_stop let's_stop_here \
            stop_here_for stop_for_today stop_for_now stop_for_the_day continue_tomorrow see_you_tomorrow \
            done_for_today that's_it_for_today let's_take_a_break take_a_break let's_discuss let's_talk_about_it \
            let's_brainstorm no_emojis use_emojis using_emojis without_emojis be_more_concise be_less_verbose \
            less_verbose more_concise 我们的对话 这次对话 刚才的对话 上面的对话 对话总结 我们聊了 我们聊过 我们刚才 \
            我们昨天 昨天我们 我们上次 上次我们 你刚才做 你刚刚做 你都做了 你做了什么 你改了什么 你的回答 你的回复 \
            你的语气 回复我 回答我 记住我 请记住 帮我记住 记住以后 记住以后都 以后都用 以后都要用 以后请用 以后回答 \
            以后回复 多少上下文 上下文还剩 上下文还有 剩余上下文 你的上下文 上下文用了 一步一步想 一步步想 \
            一步一步思考 一步步思考 逐步思考 好好想想 仔细想想 想清楚再 换个思路 换一种思路 换种思路 换个方法 \
            换一种方法 换种方法 换个角度 换个方向 试试别的方法 试试别的 今天就到这 今天就到这里 今天先到这里 \
            今天到此为止 就到这里吧 明天继续 明天再继续 明天接着 休息一下 先休息 不要用表情 别用表情 少用表情 \
            不要表情 先讨论 讨论一下 先聊聊方案 先别写代码 先不写代码 先不要写代码",
    },
    Group {
        feature: Feature::Operation,
        words: "undo_the_last_commit undo_my_last_commit undo_last_commit undo_the_commit undo_my_commit \
            revert_the_last_commit revert_my_last_commit revert_last_commit revert_the_commit reset_the_last_commit \
            drop_the_last_commit amend_the_last_commit amend_the_commit amend_my_commit amend_my_last_commit \
            squash_the_last squash_my_commits squash_the_commits squash_these_commits squash_commits \
            squash_everything reword_the_commit delete_the_branch delete_this_branch delete_my_branch delete_branch \
            delete_the_local_branch delete_the_remote_branch delete_the_old_branch remove_the_branch \
            rename_the_branch rename_this_branch rename_my_branch create_a_branch create_a_new_branch create_branch \
            make_a_branch make_a_new_branch open_a_branch start_a_new_branch switch_to_the_branch switch_to_branch \
            switch_branch switch_branches switch_to_main switch_to_master switch_back_to_main \
            switch_back_to_master check_out_the_branch check_out_branch checkout_the_branch checkout_branch \
            checkout_main checkout_master check_out_main check_out_master back_to_main back_to_master merge_main \
            merge_master merge_this_branch merge_my_branch merge_the_branch merge_into_main merge_into_master \
            rebase_onto rebase_on_main rebase_on_master rebase_on_top rebase_my_branch rebase_the_branch \
            rebase_this_branch abort_the_rebase abort_the_merge continue_the_rebase resolve_merge_conflicts \
            resolve_the_merge_conflicts resolve_merge_conflict resolve_the_merge_conflict resolve_a_merge_conflict \
            resolve_the_conflicts fix_the_merge_conflicts fix_merge_conflicts fix_the_conflicts detached_head \
            git_log git_stash git_reset git_checkout git_switch git_pull git_push git_fetch git_cherry_pick git_rebase \
            git_merge git_bisect git_reflog git_clone git_init git_config git_remote git_branch git_commit git_status \
            git_add git_restore git_revert cherry_pick stash_my_changes stash_the_changes stash_changes \
            stash_these_changes pop_the_stash apply_the_stash drop_the_stash force_push push_to_origin push_to_main \
            push_to_the_remote push_my_branch push_the_branch push_this_branch pull_the_latest pull_from_main \
            pull_from_origin fetch_from_origin tag_the_release tag_this_release tag_this_commit \
            which_branch_am_i what_branch_am_i which_branch_are_we what_branch_are_we unstage discard_my_changes \
            discard_local_changes discard_all_changes which_shell_am_i what_shell_am_i shell_am_i_using which_shell_do \
            disk_usage_of disk_space_left disk_space_is_left kill_the_process_on kill_a_process_on \
            kill_process_on process_on_port exit_vim quit_vim my_bashrc my_zshrc my_dotfiles make_it_executable \
            把分支 把这个分支 把当前分支 删除分支 删掉分支 删分支 删本地分支 删远程分支 新建分支 新建一个分支 建个分支 \
            建一个分支 开个分支 开一个分支 创建分支 创建一个分支 拉个分支 拉一个分支 切换分支 切分支 切换到分支 \
            切到分支 切到主分支 切换到主分支 切回主分支 切回主干 合并分支 合并到主干 合并到主分支 合到主干 合到主分支 \
            推送分支 推到远程 推送到远程 推到远端 拉取最新 拉最新代码 拉取最新代码 撤销提交 撤销上次提交 \
            撤销上一次提交 撤销最后一次提交 撤回提交 撤回上次提交 撤回上一次提交 回退提交 回退上次提交 回退上一次提交 \
            回退到上一个提交 回滚提交 回滚上次提交 回滚上一次提交 修改提交信息 改提交信息 压缩提交 合并提交记录 \
            解决合并冲突 解决代码冲突 变基 强推 强制推送 当前在哪个分支 在哪个分支 暂存改动 暂存我的改动 丢弃改动 \
            丢弃本地改动 放弃本地修改",
    },
];
