#!/usr/bin/env node
/** The launcher: answers --version by itself and hands everything else to dist/main.cjs, compiled beforehand where it can be. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const root = path.dirname(__dirname);
const dist = path.join(root, 'dist');
const kept = [];
const [word, ...rest] = process.argv.slice(2);

if ((word === '--version' || word === '-V') && rest.length === 0) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  try {
    fs.writeSync(1, `${version}\n`);
  } catch (error) {
    // The reader has gone, as in `svc --version | true`.
    if (error.code !== 'EPIPE') {
      process.exitCode = 1;
      fs.writeSync(2, `error: The output could not be written: ${error.message}.\n`);
    }
  }
} else if (fs.existsSync(path.join(dist, 'main.cjs'))) {
  // A press of the completion key must cost next to nothing, and so must a page of help.
  const isHelp = /^(?:--help|-h)$/.test(process.argv.at(process.argv.at(-1) === '--all' ? -2 : -1));
  if (word === '__complete') void load('complete').main(load);
  else if (isHelp)
    void load('help')
      .main(load)
      .then(() => load('main').main(load));
  else void load('main').main(load);
} else {
  fs.writeSync(2, 'svc is not built: dist/main.cjs is missing. Run `npm run build` in its folder.\n');
  process.exitCode = 1;
}

/** What a pack of dist/ exports. */
function load(name) {
  const Module = module.constructor;
  const { Script } = require('node:vm');
  const file = path.join(dist, `${name}.cjs`);
  const compiled = path.join(dist, 'compiled', process.versions.node.split('.')[0], name);
  const cachedData = fs.existsSync(compiled) ? fs.readFileSync(compiled) : undefined;
  const script = new Script(fs.readFileSync(file, 'latin1'), { filename: file, cachedData });
  const pack = new Module(file, module);
  Object.assign(pack, { filename: file, paths: module.paths });
  require.cache[file] = pack;
  script.runInThisContext()(pack.exports, pack.require.bind(pack), pack, file, dist);
  if (process.env.SVC_KEEP_COMPILED) keep(compiled, script);
  return pack.exports;
}

/** When the process ends, with what it compiled until then. */
function keep(file, script) {
  if (kept.push([file, script]) > 1) return;
  process.once('exit', () => kept.forEach(([path, one]) => fs.writeFileSync(path, one.createCachedData())));
}
