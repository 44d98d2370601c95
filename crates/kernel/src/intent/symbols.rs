//! Which pieces of text are names from code.
//!
//! Owns the rules by form alone: case, underscores, qualification, call brackets. Words of a language, product
//! names and file names are not symbols.

use foreword_text::fold;

use super::lexicon::is_listed;

/// Names in mixed case that are products, standards or units, not code (lower case).
const PRODUCTS: &str = "angularjs appstore autocad bigquery bitbucket brandname chatgpt circleci clickhouse cloudflare \
    cockroachdb couchdb deepseek devops docker dropbox dynamodb ebay elasticsearch eslint expressjs facetime \
    fastapi figma finops freebsd github gitlab gitops graphql homeassistant icloud imessage influxdb \
    intellij ios ipad ipados iphone itunes javascript jetbrains jquery junit latex libreoffice linkedin \
    macbook macos mariadb matlab mcdonald mlops mongodb mysql neovim nestjs netbsd nextjs nodejs nosql numpy \
    nuxtjs oauth onedrive openai openapi openbsd openfoam opengl openssl openstreetmap opentelemetry outlook \
    paypal phd playstation postgresql posttooluse powerpoint powershell pretooluse pubsub pycharm pypi \
    pytorch quickbooks rabbitmq reactjs readme salesforce scipy sessionstart sharepoint snapchat soundcloud \
    sqlite stackoverflow subagentstart subagentstop swiftui tailwindcss tensorflow tiktok timescaledb \
    typescript ubuntu userpromptsubmit vmware vscode vuejs watchos webassembly webgl webrtc wechat whatsapp \
    wifi wordpress youtube";
/// Brands, tools and languages that are written with one capital (lower case).
const BRANDS: &str = "android angular ansible apache api apple azure babel bazel bootstrap bug cargo chrome claude cmake \
    codex copilot css dart debian delphi django docker eclipse edge elixir email excel express facebook \
    fedora firebase firefox fixme flask flutter gemini gin git gmail go google gradle grafana groovy haskell \
    hello heroku hey html http https instagram iphone java jenkins jira json jupyter kafka kotlin kubernetes \
    laravel lerna linux lua mac markdown maven meta micronaut microsoft mongo netty nginx node notion npm \
    nuxt office okay opera oracle pandas perl photoshop pip pixel playwright please postgres postman \
    prometheus puppeteer pytest python quarkus rails react redis redux ruby rust safari scala selenium \
    sentry shell sketch slack spark spring sql sqlite steam stripe svelte swift tailwind telegram terraform \
    thanks todo tomcat twitter typora unity unix unreal vim vite vue web webpack windows word xcode yaml \
    yarn zig zoom";
/// Words in backticks that are keywords, values or programs.
const NOT_SYMBOLS: &str = "None apt async await bash brew bun bundle cargo cat cd chmod class cmake conda const cp curl def deno \
    dev docker dotnet echo else enum false fn for func function gcc git go gradle grep helm if import int \
    java kubectl let long ls main make master mkdir mut mv mvn nil node npm npx null pip pnpm poetry prod \
    psql pytest python python3 return rm ruby rustc self ssh staging str string struct sudo sync tar this \
    true tsc undefined unsafe uv var void wget while yarn";
/// Functions that people write with numbers.
const MATHS: &str = "sqrt cbrt sin cos tan log ln exp abs";
/// Ends of host names.
const HOST_ENDS: &str = "ai app cloud cn co com de dev edu eu fr gov info io jp local me net org rs ru uk us";
/// Names that belong to a runtime, not to anyone's repository.
const RUNTIME: &[&str] =
    &["<anonymous>", "Module._compile", "Promise.all", "Promise.then", "Array.map", "Array.forEach"];

/// A name in running text: only what no plain word looks like.
pub(super) fn in_prose(chunk: &str) -> Option<&str> {
    let (name, is_call) = strip_call(chunk)?;
    let name = strip_decoration(name);
    if name.len() < 2 || name.len() > 120 || !is_qualified_name(name) {
        return None;
    }
    let parts: Vec<&str> = split_parts(name).collect();
    let is_named = match parts.as_slice() {
        [single] => is_code_shaped(single) || (is_call && is_plain_identifier(single)),
        _ => is_qualified(name, &parts, is_call),
    };
    (is_named && !is_product(name)).then_some(name)
}

/// A name that the writer marked as code: plain words count too.
pub(super) fn quoted(inner: &str) -> Option<&str> {
    let (name, _) = strip_call(inner).unwrap_or((inner, false));
    let name = strip_decoration(name.split('<').next().unwrap_or(name));
    let is_name = name.len() >= 2 && name.len() <= 120 && is_qualified_name(name);
    (is_name && !is_listed(NOT_SYMBOLS, name) && !is_product(name)).then_some(name)
}

/// Whether a name is written as code is: camel case, or words joined by underscores.
pub(super) fn is_code_shaped(name: &str) -> bool {
    let body = name.trim_matches('_');
    if body.contains('_') {
        return body.chars().any(char::is_alphabetic) && is_plain_identifier(name);
    }
    is_plain_identifier(name) && is_camel(body)
}

/// Whether a name belongs to a language's runtime or a browser.
pub(super) fn is_runtime(name: &str) -> bool {
    RUNTIME.contains(&name)
        || (name.starts_with("HTML") && name.contains("Element"))
        || [
            "Object.<",
            "node:",
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "std::",
            "core::",
            "alloc::",
            "tokio::runtime",
            "runtime.",
            "process.",
        ]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Whether a capitalised word is a brand, a tool or a language rather than a name from code.
pub(super) fn is_brand(word: &str) -> bool {
    is_product(word) || is_listed(BRANDS, &word.to_ascii_lowercase())
}

/// An identifier that starts with a letter or underscore and has no separators.
pub(super) fn is_plain_identifier(name: &str) -> bool {
    name.chars().nth(1).is_some()
        && name.starts_with(starts_name)
        && name.chars().all(|c| fold::continues_word(c) || c == '$')
        && name.chars().any(char::is_alphabetic)
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

/// `name()`, `name(args)`: the name, and whether it was called.
fn strip_call(chunk: &str) -> Option<(&str, bool)> {
    let Some(open) = chunk.find('(') else { return Some((chunk, false)) };
    let (name, rest) = chunk.split_at(open);
    // "file(s)" is a plural.
    let is_plural = matches!(rest, "(s)" | "(es)" | "(n)" | "(en)" | "(r)" | "(tm)");
    // "sqrt(2)" is arithmetic.
    let is_sum =
        is_listed(MATHS, name) && rest.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'(' | b')' | b'.'));
    (!name.is_empty() && !is_plural && !is_sum).then_some((name, true))
}

fn strip_decoration(name: &str) -> &str {
    name.trim_start_matches(['&', '*', '!', '@', ':', '#', '.'])
        .trim_end_matches(['!', '?', ';', ',', ':', '*', '&'])
}

fn split_parts(name: &str) -> impl Iterator<Item = &str> {
    name.split([':', '.', '#', '>']).map(|part| part.trim_end_matches('-')).filter(|part| !part.is_empty())
}

fn is_qualified_name(name: &str) -> bool {
    let is_letter = |c: char| fold::continues_word(c) || matches!(c, '$' | ':' | '.' | '#' | '-' | '>');
    let arrows = name.matches("->").count();
    if !name.chars().all(is_letter)
        || name.matches('-').count() != arrows
        || name.matches('>').count() != arrows
    {
        return false;
    }
    if name.matches(':').count() != 2 * name.matches("::").count()
        || name.contains("..")
        || name.ends_with('.')
    {
        return false;
    }
    let is_letter = |part: &str| part.chars().nth(1).is_none();
    split_parts(name).all(|part| is_letter(part) || is_plain_identifier(part))
        && split_parts(name).all(|part| part.starts_with(starts_name))
}

fn is_qualified(name: &str, parts: &[&str], is_call: bool) -> bool {
    if name.contains("::") || name.contains("->") || name.contains('#') {
        return parts.iter().all(|part| is_plain_identifier(part));
    }
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    let has_letter = |parts: &[&str]| parts.iter().any(|part| part.len() < 2);
    if !is_call && has_letter(parts) {
        // `c.Bind` is a call on a variable; `e.g` and `U.S` are not.
        return first.starts_with(|c: char| c.is_ascii_lowercase())
            && !has_letter(&parts[1..])
            && is_member(last);
    }
    let is_shaped = parts.iter().any(|part| is_code_shaped(part));
    if !name.is_ascii() {
        // Two words around a full stop without a blank are no name.
        return is_call || is_shaped;
    }
    let typed = is_shaped || first.starts_with(char::is_uppercase);
    is_call || typed || (!is_listed(HOST_ENDS, last) && first.len() > 1 && last.len() > 1 && *first != "www")
}

/// Whether a name is one that only code calls on a value: in mixed case, with underscores, or exported as Go does.
fn is_member(name: &str) -> bool {
    let is_exported = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name[1..].bytes().any(|byte| byte.is_ascii_lowercase());
    is_exported || is_code_shaped(name)
}

/// A lower-case letter followed by a capital, or capitals followed by a capitalised word.
fn is_camel(body: &str) -> bool {
    let letters: Vec<char> = body.chars().collect();
    let has_hump = letters
        .windows(2)
        .any(|pair| (pair[0].is_lowercase() || pair[0].is_ascii_digit()) && pair[1].is_uppercase())
        && letters.iter().filter(|letter| letter.is_lowercase()).count() > 1;
    let has_acronym = letters.len() > 5
        && letters.windows(4).any(|four| {
            four[..2].iter().all(|letter| letter.is_uppercase())
                && four[2..].iter().all(|letter| letter.is_lowercase())
        });
    has_hump || has_acronym
}

fn is_product(name: &str) -> bool {
    is_listed(PRODUCTS, &name.to_ascii_lowercase()) || (name.contains('.') && super::paths::is_product(name))
}
