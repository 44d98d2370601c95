//! What a prompt asks for and the repository does not have is said in one line, or does not keep what is there from being shown.

use foreword_testkit::tree;

use crate::harness::context;
use crate::workbench::Workbench;

#[test]
fn what_is_asked_for_and_nowhere_is_said_in_one_line() {
    let bench = Workbench::library();
    tree::set_times(bench.repo.path(), tree::days_from_now(-2));
    let bench = bench.built();
    for (prompt, absent) in [
        ("where do we configure the kafka consumer for late fees", "kafka"),
        ("which module handles the Stripe webhooks?", "stripe"),
        ("逾期费的短信在哪里发送的", "短信"),
        ("where is `computeLateFeeTotals` defined?", "computeLateFeeTotals"),
        ("who calls `computeLateFeeTotals`?", "computeLateFeeTotals"),
    ] {
        let answer = bench.ask(prompt);
        let said = context(&answer);
        let (head, line) = said.trim_end().split_once('\n').unwrap_or_default();
        let expected = format!("`{absent}` was not found in the ");
        assert_eq!(head, "[Auto Tools Results]", "{prompt}: {said}");
        assert!(
            line.starts_with(&expected) && line.ends_with(" files that foreword reads."),
            "{prompt}: {said}"
        );
        assert_eq!(line.lines().count(), 1, "{prompt}: {said}");
    }
    for prompt in [
        "where should a kafka consumer for late fees go",
        "send the late fee by sms as well, where is the fee computed in `late_fee`?",
        "why is the late fee computed twice behind nginx",
    ] {
        let answer = bench.ask(prompt);
        let said = context(&answer);
        assert!(said.contains("loans/fines.py"), "{prompt}: {said}");
    }
}
