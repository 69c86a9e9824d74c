/** Packs the files that a start may need into a few, stage by stage, each with V8's compiled form beside it. Called by bundle.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Name, Part } from './join.ts';

/** One file of dist/ for what is needed at one stage of a command. */
export interface Pack {
  /** `call` for `dist/call.cjs`. */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** Begins a process, and alone knows where the rest lies. */
const MAIN = 'main';

/** A start of its own, with a copy of everything it needs at once. */
const ALONE = 'complete';

/**
 * Writes each pack as a file of dist/; a part of it runs when one of its files is first required. A packed file stays on
 * disk as a line that asks for it, so that files outside share one instance of everything.
 */
export async function pack(packs: readonly Pack[], dist: string): Promise<void> {
  for (const { name, parts } of packs) {
    const known = name === MAIN ? packs.filter((one) => one.name !== ALONE) : packs.filter((one) => one.name === name);
    writePack(
      dist,
      name,
      parts,
      [MAIN, ALONE].includes(name) ? runtime(name, homesOf(known)) : 'module.exports=parts;',
    );
    if (name === ALONE) continue;
    for (const file of parts.flatMap(({ files }) => files).filter((one) => one !== `${MAIN}.cjs`))
      writeFileSync(join(dist, file), `module.exports=require("../${MAIN}.cjs").packed(${JSON.stringify(file)});\n`);
  }
  await keepCompiled(dist, packs);
}

/** Pack and position of the part where a file lies. */
type Home = readonly [pack: string, part: number];

const homesOf = (packs: readonly Pack[]): Record<Name, Home> =>
  Object.fromEntries(
    packs.flatMap(({ name, parts }) =>
      parts.flatMap(({ files }, part) => files.map((file) => [file, [name, part] as const])),
    ),
  );

/** The launcher reads a pack a byte a character; esbuild writes everything beyond ASCII as an escape. */
function writePack(dist: string, name: string, parts: readonly Part[], rest: string): void {
  const text = parts.map((part) => `(module,exports,require)=>{${part.text}}`).join(',');
  if (Buffer.byteLength(text) !== text.length) throw new Error(`The pack ${name} holds signs beyond ASCII.`);
  writeFileSync(join(dist, `${name}.cjs`), wrapped(`const parts=[${text}];\n${rest}`));
}

/**
 * A module in the wrapper that Node would give it: the launcher takes the function as it is and need not copy the text
 * to wrap it; Node's own loader, whose wrapper comes around this one, finds it called.
 */
const wrapped = (text: string): string =>
  `"use strict";(whole=>typeof module==="undefined"?whole:whole(exports,require,module,__filename,__dirname))` +
  `(function(exports,require,module,__filename,__dirname){${text}\n});\n`;

/** Ordinary journeys. */
const JOURNEYS: readonly (readonly string[])[] = [
  ['--help'],
  ['posts', 'list', '--help'],
  ['posts', 'list'],
  ['posts', 'list', '-o', 'table'],
  ['posts', 'create', '--help'],
  ['posts', 'create', 'hi', '--draft'],
  ['posts', 'create', 'hi', '--to', 'bluesky', '--at', '+2h', '--dry-run'],
  ['__complete', 'zsh', '=', 'posts'],
  ['__complete', 'bash', '9', '80', '=', 'svc posts create --to '],
];

/** What the journeys are answered, whatever they ask. */
const POST = {
  _id: '0'.repeat(24),
  content: 'hi',
  status: 'draft',
  platforms: [],
  createdAt: '2026-01-05T09:00:00.000Z',
};
const ANSWER = { post: POST, posts: [POST], pagination: { page: 1, limit: 10, total: 1, pages: 1 } };

/** The local service from nothing to its first answer. */
const SERVICE: readonly string[] = ['local', 'start', '--foreground', '--ephemeral', '--port', '0', '-o', 'json'];

/** Lets the launcher keep what these journeys compiled. A Node of another version refuses it and compiles as usual. */
async function keepCompiled(dist: string, packs: readonly Pack[]): Promise<void> {
  const launcher = join(dist, '..', 'bin', 'svc.js');
  for (const { name } of packs) rmSync(join(dist, `${name}.cjs.compiled`), { force: true });
  const home = mkdtempSync(join(tmpdir(), 'svc-pack-'));
  const env = { PATH: process.env['PATH'], SVC_KEEP_COMPILED: '1', HOME: home };
  const api = createServer((_request, answer) => {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWER));
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const { port } = api.address() as AddressInfo;
  const calling = { ...env, SVC_BASE_URL: `http://127.0.0.1:${String(port)}`, SVC_API_KEY: 'sk_none' };
  for (const words of JOURNEYS)
    await once(spawn(process.execPath, [launcher, ...words], { env: calling, stdio: 'ignore' }), 'exit');
  api.close();
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

/** Gives out files of the packs, whose parts run once. */
const runtime = (own: string, homes: Readonly<Record<Name, Home>>): string => `const homes=${JSON.stringify(homes)};
const packs={${JSON.stringify(own)}:parts};
const done={};
let load=name=>require("./"+name+".cjs");
const run=([name,part])=>{
  const module={exports:{}};
  (packs[name]??=load(name))[part](module,module.exports,asked=>{
    const file=asked.startsWith("./")&&asked.slice(2);
    return file in homes?packed(file):require(asked);
  });
  for(const file in module.exports)done[file]=Object.defineProperty(module.exports[file],"__esModule",{value:true});
};
const packed=file=>{
  if(!(file in done))run(homes[file]);
  return done[file];
};
module.exports={packed,ran:()=>Object.keys(done),main:loader=>{load=loader;return packed("${own}.cjs").main()}};
`;
