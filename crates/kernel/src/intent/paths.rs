//! Which pieces of text name a file or a directory.
//!
//! Owns the rules by form alone: extension, separators, line suffixes. Whether the file exists is asked
//! elsewhere; URLs, versions, MIME types and either/or pairs are not paths.

use foreword_text::fold;

use super::lexicon::is_listed;

/// A path as the prompt names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found<'a> {
    /// Without the line and a leading `@`.
    pub path: &'a str,
    /// From 1.
    pub line: Option<u32>,
    /// What follows `::` after a test file, as pytest prints it.
    pub test: Option<&'a str>,
    /// The form alone does not prove it: two plain words around a slash, or the name of a picture or an archive.
    pub is_doubtful: bool,
}

/// Extensions that make a bare name a file name.
const EXTENSIONS: &str = "adoc asm astro avsc awk bash bat bazel bib bzl c cc cfg cjs clj cljs cls cmake cmd conf cpp cs csproj \
    css csv cts cu cxx dart diff ejs elm erb erl ex exs f90 feature fish fsx glsl go gql gradle graphql h \
    haml hbs hcl hh hpp hrl hs htm html hxx ini ipynb java jinja jl js json json5 jsonc jsonl jsx kt kts \
    less lock log lua md mdx mjs mk ml mli mm mts nim nix pas patch php pl plist pm prisma properties proto \
    ps1 pug py pyi pyx rake rb ron rs rst sass sbt scala scm scss sh slim sln snap sol sql storyboard sv \
    svelte swift tex tf tfvars thrift toml tpl ts tsv tsx txt vb vhd vue wasm wgsl xaml xml xsd yaml yml zig \
    zsh";
/// Extensions that count only in a name with a directory: too many other things end like this.
const EXTENSIONS_IN_DIRECTORY: &str =
    "R d el env fs gif jpeg jpg key m map mod org pdf pem png r s sum svg v";
/// Extensions of files without text. A bare name with one is a path only where the repository has the file: people
/// speak of pictures and archives without meaning code.
const BINARY_EXTENSIONS: &str = "7z avi bin bmp bz2 dll docx dylib eot exe gif gz ico jar jpeg jpg mkv mov mp3 mp4 npy npz ogg \
    onnx otf parquet pdf pkl png pptx pth safetensors sqlite tar tgz ttf wav webp woff woff2 xlsx xz zip";
/// File names that have no extension, or one that does not count alone.
const FILE_NAMES: &str = "BUILD.bazel Brewfile CODEOWNERS Caddyfile Dockerfile Gemfile Jenkinsfile Justfile Makefile Podfile \
    Procfile Rakefile Vagrantfile dune-project go.mod go.sum go.work justfile makefile mix.lock rebar.config";
/// Names with a known extension that are products or calls, not files (lower case).
const NOT_FILES: &str = "alpine.js angular.js asp.net backbone.js chart.js console.log d3.js discord.js docs.rs ember.js \
    express.js koa.js lib.rs/crates logger.log math.log moment.js nest.js next.js node.js np.log nuxt.js \
    p5.js react.js solid.js three.js vue.js";
/// Pairs whose first part is a directory elsewhere and which mean one or the other.
const EITHER_OR: &str = "backend/frontend client/server data/model dev/prod frontend/backend server/client test/prod \
    test/staging web/desktop web/mobile";
/// First directories that prove a path of two parts.
const DIRECTORIES: &str = "api app apps assets backend bench benches bin build ci client cmd common components conf config configs \
    contracts core crates data deploy dist doc docker docs engine etc examples ext features fixtures \
    frontend hooks include infra integration internal jobs lib libs locales migrations modules node_modules \
    packages pages pkg platform plugins proto public resources scripts server service services shared source \
    spec sql src static store styles target templates test tests themes third_party tools types ui utils \
    vendor views web workers";
/// First parts of absolute paths that are on a disk rather than routes of a server.
const ROOTS: &str = "Applications Library Users app data dev etc home mnt opt private proc repo root run srv sys tmp usr var \
    workspace workspaces";
/// MIME types' first parts.
const MIME: &str = "application audio font image multipart text video";

/// Reads a chunk as a path.
pub(super) fn find(chunk: &str) -> Option<Found<'_>> {
    let (at_reference, name) = match chunk.strip_prefix('@') {
        Some(rest) => (true, rest),
        None => (false, chunk),
    };
    if name.is_empty() || name.len() > 400 || name.contains("://") || name.starts_with("//") {
        return None;
    }
    let (name, test) = match name.split_once("::") {
        Some((file, test)) if extension(file).is_some() => (file, Some(test)),
        _ => (name, None),
    };
    let (path, line) = split_location(name);
    if path
        .chars()
        .any(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | '<' | '>' | '|' | ';' | ',' | '`'))
    {
        return None;
    }
    let found = Found { path, line, test, is_doubtful: false };
    if path.contains(['/', '\\']) {
        return with_separator(found, at_reference);
    }
    let is_file = is_file_name(path) || (at_reference && path.contains('.') && !path.contains('@'));
    if is_file {
        return Some(found);
    }
    is_binary_name(path).then_some(Found { is_doubtful: true, ..found })
}

/// Whether a dotted name is a product or a call that only looks like a file name.
pub(super) fn is_product(name: &str) -> bool {
    is_listed(NOT_FILES, &name.to_ascii_lowercase())
}

/// Splits `path:12:5`, `path:12-40`, `path#L12`, `path(12,5)` into the path and the line.
pub(super) fn split_location(text: &str) -> (&str, Option<u32>) {
    if let Some((path, rest)) = text.split_once("#L") {
        return (path, leading_number(rest));
    }
    if let Some(open) = text.strip_suffix(')').and_then(|rest| rest.rfind('(')) {
        let inner = &text[open + 1..text.len() - 1];
        if !inner.is_empty()
            && inner.bytes().all(|b| b.is_ascii_digit() || b == b',')
            && extension(&text[..open]).is_some()
        {
            return (&text[..open], leading_number(inner));
        }
    }
    let mut path = text.trim_end_matches(':');
    let mut line = None;
    for _ in 0..2 {
        let Some((head, tail)) = path.rsplit_once(':') else { break };
        if tail.is_empty() || !tail.bytes().all(|b| b.is_ascii_digit() || b == b'-') || head.is_empty() {
            break;
        }
        line = leading_number(tail);
        path = head;
    }
    (path, line)
}

fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

fn with_separator(found: Found<'_>, at_reference: bool) -> Option<Found<'_>> {
    let path = found.path;
    let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
    let (Some(&first), Some(&last)) = (parts.first(), parts.last()) else { return None };
    let is_number = |part: &&str| part.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'%' | b'-'));
    if parts.iter().all(is_number) || !parts.iter().all(|part| part.chars().all(is_path_char)) {
        return None;
    }
    if is_listed(MIME, first) && parts.len() == 2 && extension(last).is_none() {
        return None;
    }
    let is_windows = first.len() == 2 && first.ends_with(':') && parts.len() > 1;
    let named = extension(last).is_some() || is_listed(FILE_NAMES, last);
    if named || is_windows || path.starts_with("./") || path.starts_with("../") || path.starts_with("~/") {
        return Some(found);
    }
    if path.starts_with('/') {
        return (is_listed(ROOTS, first) && parts.len() > 1).then_some(found);
    }
    if path.contains('\\') {
        return (parts.len() > 2).then_some(found);
    }
    let is_directory = path.ends_with('/') && first.chars().any(char::is_alphabetic);
    if is_listed(EITHER_OR, path) {
        return None;
    }
    let is_known = is_listed(DIRECTORIES, first) || first.starts_with('.') || at_reference;
    let looks_typed = parts.iter().any(|part| part.contains(['_', '-', '.'])) || parts.len() > 3;
    if is_directory || is_known || (looks_typed && parts.len() > 1) {
        return Some(found);
    }
    let lower = parts
        .iter()
        .all(|part| part.len() > 1 && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
    (lower && parts.len() > 1).then_some(Found { is_doubtful: true, ..found })
}

fn is_path_char(c: char) -> bool {
    fold::continues_word(c)
        || matches!(
            c,
            '_' | '-' | '.' | '+' | '@' | '~' | '*' | '[' | ']' | ':' | '(' | ')' | '$' | '{' | '}'
        )
}

/// The known extension of a file name.
fn extension(name: &str) -> Option<&str> {
    let last = name.rsplit(['/', '\\']).next()?;
    let (stem, ext) = last.rsplit_once('.')?;
    let known =
        is_listed(EXTENSIONS, ext) || (name.len() > last.len() && is_listed(EXTENSIONS_IN_DIRECTORY, ext));
    (known && (!stem.is_empty() || name.len() > last.len())).then_some(ext)
}

fn is_binary_name(name: &str) -> bool {
    let is_stem_char = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty() && stem.chars().all(is_stem_char) && is_listed(BINARY_EXTENSIONS, extension)
    })
}

fn is_file_name(name: &str) -> bool {
    if is_listed(FILE_NAMES, name) {
        return true;
    }
    if let Some(hidden) = name.strip_prefix('.') {
        let well_formed = hidden.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
        let is_extension_only = is_listed(EXTENSIONS, hidden);
        return well_formed
            && hidden.len() > 2
            && hidden.starts_with(|c: char| c.is_ascii_lowercase())
            && !is_extension_only;
    }
    let Some(ext) = extension(name) else { return false };
    let stem = &name[..name.len() - ext.len() - 1];
    let well_formed =
        stem.chars().all(|c| fold::continues_word(c) || matches!(c, '-' | '.' | '+' | '[' | ']' | '*'));
    // `Math.log` and `vue.js` are not files; the list is short and in lower case.
    well_formed && stem.chars().any(char::is_alphabetic) && !is_product(name)
}
