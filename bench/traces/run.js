// Real exceptions of express: what Node prints, and its own list of the frames.
//
//     node run.js TREE
const path = require('node:path');
const fs = require('node:fs');

const tree = fs.realpathSync(process.argv[2]);
const express = require(path.join(tree, 'index.js'));
const { req } = { req: Object.create(express.request) };
const res = Object.create(express.response);

const cases = [
  () => express().use(),
  () => express().engine('html', 'not a function'),
  () => express().param('id', 'x').x(),
  () => express().route('/x').get('not a function'),
  () => express().set('etag', 'nonsense'),
  () => express().set('query parser', 'nonsense'),
  () => express().set('trust proxy', 'not-an-address'),
  () => express().render('missing', () => { throw new Error('from the callback'); }),
  () => req.get(),
  () => req.get(5),
  () => res.status('x'),
  () => res.status(1000),
  () => res.sendFile(),
  () => res.cookie.call({ req: {} }, 'a', 'b', { signed: true }),
  () => new (require(path.join(tree, 'lib/view.js')))('noextension', {}),
];

for (const [number, code] of cases.entries()) {
  let frames = [];
  const prepare = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, sites) => {
    frames = sites.map((site) => ({
      path: site.getFileName(), line: site.getLineNumber(), function: (site.getMethodName() || site.getFunctionName() || '').split('.').pop(),
    }));
    return String(error) + sites.map((site) => `\n    at ${site}`).join('');
  };
  try {
    code();
  } catch (error) {
    const text = error.stack;
    Error.prepareStackTrace = prepare;
    console.log(JSON.stringify({ id: `express-${number + 1}`, text, frames }));
  }
}
