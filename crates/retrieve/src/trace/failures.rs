//! Names of failed tests, as runners of several languages list them.

use super::builder::Builder;
use super::lines::Line;
use super::scan::{holds, is_name, number};
use super::{Family, Frame, FrameKind, names, python};

/// Takes a line that names a failed test, or one that says that such names follow.
pub(super) fn read(line: &Line<'_>, builder: &mut Builder) -> bool {
    let text = line.text.as_ref();
    if is_list(text) {
        builder.memory.is_failure_list = true;
        builder.end_trace();
        return true;
    }
    if let Some(id) = text.strip_prefix("[  FAILED  ] ") {
        return google(id, builder);
    }
    if let Some(rest) = text.strip_prefix("Failed ").or_else(|| text.strip_prefix("X ")) {
        return rest.ends_with(']') && rest.split_once(" [").is_some_and(|(id, _)| dotnet(id, builder));
    }
    if let Some(id) = text.strip_suffix(" [FAIL]") {
        return dotnet(id, builder);
    }
    if let Some(title) = text.strip_suffix("*** FAILED ***") {
        return titled(Family::Jvm, title.trim_start_matches("- ").trim(), builder);
    }
    if holds(text, " FAILED")
        && let Some((id, _)) = text.split_once(" FAILED").filter(|(id, _)| id.contains("::"))
    {
        return python::test(id, builder);
    }
    builder.memory.is_failure_list && listed(text, builder)
}

/// `Failures:`, `1 failing`, `There was 1 failure:`.
fn is_list(text: &str) -> bool {
    let is_counted = text.starts_with("There w")
        && (text.ends_with("failure:")
            || text.ends_with("failures:")
            || text.ends_with("error:")
            || text.ends_with("errors:"));
    let is_mocha = number(text).is_some_and(|(_, rest)| rest == " failing");
    matches!(text, "Failures:" | "Failed Tests:") || is_counted || is_mocha
}

/// `Suite.Name (0 ms)` of GoogleTest.
fn google(id: &str, builder: &mut Builder) -> bool {
    let id = id.split([' ', ',']).next().unwrap_or(id);
    let Some((suite, name)) = id.split_once('.') else { return false };
    place(Family::Native, Some(suite), name, builder)
}

/// `Ns.Type.Method`, with arguments or not.
fn dotnet(id: &str, builder: &mut Builder) -> bool {
    let id = id.split_once('(').map_or(id, |(id, _)| id).trim();
    let Some((class, method)) = id.rsplit_once('.') else { return false };
    is_name(class, &['.', '+', '`']) && place(Family::DotNet, Some(class), method, builder)
}

/// `1) Ns\FooTest::testBar`, `1) suite test title`.
fn listed(text: &str, builder: &mut Builder) -> bool {
    let Some((_, rest)) = number(text) else { return false };
    let Some(id) = rest.strip_prefix(") ") else { return false };
    if matches!(id, "Failure:" | "Error:") {
        return true;
    }
    builder.end_trace();
    let class = id.split("::").next().unwrap_or(id);
    let id_only = id.split(" with data set").next().unwrap_or(id);
    if id.contains("::") && is_name(class, &['\\']) && !id_only.contains([' ', '#']) {
        let id = id_only;
        builder
            .place(FrameKind::Test, Frame { family: Family::Php, ..Frame::default() }.named(names::php(id)));
        return true;
    }
    titled(Family::Any, id.trim_end_matches(':'), builder)
}

fn titled(family: Family, title: &str, builder: &mut Builder) -> bool {
    !title.is_empty() && place(family, None, title, builder)
}

fn place(family: Family, container: Option<&str>, function: &str, builder: &mut Builder) -> bool {
    let (function, container) = (Some(function.to_owned()), container.map(str::to_owned));
    builder.place(FrameKind::Test, Frame { function, container, family, ..Frame::default() });
    true
}
