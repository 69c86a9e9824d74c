/** Packs the files that a start may need into dist/main.cjs, and keeps V8's compiled form beside it. Called by bundle.ts. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of the bundle, below dist/, with `/` between its parts. */
type Name = string;

/**
 * Writes `main.cjs` with every packed file as a function in it, run when first required. A packed chunk stays on disk as a
 * line that asks the pack, so that chunks outside it share one instance of everything.
 * @param names files to pack, `main.cjs` among them
 */
export function pack(names: readonly Name[], dist: string): void {
  const bodies = names.map((name) => {
    const code = readFileSync(join(dist, name), 'utf8').replace(/^"use strict";/, '');
    return `${JSON.stringify(name)}(module,exports,require){${code}\n}`;
  });
  for (const name of names) {
    if (name === 'main.cjs') continue;
    writeFileSync(join(dist, name), `module.exports=require("../main.cjs").packed(${JSON.stringify(name)});\n`);
  }
  // The launcher reads the pack a byte a character; esbuild writes everything beyond ASCII as an escape.
  if (bodies.some((body) => Buffer.byteLength(body) !== body.length))
    throw new Error('The pack holds signs beyond ASCII.');
  writeFileSync(join(dist, 'main.cjs'), `"use strict";const files={${bodies.join(',')}};\n${RUNTIME}`);
  keepCompiled(dist);
}

/** Ordinary journeys; nobody answers at the address, so that the last one ends after it has asked. */
const JOURNEYS: readonly (readonly string[])[] = [['--help'], ['posts', 'create', '--help'], ['posts', 'list']];
const NOBODY = 'http://127.0.0.1:9';

/** Lets the launcher keep what these journeys compiled. A Node of another version refuses it and compiles as usual. */
function keepCompiled(dist: string): void {
  const launcher = join(dist, '..', 'bin', 'svc.js');
  rmSync(join(dist, 'main.cjs.compiled'), { force: true });
  const env = {
    PATH: process.env['PATH'],
    SVC_KEEP_COMPILED: '1',
    SVC_BASE_URL: NOBODY,
    SVC_API_KEY: 'sk_none',
    HOME: dist,
  };
  for (const words of JOURNEYS) spawnSync(process.execPath, [launcher, ...words], { env, stdio: 'ignore' });
}

const RUNTIME = `const done={};
const packed=name=>{
  if(!done[name]){
    const module=done[name]={exports:{}},below=name.startsWith("chunks/")?"chunks/":"";
    files[name](module,module.exports,asked=>{
      const inside=asked.startsWith("./")?below+asked.slice(2):asked;
      return inside in files?packed(inside):require(asked.startsWith("./")?"./"+inside:asked);
    });
  }
  return done[name].exports;
};
module.exports={packed,ran:()=>Object.keys(done),main:()=>packed("main.cjs").main()};
`;
