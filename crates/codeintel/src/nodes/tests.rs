//! What an index says of files that changed, went or were hidden after it was built.

use std::cell::RefCell;

use foreword_exec::tool::ToolAnswer;
use serde_json::json;

use super::*;
use crate::calls::{Calls, Way};
use crate::testing::Fixture;

const FEES: &str = "def late_fee(loan):\n    return loan.days\n";
const DESK: &str = "\
from fees import late_fee

TOTAL = late_fee(None)


def close_account(account):
    return late_fee(account)


class Desk(Room):
    pass
";
const ROOM: &str = "class Room:\n    pass\n";

/// Asks an index that was built before `change` about the files after it.
fn after(change: impl Fn(&Fixture), sensitive: &Sensitive, look: impl Fn(&Store, &Nodes<'_>)) {
    let fixture = Fixture::new(&[("fees.py", FEES), ("desk.py", DESK), ("room.py", ROOM)]);
    fixture.file("desk.py", &DESK.replace("TOTAL", "from room import Room\n\nTOTAL"));
    let index = fixture.index();
    change(&fixture);
    let store = index.usable().expect("an index");
    let answered = fixture.ask(&json!({}), |call| {
        look(store, &Nodes::new(store, call, sensitive, &index));
        Ok(ToolAnswer::default())
    });
    answered.expect("an answer");
}

fn defined(store: &Store, name: &str) -> DefinitionId {
    *store.symbol(name).expect("symbols").first().expect(name)
}

/// Who calls `late_fee` where, once the desk reads so.
#[track_caller]
fn check_callers(desk: Option<&str>, expected: &[&str]) {
    let change = |fixture: &Fixture| match desk {
        Some(desk) => fixture.file("desk.py", desk),
        None => std::fs::remove_file(fixture.repository.path().join("desk.py")).expect("removed"),
    };
    let found = RefCell::new(Vec::new());
    after(change, &Sensitive::default(), |store, nodes| {
        let calls = Calls::new(store, nodes);
        for caller in calls.along(Way::Callers, &[defined(store, "late_fee")]).expect("callers").list {
            let name = caller.of.and_then(|of| nodes.node(of)).map_or("-".to_owned(), |node| node.symbol());
            found.borrow_mut().extend(caller.sites.iter().map(|site| format!("{name} {}", site.line)));
        }
    });
    assert_eq!(found.into_inner(), expected, "{desk:?}");
}

#[test]
fn a_call_is_told_where_it_is_written_now_or_not_at_all() {
    let desk = DESK.replace("TOTAL", "from room import Room\n\nTOTAL");
    check_callers(Some(&desk), &["- 5", "close_account 9"]);
    check_callers(Some(&format!("# One.\n# Two.\n{desk}")), &["- 7", "close_account 11"]);
    check_callers(Some(&desk.replace("return late_fee(account)", "return 7  # late_fee(account)")), &["- 5"]);
    check_callers(Some(&desk.replace("return late_fee(account)", "return late_fee")), &["- 5"]);
    check_callers(Some(&desk.replace("TOTAL = late_fee(None)", "TOTAL = 7")), &["close_account 9"]);
    check_callers(Some(&desk.replace("def close_account", "def close")), &["- 5"]);
    let renamed = desk.replace("import late_fee", "import late_fee as fee").replace(" late_fee(", " fee(");
    check_callers(Some(&renamed), &["- 5", "close_account 9"]);
    check_callers(Some("late_fee((((\0"), &[]);
    check_callers(None, &[]);
}

#[test]
fn a_base_and_an_import_are_told_while_they_are_written() {
    for (from, to, base, import) in [
        ("Desk(Room)", "Desk(Room, object)", Some(12), Some(1)),
        ("Desk(Room)", "Desk", None, Some(1)),
        ("from fees import late_fee", "# moved\nfrom fees import rate, late_fee", Some(13), Some(2)),
        ("from fees import late_fee", "from prices import late_fee", Some(12), None),
    ] {
        let desk = DESK.replace("TOTAL", "from room import Room\n\nTOTAL").replace(from, to);
        let change = |fixture: &Fixture| fixture.file("desk.py", &desk);
        after(change, &Sensitive::default(), |store, nodes| {
            let calls = Calls::new(store, nodes);
            let derived = calls.derived_of(defined(store, "Room")).expect("types");
            assert_eq!(derived.first().map(|(_, line)| *line), base, "{to}");
            let fees = store.file_by_path("fees.py").expect("an index").expect("a file");
            let importers = calls.importers_of(fees).expect("files");
            assert_eq!(importers.first().map(|edge| edge.line), import, "{to}");
        });
    }
}

/// Whether the desk may be named after a change.
#[track_caller]
fn check_named(change: impl Fn(&Fixture), sensitive: &Sensitive, may_be_named: bool) {
    after(change, sensitive, |store, nodes| {
        let of = defined(store, "close_account");
        let said = (nodes.now.may_name("desk.py"), nodes.is_there(of), nodes.is_defined("close_account"));
        assert_eq!(said, (may_be_named, may_be_named, may_be_named));
        assert_eq!((nodes.node(of).is_some(), nodes.path(of.file).is_some()), (may_be_named, may_be_named));
        assert_eq!(nodes.changed(), 0, "what is hidden is not counted");
    });
}

#[test]
fn what_is_hidden_or_gone_is_not_named() {
    check_named(|_| {}, &Sensitive::default(), true);
    check_named(|_| {}, &Sensitive::new(&["desk.*".to_owned()]), false);
    check_named(|fixture| fixture.file(".ignore", "desk.py\n"), &Sensitive::default(), false);
    let commit_rule = |fixture: &Fixture| {
        fixture.repository.git_init();
        fixture.file(".gitignore", "/desk.py\n");
    };
    check_named(commit_rule, &Sensitive::default(), false);
    let remove = |fixture: &Fixture| {
        std::fs::remove_file(fixture.repository.path().join("desk.py")).expect("removed");
    };
    check_named(remove, &Sensitive::default(), false);
}
