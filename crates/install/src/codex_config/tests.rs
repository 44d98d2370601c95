//! Texts in, texts out.

use super::*;

const KEY: &str = "/h/hooks.json:user_prompt_submit:0:0";

fn check_round(before: &str) {
    let with = with_trust(before, KEY, "sha256:1").expect("installs");
    assert_eq!(trust(&with, KEY), Ok(Some(("sha256:1".to_owned(), true))), "{with}");
    assert_eq!(with_trust(&with, KEY, "sha256:1").as_ref(), Ok(&with), "a second time");
    assert_eq!(retrusted(&with, &[KEY.to_owned()], &[], Before::Known(before)).as_deref(), Ok(before));
}

#[test]
fn trust_comes_and_goes() {
    for before in [
        "",
        "model = \"x\"\n",
        "# mine\nmodel = \"x\" # why\n\n[features]\nplugins = false\n",
        "model = \"x\"\r\n\r\n[a]\r\nb = 1\r\n",
        "\u{feff}model = \"x\"\n",
        "[hooks.state.\"/other:stop:0:0\"]\ntrusted_hash = \"sha256:2\"\n",
        "hooks = { state = { x = { trusted_hash = \"sha256:2\" } } }\n",
    ] {
        check_round(before);
    }
}

#[test]
fn a_stale_or_disabled_entry_is_mended_in_its_place() {
    let before = format!(
        "[hooks.state.\"{KEY}\"]\ntrusted_hash = \"sha256:old\" # mine\nenabled = false\n\n[a]\nb = 1\n"
    );
    let after = with_trust(&before, KEY, "sha256:new").expect("edits");
    assert_eq!(trust(&after, KEY), Ok(Some(("sha256:new".to_owned(), true))));
    assert!(after.ends_with("\n[a]\nb = 1\n"), "{after}");
}

#[test]
fn a_hook_of_a_plugin_has_two_hashes() {
    let after =
        with_trust("", "foreword@foreword:hooks/hooks.json:user_prompt_submit:0:0", "sha256:a/sha256:b");
    let after = after.expect("edits");
    assert!(after.ends_with("trusted_hash = \"sha256:a\"\ntrusted_content_hash = \"sha256:b\"\n"), "{after}");
    assert_eq!(has_plugin("[plugins.\"foreword@foreword\"]\nenabled = true\n"), Ok(true));
    assert_eq!(has_plugin("[plugins.\"foreword@foreword\"]\nenabled = false\n"), Ok(false));
    assert_eq!(has_plugin("[plugins.\"other@foreword\"]\nenabled = true\n"), Ok(false));
}

#[test]
fn hooks_that_stand_in_the_file_are_joined() {
    let wanted = Wanted { event: "UserPromptSubmit", command: "/h/context-inject-global.sh".to_owned() };
    let ours = OurScripts { folders: vec!["/h".into()], ..OurScripts::default() };
    for before in [
        "[[hooks.UserPromptSubmit]]\n[[hooks.UserPromptSubmit.hooks]]\ntype = \"command\"\ncommand = \"mine\"\n",
        "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"mine\"\n",
        "[hooks]\nUserPromptSubmit = [{ hooks = [{ type = \"command\", command = \"mine\" }] }]\n",
    ] {
        assert_eq!(has_hooks(before), Ok(true));
        let with = with_hook(before, &wanted, &ours).expect("installs");
        let found: Vec<Found> =
            hooks(&with, &ours).expect("reads").into_iter().filter(Found::is_ours).collect();
        assert_eq!(found.len(), 1, "{with}");
        assert_eq!((found[0].command(), found[0].timeout_s()), (wanted.command.as_str(), Some(30)));
        assert_eq!(with_hook(&with, &wanted, &ours).as_ref(), Ok(&with), "a second time");
        assert_eq!(
            without_hook(&with, "UserPromptSubmit", Before::Known(before), &ours).as_deref(),
            Ok(before)
        );
    }
}

/// A configuration that held nothing but such a hook ended empty.
#[test]
fn a_hook_that_is_only_called_like_ours_stays() {
    let ours = OurScripts { folders: vec!["/h".into()], ..OurScripts::default() };
    let theirs = "[[hooks.UserPromptSubmit]]\n[[hooks.UserPromptSubmit.hooks]]\ntype = \"command\"\n\
                  command = \"/opt/acme/context-inject-global.sh --team x\"\n";
    let without = without_hook(theirs, "UserPromptSubmit", Before::Unknown, &ours);
    assert_eq!(without.as_deref(), Ok(theirs));
    let wanted = Wanted { event: "UserPromptSubmit", command: "/h/context-inject-global.sh".to_owned() };
    let with = with_hook(theirs, &wanted, &ours).expect("installs");
    assert!(with.starts_with(theirs) && with.contains("\"/h/context-inject-global.sh\""), "{with}");
}

#[test]
fn trust_of_later_hooks_moves_with_them() {
    let text =
        "[hooks.state.\"f:0:0\"]\ntrusted_hash = \"a\"\n\n[hooks.state.\"f:1:0\"]\ntrusted_hash = \"b\"\n";
    let moved = [("f:1:0".to_owned(), "f:0:0".to_owned())];
    let after = retrusted(text, &["f:0:0".to_owned()], &moved, Before::Unknown).expect("edits");
    assert_eq!(trust(&after, "f:0:0"), Ok(Some(("b".to_owned(), true))));
    assert_eq!(trust(&after, "f:1:0"), Ok(None));
}

#[test]
fn what_is_no_toml_is_refused_with_its_place() {
    for (text, place) in [
        ("a = 1\nb = = 2\n", "2:5: "),
        ("[a\n", "1:"),
        ("a = 1\na = 2\n", "2:1: "),
        ("hooks = 7\n", "1:1: `hooks` is no table"),
    ] {
        let problem = with_trust(text, KEY, "h").expect_err(text).to_string();
        assert!(problem.starts_with(place), "{text}: {problem}");
    }
}

/// F5, of TOML: what stands in, before and behind our tables is the user's.
#[test]
fn what_the_user_wrote_around_our_tables_stays() {
    let gone = [KEY.to_owned()];
    for (before, appended, expected) in [
        ("a = 1\n# end\n", "b = 2\n", "a = 1\n# end\nb = 2\n"),
        ("a = 1\n# end", "\n[b]\nc = 2\n", "a = 1\n# end\n[b]\nc = 2\n"),
        ("[t]\nx = 1\n\n# end\n", "y = [\n  2,\n]\n", "[t]\nx = 1\n\n# end\ny = [\n  2,\n]\n"),
        ("[t]\nx = 1\n", "y.z = 2 # why\n", "[t]\nx = 1\ny.z = 2 # why\n"),
        // A second line of one name would break the file.
        ("a = 1\n", "a = 2\n", "a = 1\n# a = 2\n"),
        ("[hooks.state]\n", "# end\n", "[hooks.state]\n# end\n"),
        ("hooks = {} # mine\n", "", "hooks = {} # mine\n"),
    ] {
        let trusted = with_trust(before, KEY, "sha256:1").expect("installs") + appended;
        let without = retrusted(&trusted, &gone, &[], Before::Known(before));
        assert_eq!(without.as_deref(), Ok(expected), "trust: {trusted}");
        let served = servers::with_server(before, "/b/foreword").expect("installs") + appended;
        let without = servers::without_server(&served, Before::Known(before));
        assert_eq!(without.as_deref(), Ok(expected), "server: {served}");
    }
    let known = servers::with_server("a = 1\n", "/b/foreword").expect("installs")
        + "startup_timeout_sec = 9\nb = 2\n";
    assert_eq!(servers::without_server(&known, Before::Unknown).as_deref(), Ok("a = 1\nb = 2\n"));
    let remarks = servers::remarks(&known).join("\n");
    assert!(remarks.contains("(startup_timeout_sec)") && remarks.ends_with("now: b"), "{remarks}");
    for (text, expected) in [
        ("[hooks.state]\n", "[hooks.state]\n"),
        ("[hooks]\n", "[hooks]\n"),
        ("hooks = { state = {} }\n", "hooks = { state = {} }\n"),
    ] {
        assert_eq!(retrusted(text, &gone, &[], Before::Unknown).as_deref(), Ok(expected), "nothing of ours");
    }
}
