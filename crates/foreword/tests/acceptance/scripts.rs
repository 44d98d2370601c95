//! Words outside ASCII, from the prompt to what is injected: with an index and without, in either of Unicode's forms.

use foreword_testkit::process::{Home, Invocation};
use foreword_testkit::repo::FixtureRepo;
use foreword_testkit::shims::foreword;

use crate::harness::{Ask, context, envelope};

const SIZE: &str = "def größe_berechnen(x):\n    \"\"\"Berechnet die Größe.\"\"\"\n    return x * 2\n";
const PROFILE: &str = "class НастройкиПрофиля:\n    \"\"\"настройки профиля\"\"\"\n\n    def сохранить(self):\n        return None\n";

struct Shop {
    repo: FixtureRepo,
    home: Home,
}

impl Shop {
    fn new() -> Self {
        let repo = FixtureRepo::new();
        repo.git_init();
        repo.file("breite.py", "def gr_berechnen(x):\n    \"\"\"gr\"\"\"\n    return x\n")
            .file("maße/größe.py", SIZE)
            .file("profile.py", PROFILE)
            // As macOS writes it.
            .file("re\u{301}sume\u{301}.py", "def exporte\u{301}():\n    return 1\n")
            .file("口令.py", "# 校验用户的口令\ndef check():\n    return True\n");
        Self { repo, home: Home::new() }
    }

    fn run(&self, args: &[&str]) -> String {
        let invocation = Invocation::new(foreword()).args(args).args(["--root"]).args([self.repo.path()]);
        let output = invocation.env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0").run_in(&self.home);
        assert_eq!(output.code(), Some(0), "{}", output.stderr_text());
        output.stdout_text()
    }

    fn check(&self, how: &str) {
        for (words, expected) in [
            ("größe", "maße/größe.py:1"),
            ("настройки профиля", "profile.py:1"),
            ("exporté", "re\u{301}sume\u{301}.py:1"),
            ("校验口令", "口令.py:"),
        ] {
            let found = self.run(&["search", words]);
            assert!(found.starts_with(expected), "{words} {how}: {found}");
            assert!(words != "größe" || !found.contains("breite.py"), "{how}: {found}");
        }
        for (prompt, expected) in [
            ("Wo wird größe_berechnen aufgerufen?", "größe_berechnen"),
            ("why does größe_berechnen return twice the value?", "größe_berechnen"),
            ("Где определён класс НастройкиПрофиля?", "НастройкиПрофиля"),
            ("explain maße/größe.py", "größe_berechnen"),
            ("解释 größe_berechnen 函数", "größe_berechnen"),
            // The index keeps names composed, a scan shows them as they are written.
            ("what does résumé.py do?", "export"),
        ] {
            let ask = Ask::new(self.repo.path(), prompt).env("CI_AUTO_TOOLS_BACKGROUND_INDEX", "0");
            let answered = envelope(&ask.run_in(&self.home), 0);
            let injected = context(&answered);
            let mut lines =
                injected.lines().skip_while(|line| !line.starts_with("1. ") && !line.starts_with("- "));
            // A file that is named has its line below.
            let place = [lines.next(), lines.next()];
            let is_named = place.iter().flatten().any(|line| line.contains(expected));
            assert!(is_named, "{prompt} {how}: {injected}");
        }
    }
}

#[test]
fn safe_16_prompts_and_searches_outside_ascii_find_with_and_without_an_index() {
    let shop = Shop::new();
    shop.check("by a live scan");
    shop.run(&["index"]);
    shop.check("by an index");
}
