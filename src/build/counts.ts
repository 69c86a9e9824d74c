/** Counts what the house holds itself to: sizes, cycles, arrows between rooms, and words that say too little. `npx tsx src/build/counts.ts` prints the table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS } from '../platforms/platforms.ts';
import { OPERATIONS } from '#areas';
import { arrowsUp, cyclesOf, mutualPairs, type Rooms } from './counts/graph.ts';
import { sourcesIn, type Source } from './counts/source.ts';
import {
  apiPaths,
  bagAccesses,
  callsOf,
  effectsAsParticiples,
  hiddenKeys,
  platformComparisons,
  sameNamedTypes,
  type Found,
} from './counts/words.ts';

const ROOT = join(import.meta.dirname, '..', '..');

type Row = readonly [what: string, figure: string];

const sources = sourcesIn(ROOT);
const rooms = JSON.parse(readFileSync(join(import.meta.dirname, 'rooms.json'), 'utf8')) as Rooms;
const within = (folder: string): Source[] => sources.filter(({ path }) => path.startsWith(folder));
const without = (...folders: string[]): Source[] =>
  sources.filter(({ path }) => !folders.some((folder) => path.startsWith(folder)));

function sizes(): Row[] {
  const named = sources.flatMap((one) => one.functions.filter(({ name }) => name !== ''));
  const functions = named.map(({ lines }) => lines);
  const mirrored = sources.filter(({ path }) =>
    existsSync(join(ROOT, path.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts'))),
  );
  return [
    ['source files', String(sources.length)],
    [
      'file lines: median / p90 / longest',
      spread(
        sources.map(({ lines }) => lines),
        0.9,
      ),
    ],
    ['lines of named functions: median / p95 / longest', spread(functions, 0.95)],
    ['sources with a test at the mirrored path', `${String(mirrored.length)} of ${String(sources.length)}`],
  ];
}

function graph(): Row[] {
  const up = arrowsUp(sources, rooms);
  return [
    ['import cycles at run time: groups, files, largest', groups(cyclesOf(sources, { types: false }))],
    ['import cycles with types: groups, files, largest', groups(cyclesOf(sources, { types: true }))],
    ['arrows up inside service/ (known: rooms.json)', `${String(up.length)} (${String(rooms.known.length)})`],
    ['room pairs of service/ that import each other', String(mutualPairs(sources).length)],
  ];
}

function served(): Row[] {
  const ids = operationIds();
  const own = ids.filter((id) => Object.hasOwn(OPERATIONS, id)).length;
  return [['operations with a function of their own / by the engine', `${String(own)} / ${String(ids.length - own)}`]];
}

function operationIds(): string[] {
  const folder = join(ROOT, 'src', 'contract');
  const pages = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return pages.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/^ +operationId: *(\w+)/gm)].map(([, id = '']) => id),
  );
}

function words(): Row[] {
  const types = sameNamedTypes(sources);
  const most = types.slice(0, 8).map(([name, files]) => `${name} ${String(files)}`);
  return [
    ['type names in more than three files', `${String(types.length)}: ${most.join(', ')}`],
    ['bare participles with an effect', String(effectsAsParticiples(sources).length)],
    ["doc['…']", inFiles(bagAccesses(within('src/service/')))],
    ['hidden $ keys', String(hiddenKeys(within('src/service/')).length)],
    ['/v1 outside the contract and service/http', inFiles(apiPaths(without('src/contract/', 'src/service/http/')))],
    [
      'comparisons with a platform outside platforms/',
      inFiles(platformComparisons(without('src/platforms/'), new Set(Object.keys(PLATFORMS)))),
    ],
    ['transact( in areas/', inFiles(callsOf(within('src/service/areas/'), 'transact'))],
  ];
}

const groups = (cycles: readonly string[][]): string =>
  [cycles.length, cycles.flat().length, cycles[0]?.length ?? 0].join(', ');

const inFiles = ({ count, files }: Found): string => `${String(count)} in ${String(files)} files`;

/** @param high for example 0.9 for the ninetieth percentile */
function spread(values: readonly number[], high: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return [at(0.5), at(high), sorted.at(-1) ?? 0].join(' / ');
}

const rows: readonly Row[] = [...sizes(), ...graph(), ...served(), ...words()];
const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, figure] of rows) console.log(`${what.padEnd(width)}  ${figure}`);
