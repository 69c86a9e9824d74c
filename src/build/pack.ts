/** Packs the files that a start may need into a few, stage by stage. Called by bundle.ts. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Name, Part } from './join.ts';

/** One file of dist/ for what is needed at one stage of a command. */
export interface Pack {
  /** `call` for `dist/call.cjs`. */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** Begins a process, and alone knows where the rest lies. */
const MAIN = 'main';

/** Starts of their own, with a copy of everything they need at once. */
export const ALONE: readonly string[] = ['complete', 'help'];

/**
 * Writes each pack as a file of dist/; a part of it runs when one of its files is first required. A packed file stays on
 * disk as a line that asks for it, so that files outside share one instance of everything.
 */
export function pack(packs: readonly Pack[], dist: string): void {
  const bodies = new Map(packs.map((one) => [one.name, bodyOf(one)]));
  for (const { name, parts } of packs) {
    const known =
      name === MAIN ? packs.filter((one) => !ALONE.includes(one.name)) : packs.filter((one) => one.name === name);
    const ids = Object.fromEntries(known.map((one) => [one.name, idOf(bodies.get(one.name) ?? '')]));
    const body = bodies.get(name) ?? '';
    const rest = [MAIN, ...ALONE].includes(name)
      ? runtime(name, { homes: homesOf(known), ids })
      : `module.exports=Object.assign(parts,{id:${JSON.stringify(idOf(body))}});`;
    writeFileSync(join(dist, `${name}.cjs`), wrapped(`const parts=[${body}];\n${rest}`));
    if (ALONE.includes(name)) continue;
    for (const file of parts.flatMap(({ files }) => files).filter((one) => one !== `${MAIN}.cjs`))
      writeFileSync(join(dist, file), `module.exports=${packedIn(file)};\n`);
  }
}

/** What is packed, for files of dist/chunks that are not: they ask the pack, and Node need not look for a file. */
const packedIn = (file: Name): string => `require("../${MAIN}.cjs").packed(${JSON.stringify(file)})`;

/** Lets the `files` of dist/chunks, which are in no pack, ask the packs for what they need of them. */
export function refer(files: readonly Name[], packs: readonly Pack[], dist: string): void {
  const homes = homesOf(packs.filter(({ name }) => !ALONE.includes(name)));
  for (const file of files) {
    const path = join(dist, file);
    const text = readFileSync(path, 'utf8');
    const referenceTo = (whole: string, name: string): string => {
      const found = join(dirname(file), name);
      return found in homes ? packedIn(found) : whole;
    };
    writeFileSync(path, text.replaceAll(/require\("\.\/([\w.-]+)"\)/g, referenceTo));
  }
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
function bodyOf({ name, parts }: Pack): string {
  const text = parts.map((part) => `(module,exports,require)=>{${part.text}}`).join(',');
  if (Buffer.byteLength(text) !== text.length) throw new Error(`The pack ${name} holds signs beyond ASCII.`);
  return text;
}

/** Tells packs of one build from those of another, which have other parts under the same name. */
const idOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

/**
 * A module in the wrapper that Node would give it: the launcher takes the function as it is and need not copy the text
 * to wrap it; Node's own loader, whose wrapper comes around this one, finds it called.
 */
const wrapped = (text: string): string =>
  `"use strict";(whole=>typeof module==="undefined"?whole:whole(exports,require,module,__filename,__dirname))` +
  `(function(exports,require,module,__filename,__dirname){${text}\n});\n`;

interface Whereabouts {
  readonly homes: Readonly<Record<Name, Home>>;
  /** Of each pack. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Gives out files of the packs, whose parts run once. A pack of another build, which an update of the package put there, is refused. */
const runtime = (own: string, { homes, ids }: Whereabouts): string => `const homes=${JSON.stringify(homes)};
const ids=${JSON.stringify(ids)};
const packs={${JSON.stringify(own)}:parts};
const makes={};
const done={};
let load=name=>require("./"+name+".cjs");
const packOf=name=>{
  const pack=load(name);
  if(pack.id!==ids[name])throw new Error("dist/"+name+".cjs is of another build.");
  return pack;
};
const run=([name,part])=>{
  const module={exports:{}};
  (packs[name]??=packOf(name))[part](module,module.exports,name=>{
    const file=name.startsWith("./")&&name.slice(2);
    return file in homes?packed(file):require(name);
  });
  Object.assign(makes,module.exports.files);
};
const packed=file=>{
  if(!(file in makes))run(homes[file]);
  return done[file]??=Object.defineProperty(makes[file](),"__esModule",{value:true});
};
module.exports={packed,ran:()=>Object.keys(makes),main:loader=>{load=loader;return packed("${own}.cjs").main()}};
`;
