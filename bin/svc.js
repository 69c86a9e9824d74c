#!/usr/bin/env node
/** The launcher: answers --version by itself and hands everything else to dist/main.cjs, compiled beforehand where it can be. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const root = path.dirname(__dirname);
const entry = path.join(root, 'dist', 'main.cjs');
const compiled = `${entry}.compiled`;
const [word, ...rest] = process.argv.slice(2);

if ((word === '--version' || word === '-V') && rest.length === 0) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  try {
    fs.writeSync(1, `${version}\n`);
  } catch (error) {
    // The reader has gone, as in `svc --version | true`.
    if (error.code !== 'EPIPE') throw error;
  }
} else if (fs.existsSync(entry)) {
  const Module = require('node:module');
  const { Script } = require('node:vm');
  const cachedData = fs.existsSync(compiled) ? fs.readFileSync(compiled) : undefined;
  const script = new Script(Module.wrap(fs.readFileSync(entry, 'latin1')), { filename: entry, cachedData });
  const main = new Module(entry, module);
  Object.assign(main, { filename: entry, paths: module.paths });
  require.cache[entry] = main;
  script.runInThisContext()(main.exports, main.require.bind(main), main, entry, path.dirname(entry));
  if (process.env.SVC_KEEP_COMPILED) process.once('exit', () => fs.writeFileSync(compiled, script.createCachedData()));
  void main.exports.main();
} else {
  fs.writeSync(2, 'svc is not built: dist/main.cjs is missing. Run `npm run build` in its folder.\n');
  process.exitCode = 1;
}
