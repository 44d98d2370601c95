//! Lines of twenty languages.

use super::DefinitionKind::*;
use super::*;
use crate::language;

fn check(file: &str, line: &str, expected: Option<(DefinitionKind, &str)>) {
    let language = language::of_path(file).expect("a known language");
    let found = of_line(line.as_bytes(), language);
    let found = found.map(|found| (found.kind, &line[found.name_start..found.name_end]));
    assert_eq!(found, expected, "{file}: {line}");
}

#[test]
fn definitions_are_recognised_by_keyword() {
    for (file, line, kind, name) in [
        ("a.rs", "pub(crate) async fn run_all<T>(x: T) {", Function, "run_all"),
        ("a.rs", "    pub const fn new() -> Self {", Function, "new"),
        ("a.rs", "pub struct Deadline {", Type, "Deadline"),
        ("a.rs", "impl<T> Tool for Search<T> {", Implementation, "Search"),
        ("a.rs", "macro_rules! check {", Macro, "check"),
        ("a.rs", "pub const LIMIT: usize = 3;", Variable, "LIMIT"),
        ("a.py", "    async def fetch(self):", Function, "fetch"),
        ("a.go", "func (s *Server) Serve(l net.Listener) error {", Function, "Serve"),
        ("a.go", "type Command struct {", Type, "Command"),
        ("a.ts", "export const createStore = (x) => {", Function, "createStore"),
        ("a.ts", "export default class Store extends Base {", Type, "Store"),
        ("a.kt", "public inline fun <T> Flow<T>.onEach(action: (T) -> Unit): Flow<T> =", Function, "onEach"),
        ("a.kt", "internal data class Point(val x: Int)", Type, "Point"),
        ("a.swift", "extension Array where Element: Hashable {", Implementation, "Array"),
        ("a.ex", "defmodule Ecto.Query.Planner do", Module, "Planner"),
        ("a.lua", "function M.setup(config)", Function, "setup"),
        ("a.zig", "pub const Parser = struct {", Type, "Parser"),
        ("a.hs", "newtype Reader a = Reader a", Type, "Reader"),
        ("a.h", "#define UV_HANDLE_CLOSING 1", Macro, "UV_HANDLE_CLOSING"),
        ("a.php", "    public static function make($x)", Function, "make"),
    ] {
        check(file, line, Some((kind, name)));
    }
}

#[test]
fn definitions_are_recognised_by_shape() {
    for (file, line, kind, name) in [
        ("a.c", "int uv_timer_start(uv_timer_t* handle,", Function, "uv_timer_start"),
        ("a.c", "static void uv__run(uv_loop_t* loop) {", Function, "uv__run"),
        ("a.h", "UV_EXTERN int uv_loop_init(uv_loop_t* loop);", Declaration, "uv_loop_init"),
        ("a.cc", "absl::Status Mutex::Lock(int x) {", Function, "Lock"),
        (
            "A.java",
            "    public static String abbreviate(final String str, final int max) {",
            Function,
            "abbreviate",
        ),
        ("a.sh", "nvm_download() {", Function, "nvm_download"),
        ("a.hs", "readMarkdown :: ReaderOptions -> Text", Function, "readMarkdown"),
        ("a.js", "  dispatch(action) {", Function, "dispatch"),
        ("a.ts", "  private async save(item: Item): Promise<void> {", Function, "save"),
        ("a.ts", "  get size() {", Function, "size"),
        ("a.ts", "  each(visit: (item: Item) => void) {", Function, "each"),
        ("a.js", "exports.parse = function (text) {", Function, "parse"),
    ] {
        check(file, line, Some((kind, name)));
    }
}

#[test]
fn uses_and_comments_define_nothing() {
    for (file, line) in [
        ("a.rs", "    let value = compute();"),
        ("a.rs", "// fn commented() {"),
        ("a.c", "  return uv_run(loop);"),
        ("a.c", "  struct point *next;"),
        ("a.c", "  uv_run(loop);"),
        ("A.java", "        foo.bar(baz);"),
        ("a.js", "  if (x) {"),
        ("a.js", "  useEffect(() => {"),
        ("a.js", "  it('saves', async () => {"),
        ("a.js", "  render(page, {"),
        ("a.js", "  each(items, function (item) {"),
        ("a.py", "result = fetch()"),
        ("a.json", "{\"class\": \"x\"}"),
        ("a.rs", ""),
    ] {
        check(file, line, None);
    }
}
