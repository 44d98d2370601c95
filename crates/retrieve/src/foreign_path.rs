//! Which files of a repository a path means that was written on another machine: in a container, in CI, in another checkout.
//!
//! It compares names only and opens nothing. What is outside the repository is never looked for there.

use std::slice;

use crate::frames::{self, FrameTarget};
use crate::trace::Frame;

/// The files among `paths` that fit what is written best, sorted; none if it is in a standard library or fits none.
///
/// Two components must agree. Of a path that is not on this machine one is enough, if only one file has the name:
/// otherwise a wish to read a file that does exist would be taken for another one.
pub fn match_foreign_path<'p>(
    written: &str,
    paths: impl Iterator<Item = &'p str> + Clone,
    repository: &str,
    is_on_this_machine: bool,
) -> Vec<&'p str> {
    let frame = Frame { file: Some(written.to_owned()), ..Frame::default() };
    match frames::map(slice::from_ref(&frame), paths.clone(), &[repository]).pop() {
        Some(FrameTarget::Inside(mapped)) => mapped.candidates,
        Some(FrameTarget::Unknown) if !is_on_this_machine => {
            only_of_name(written, paths).into_iter().collect()
        }
        Some(FrameTarget::Unknown | FrameTarget::Outside) | None => Vec::new(),
    }
}

/// The one file that has the name a path ends with.
fn only_of_name<'p>(written: &str, paths: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    let name = written.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())?;
    let mut named = paths.filter(|path| path.rsplit('/').next() == Some(name));
    let only = named.next();
    only.filter(|_| named.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 5] = [
        "app/apps/registry.py",
        "app/json/decoder.py",
        "lib/binding/form_mapping.go",
        "src/Illuminate/Container/Container.php",
        "tests/binding/form_mapping.go",
    ];

    fn check(written: &str, is_on_this_machine: bool, expected: &[&str]) {
        assert_eq!(
            match_foreign_path(written, PATHS.into_iter(), "shop", is_on_this_machine),
            expected,
            "{written}"
        );
    }

    #[test]
    fn the_longest_common_end_decides() {
        check("/srv/run/app/apps/registry.py", false, &["app/apps/registry.py"]);
        check("/builds/ci/shop/lib/binding/form_mapping.go", false, &["lib/binding/form_mapping.go"]);
        check(
            "/builds/ci/binding/form_mapping.go",
            false,
            &["lib/binding/form_mapping.go", "tests/binding/form_mapping.go"],
        );
        check(
            "/var/www/html/vendor/laravel/framework/src/Illuminate/Container/Container.php",
            false,
            &["src/Illuminate/Container/Container.php"],
        );
        check("C:\\work\\app\\apps\\registry.py", false, &["app/apps/registry.py"]);
    }

    #[test]
    fn a_name_alone_is_enough_only_for_what_is_not_here() {
        check("/opt/other/registry.py", false, &["app/apps/registry.py"]);
        check("/opt/other/registry.py", true, &[]);
        check("/opt/other/form_mapping.go", false, &[]);
        check("/opt/other/missing.py", false, &[]);
    }

    #[test]
    fn a_standard_library_is_not_the_repository() {
        check("/usr/lib/python3.11/json/decoder.py", false, &[]);
    }
}
