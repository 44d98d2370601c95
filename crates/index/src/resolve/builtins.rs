//! Names of methods that the languages' own types have. A call of one on something unknown nearly always means those.

use super::family::Family;

/// Whether a value of the language itself may have a method of this name.
pub(super) fn is_own_method(family: Family, name: &str) -> bool {
    let names = match family {
        Family::Python => PYTHON,
        Family::Script => SCRIPT,
        _ => &[],
    };
    names.binary_search(&name).is_ok()
}

/// Of text, numbers, containers, files, paths and patterns. Sorted.
#[rustfmt::skip]
static PYTHON: &[&str] = &[
    "absolute", "add", "anchor", "append", "as_integer_ratio", "as_posix", "as_uri", "bit_count", "bit_length",
    "buffer", "capitalize", "casefold", "center", "chmod", "clear", "close", "closed", "conjugate", "copy",
    "count", "cwd", "decode", "denominator", "detach", "difference", "difference_update", "discard", "drive",
    "encode", "encoding", "end", "endpos", "endswith", "errors", "exists", "expand", "expandtabs", "expanduser",
    "extend", "fileno", "find", "findall", "finditer", "flags", "flush", "format", "format_map", "from_bytes",
    "fromhex", "fromkeys", "fullmatch", "get", "getvalue", "glob", "group", "groupdict", "groupindex", "groups",
    "hardlink_to", "hex", "home", "imag", "index", "insert", "intersection", "intersection_update", "is_absolute",
    "is_block_device", "is_char_device", "is_dir", "is_fifo", "is_file", "is_integer", "is_mount",
    "is_relative_to", "is_reserved", "is_socket", "is_symlink", "isalnum", "isalpha", "isascii", "isatty",
    "isdecimal", "isdigit", "isdisjoint", "isidentifier", "islower", "isnumeric", "isprintable", "isspace",
    "issubset", "issuperset", "istitle", "isupper", "items", "iterdir", "join", "joinpath", "keys", "lastgroup",
    "lastindex", "lchmod", "line_buffering", "link_to", "ljust", "lower", "lstat", "lstrip", "maketrans", "match",
    "mkdir", "name", "newlines", "numerator", "open", "owner", "parent", "parents", "partition", "parts",
    "pattern", "pop", "popitem", "pos", "re", "read", "read_bytes", "read_text", "readable", "readline",
    "readlines", "readlink", "real", "reconfigure", "regs", "relative_to", "remove", "removeprefix",
    "removesuffix", "rename", "replace", "resolve", "reverse", "rfind", "rglob", "rindex", "rjust", "rmdir",
    "root", "rpartition", "rsplit", "rstrip", "samefile", "scanner", "search", "seek", "seekable", "setdefault",
    "sort", "span", "split", "splitlines", "start", "startswith", "stat", "stem", "string", "strip", "sub",
    "subn", "suffix", "suffixes", "swapcase", "symlink_to", "symmetric_difference", "symmetric_difference_update",
    "tell", "title", "to_bytes", "touch", "translate", "truncate", "union", "unlink", "update", "upper", "values",
    "with_name", "with_stem", "with_suffix", "writable", "write", "write_bytes", "write_text", "write_through",
    "writelines", "zfill",
];

/// Of ECMAScript, the web platform and event emitters. Sorted.
#[rustfmt::skip]
static SCRIPT: &[&str] = &[
    "Console", "abort", "abs", "acos", "acosh", "add", "addEventListener", "addListener", "all", "allSettled",
    "anchor", "any", "append", "appendChild", "apply", "arrayBuffer", "asin", "asinh", "assert", "assign", "at",
    "atan", "atan2", "atanh", "big", "bind", "blink", "blob", "blur", "bold", "bytes", "call", "cancel", "catch",
    "cbrt", "ceil", "charAt", "charCodeAt", "clear", "click", "clone", "cloneNode", "close", "closed", "closest",
    "clz32", "codePointAt", "compile", "concat", "contains", "context", "copyWithin", "cos", "cosh", "count",
    "countReset", "create", "createComment", "createDocumentFragment", "createElement", "createElementNS",
    "createTask", "createTextNode", "debug", "decode", "defineProperties", "defineProperty", "delete", "dir",
    "dirxml", "disconnect", "dispatchEvent", "emit", "encode", "encodeInto", "endsWith", "enqueue", "entries",
    "error", "eventNames", "every", "exec", "exp", "expm1", "fill", "filter", "finally", "find", "findIndex",
    "findLast", "findLastIndex", "fixed", "flat", "flatMap", "floor", "focus", "fontcolor", "fontsize", "forEach",
    "formData", "formatRange", "formatRangeToParts", "formatToParts", "freeze", "from", "fromEntries", "fround",
    "get", "getAll", "getAttribute", "getBoundingClientRect", "getDate", "getDay", "getElementById",
    "getElementsByClassName", "getElementsByTagName", "getFullYear", "getHours", "getItem", "getMaxListeners",
    "getMilliseconds", "getMinutes", "getMonth", "getOwnPropertyDescriptor", "getOwnPropertyDescriptors",
    "getOwnPropertyNames", "getOwnPropertySymbols", "getPropertyValue", "getPrototypeOf", "getReader",
    "getSeconds", "getSetCookie", "getTime", "getTimezoneOffset", "getUTCDate", "getUTCDay", "getUTCFullYear",
    "getUTCHours", "getUTCMilliseconds", "getUTCMinutes", "getUTCMonth", "getUTCSeconds", "getYear", "group",
    "groupCollapsed", "groupEnd", "has", "hasAttribute", "hasOwn", "hasOwnProperty", "hypot", "imul", "includes",
    "indexOf", "info", "insertBefore", "is", "isArray", "isExtensible", "isFrozen", "isPrototypeOf", "isSealed",
    "isWellFormed", "italics", "join", "json", "keys", "lastIndexOf", "link", "listenerCount", "listeners",
    "localeCompare", "log", "log10", "log1p", "log2", "map", "match", "matchAll", "matches", "max", "min", "next",
    "normalize", "observe", "of", "off", "on", "once", "open", "padEnd", "padStart", "parse", "pipeThrough",
    "pipeTo", "pop", "postMessage", "pow", "prepend", "prependListener", "prependOnceListener", "preventDefault",
    "preventExtensions", "profile", "profileEnd", "propertyIsEnumerable", "push", "querySelector",
    "querySelectorAll", "race", "random", "rawListeners", "read", "reduce", "reduceRight", "reject",
    "releaseLock", "reload", "remove", "removeAllListeners", "removeAttribute", "removeChild",
    "removeEventListener", "removeItem", "removeListener", "removeProperty", "repeat", "replace", "replaceAll",
    "replaceChild", "resize", "resolve", "resolvedOptions", "return", "reverse", "round", "scrollTo", "seal",
    "search", "send", "set", "setAttribute", "setDate", "setFullYear", "setHours", "setItem", "setMaxListeners",
    "setMilliseconds", "setMinutes", "setMonth", "setProperty", "setPrototypeOf", "setSeconds", "setTime",
    "setUTCDate", "setUTCFullYear", "setUTCHours", "setUTCMilliseconds", "setUTCMinutes", "setUTCMonth",
    "setUTCSeconds", "setYear", "shift", "sign", "sin", "sinh", "slice", "small", "some", "sort", "splice",
    "split", "sqrt", "startsWith", "stopPropagation", "strike", "stringify", "sub", "substr", "substring", "sup",
    "table", "tan", "tanh", "tee", "test", "text", "then", "throw", "throwIfAborted", "time", "timeEnd",
    "timeLog", "timeStamp", "toDateString", "toExponential", "toFixed", "toGMTString", "toISOString", "toJSON",
    "toLocaleDateString", "toLocaleLowerCase", "toLocaleString", "toLocaleTimeString", "toLocaleUpperCase",
    "toLowerCase", "toPrecision", "toReversed", "toSorted", "toSpliced", "toString", "toTimeString",
    "toUTCString", "toUpperCase", "toWellFormed", "trace", "trim", "trimEnd", "trimLeft", "trimRight",
    "trimStart", "trunc", "unobserve", "unshift", "valueOf", "values", "warn", "with",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(PYTHON.is_sorted() && SCRIPT.is_sorted());
        assert!(is_own_method(Family::Python, "append") && is_own_method(Family::Script, "push"));
        assert!(!is_own_method(Family::Python, "push") && !is_own_method(Family::Rust, "push"));
    }
}
