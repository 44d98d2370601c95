//! `require` and `module.exports`: names that they bind are imports.

use crate::fixture::{check, check_calls};

const LIBRARY: &str = r"
--- lib/utils.js
exports.compile = function (value) { return value }
exports.arrow = (x) => x + 1
function named(a) { return a }
module.exports.named = named
exports.other = hidden
function hidden() {}
--- lib/main.js
module.exports = createApplication
function createApplication() { return 1 }
--- lib/object.js
function shared() {}
function inner() {}
module.exports = { shared, renamed: inner, made: function () {}, method() {}, sub: require('./utils') }
--- lib/named.js
module.exports = function build() {}
--- lib/nameless.js
module.exports = () => 1
--- lib/app.js
const app = exports = module.exports = {}
app.listen = function listen() {}
--- lib/thing.js
class Thing { run() {} }
module.exports = Thing
--- lib/typed.ts
export function typed() {}
--- index.js
module.exports = require('./lib/main')
";

#[test]
fn what_require_binds_is_imported() {
    check_calls(&format!(
        "{LIBRARY}{}",
        r"
--- a.js
var compile = require('./lib/utils').compile
const { arrow, named: other, missing } = require('./lib/utils')
const u = require('./lib/utils'), fs = require('fs')
compile(1)                    // ~ compile => lib/utils.js compile, import
arrow(1)                      // ~ arrow => lib/utils.js arrow, import
other(1)                      // ~ other => lib/utils.js named, import
missing(1)                    // ~ missing => outside
u.compile(1)                  // ~ compile => lib/utils.js compile, import
u.other(1)                    // ~ other => lib/utils.js hidden, import
fs.named(1)                   // ~ named => outside
fs(1)                         // ~ fs => outside
--- b.js
const make = require('./lib/main')
const again = require('.')
const build = require('./lib/named'), arrow = require('./lib/nameless')
const object = require('./lib/object')
const server = require('./lib/app')
const Thing = require('./lib/thing')
function run(thing) {
  const { typed } = require('./lib/typed')
  typed()                     // ~ typed => lib/typed.ts typed, import
  make()                      // ~ make => lib/main.js createApplication, import
  again()                     // ~ again => lib/main.js createApplication, re-export
  build()                     // ~ build => lib/named.js build, import
  arrow()                     // ~ arrow => lib/nameless.js exports, import
  object.shared()             // ~ shared => lib/object.js shared, import
  object.renamed()            // ~ renamed => lib/object.js inner, import
  object.made()               // ~ made => lib/object.js made, import
  object.method()             // ~ method => lib/object.js method, import
  object.sub.arrow()          // ~ arrow => lib/utils.js arrow, import
  server.listen()             // ~ listen => lib/app.js app.listen, import
  new Thing().run()           // ~ Thing => lib/thing.js Thing, import; run => lib/thing.js Thing.run, receiver
}
--- c.ts
import main = require('./lib/main')
async function load() {
  const { typed: loaded } = await import('./lib/typed')
  const whole = await import('./lib/typed')
  loaded()                    // ~ loaded => lib/typed.ts typed, import
  whole.typed()               // ~ typed => lib/typed.ts typed, import
  main()                      // ~ main => lib/main.js createApplication, import
}
"
    ));
}

#[test]
fn uses_of_what_require_binds_are_seen_from_the_other_end() {
    let repository = format!(
        "{LIBRARY}{}",
        r"
--- a.js
const { arrow, named: other } = require('./lib/utils')
const u = require('./lib/utils')
function useB(v) { return arrow(v) }
function useC(v) { return other(v) }
function useD(v) { return u.named(v) }
--- b.js
const make = require('./lib/main')
function boot() { return make() }
--- test/c.js
const express = require('../')
function start() { express() }
"
    );
    for (question, expected) in [
        ("callers lib/utils.js arrow", &["a.js useB > lib/utils.js arrow, import"][..]),
        (
            "callers lib/utils.js named",
            &["a.js useC > lib/utils.js named, import", "a.js useD > lib/utils.js named, import"],
        ),
        (
            "callers lib/main.js createApplication",
            &[
                "b.js boot > lib/main.js createApplication, import",
                "test/c.js start > lib/main.js createApplication, re-export",
            ],
        ),
        ("imports a.js", &["a.js > lib/utils.js"]),
        ("importers lib/main.js", &["b.js > lib/main.js", "index.js > lib/main.js"]),
    ] {
        check(&repository, question, expected);
    }
}
