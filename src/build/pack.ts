/** Packs the files that a start may need into a few, stage by stage, each with V8's compiled form beside it. Called by bundle.ts. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** One file of the bundle, below dist/, with `/` between its parts. */
type Name = string;

/** Files that are needed together. */
export interface Stage {
  /** `call` for `dist/call.cjs`. */
  readonly name: string;
  readonly files: readonly Name[];
}

/**
 * Writes a file per stage with every packed file as a function in it, run when first required. The first stage is
 * `main`, and it alone knows where the rest lies. A packed chunk stays on disk as a line that asks it, so that chunks
 * outside share one instance of everything.
 * @param alone a start of its own, with a copy of everything it needs at once
 */
export async function pack(stages: readonly Stage[], alone: Stage, dist: string): Promise<void> {
  const homes: Record<Name, string> = {};
  for (const { name, files } of stages) for (const file of files) homes[file] ??= name;
  const texts = stages.map(
    ({ name, files }) =>
      [
        name,
        bodies(
          files.filter((file) => homes[file] === name),
          dist,
        ),
      ] as const,
  );
  const aloneText = bodies(alone.files, dist);
  for (const file of Object.keys(homes)) {
    if (file !== 'main.cjs')
      writeFileSync(join(dist, file), `module.exports=require("../main.cjs").packed(${JSON.stringify(file)});\n`);
  }
  const later = Object.fromEntries(Object.entries(homes).filter(([, home]) => home !== 'main'));
  for (const [name, text] of texts) {
    writePack(dist, name, text, name === 'main' ? runtime(name, later) : 'module.exports=files;\n');
  }
  writePack(dist, alone.name, aloneText, runtime(alone.name, {}));
  await keepCompiled(dist, [...stages, alone]);
}

/** The launcher reads a pack a byte a character; esbuild writes everything beyond ASCII as an escape. */
function writePack(dist: string, name: string, text: string, rest: string): void {
  if (Buffer.byteLength(text) !== text.length) throw new Error(`The pack ${name} holds signs beyond ASCII.`);
  writeFileSync(join(dist, `${name}.cjs`), wrapped(`const files={${text}};\n${rest}`));
}

/**
 * A module in the wrapper that Node would give it: the launcher takes the function as it is and need not copy the text
 * to wrap it; Node's own loader, whose wrapper comes around this one, finds it called.
 */
const wrapped = (text: string): string =>
  `"use strict";(whole=>typeof module==="undefined"?whole:whole(exports,require,module,__filename,__dirname))` +
  `(function(exports,require,module,__filename,__dirname){${text}\n});\n`;

const bodies = (files: readonly Name[], dist: string): string =>
  files
    .map((file) => {
      const code = readFileSync(join(dist, file), 'utf8').replace(/^"use strict";/, '');
      return `${JSON.stringify(file)}(module,exports,require){${code}\n}`;
    })
    .join(',');

/** Ordinary journeys; nobody answers at the address, so that the last ones end after they have asked. */
const JOURNEYS: readonly (readonly string[])[] = [
  ['--help'],
  ['posts', 'list', '--help'],
  ['posts', 'list'],
  ['posts', 'create', '--help'],
  ['posts', 'create', 'hi', '--draft'],
  ['__complete', 'zsh', '=', 'posts'],
  ['__complete', 'bash', '9', '80', '=', 'svc posts create --to '],
];
const NOBODY = 'http://127.0.0.1:9';

/** The local service from nothing to its first answer. */
const SERVICE: readonly string[] = ['local', 'start', '--foreground', '--ephemeral', '--port', '0', '-o', 'json'];

/** Lets the launcher keep what these journeys compiled. A Node of another version refuses it and compiles as usual. */
async function keepCompiled(dist: string, stages: readonly Stage[]): Promise<void> {
  const launcher = join(dist, '..', 'bin', 'svc.js');
  for (const { name } of stages) rmSync(join(dist, `${name}.cjs.compiled`), { force: true });
  const home = mkdtempSync(join(tmpdir(), 'svc-pack-'));
  const env = { PATH: process.env['PATH'], SVC_KEEP_COMPILED: '1', HOME: home };
  const calling = { ...env, SVC_BASE_URL: NOBODY, SVC_API_KEY: 'sk_none' };
  for (const words of JOURNEYS) spawnSync(process.execPath, [launcher, ...words], { env: calling, stdio: 'ignore' });
  await answeredOnce([launcher, ...SERVICE], env);
  rmSync(home, { recursive: true });
}

async function answeredOnce(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const service = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
  const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string };
  await fetch(`${url}/v1/profiles`, { headers: { authorization: `Bearer ${apiKey}` } });
  const gone = once(service, 'exit');
  service.kill('SIGTERM');
  await gone;
}

const runtime = (entry: string, later: Readonly<Record<Name, string>>): string => `const later=${JSON.stringify(later)};
const done={};
let load=name=>require("./"+name+".cjs");
const packed=name=>{
  if(!done[name]){
    if(!(name in files))Object.assign(files,load(later[name]));
    const module=done[name]={exports:{}},below=name.startsWith("chunks/")?"chunks/":"";
    files[name](module,module.exports,asked=>{
      const inside=asked.startsWith("./")?below+asked.slice(2):asked;
      return inside in files||inside in later?packed(inside):require(asked.startsWith("./")?"./"+inside:asked);
    });
  }
  return done[name].exports;
};
module.exports={packed,ran:()=>Object.keys(done),main:loader=>{load=loader;return packed("${entry}.cjs").main()}};
`;
