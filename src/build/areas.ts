/** The index of the service's areas, made of their own files: who serves an operation, does due work, decides what comes in, acts on what happens in another area, answers outside the API. Called by press.ts. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Refuse } from './refusal.ts';

const AREAS = 'src/service/areas';

/** File of an area to the name under which it exports its list. */
const PARTS = { operations: 'handlers', work: 'work', arrives: 'arrives', reacts: 'reacts', raw: 'rawRoutes' } as const;

type Part = keyof typeof PARTS;

/** What an address outside the API is found by; its function is loaded later. */
interface Address {
  readonly method: string;
  readonly path: string;
  readonly needsTools?: boolean;
}

/** One file of an area with the list that it exports: functions by name, or addresses. */
export interface AreaFile {
  readonly area: string;
  readonly part: Part;
  readonly list: Readonly<Record<string, unknown>> | readonly Address[] | undefined;
}

/** Loads the files of all areas. They read what the press has written before: `#events`. */
export async function areaFiles(root: string): Promise<readonly AreaFile[]> {
  const folder = join(root, AREAS);
  const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const there = areas.flatMap(({ name: area }) =>
    (Object.keys(PARTS) as Part[])
      .map((part) => ({ area, part, path: join(folder, area, `${part}.ts`) }))
      .filter(({ path }) => existsSync(path)),
  );
  return Promise.all(
    there.map(async ({ area, part, path }) => {
      const module = (await import(pathToFileURL(path).href)) as Record<string, AreaFile['list']>;
      return { area, part, list: module[PARTS[part]] };
    }),
  );
}

/** What the areas are held against. */
export interface Known {
  readonly operations: ReadonlySet<string>;
  /** Kinds of due rows whose work is no area's, with the file that does it. */
  readonly elsewhere: { readonly file: string; readonly kinds: readonly string[] };
}

/** Every function under a name that exists, and every name once. */
export function auditAreas(files: readonly AreaFile[], known: Known, refuse: Refuse): void {
  const claims = new Map(known.elsewhere.kinds.map((kind) => [`work ${kind}`, known.elsewhere.file]));
  for (const one of files) {
    const { part, list } = one;
    const file = pathOf(one);
    if (list === undefined) refuse({ file }, `exports no ${PARTS[part]}, the list that the press makes its index of`);
    for (const name of namesOf(list)) {
      const other = claims.get(`${part} ${name}`);
      if (other !== undefined) refuse({ file }, `${ACTS[part]} ${name}, and so does ${other}; keep one of the two`);
      // Several areas may act on the same thing.
      if (part !== 'reacts') claims.set(`${part} ${name}`, file);
      if (part === 'operations' && !known.operations.has(name))
        refuse(
          { file },
          `has a function for ${name}, which is no operation; name it by an operationId of src/contract`,
        );
    }
  }
}

const ACTS: Readonly<Record<Part, string>> = {
  operations: 'serves',
  work: 'does due work of the kind',
  arrives: 'decides what comes in as',
  reacts: 'acts on',
  raw: 'answers at',
};

/** Ids of the operations that have a function of their own. */
export const ownFunctions = (files: readonly AreaFile[]): ReadonlySet<string> =>
  new Set(files.flatMap(({ part, list }) => (part === 'operations' ? namesOf(list) : [])));

/** The module behind `#areas`: names to areas, and what loads one. */
export function areasModule(files: readonly AreaFile[]): string {
  const addresses = files.flatMap(({ area, list }) => (isAddresses(list) ? list.map((one) => ({ ...one, area })) : []));
  const rows = addresses.map(({ area, method, path, needsTools }) => ({ area, method, path, needsTools }));
  return `/** Generated from ${AREAS} by the press. */
import type { Inbound } from '../../src/service/causes/cause.ts';
import type { DueWork, Handler, Reacts } from '../../src/service/desk.ts';
import type { RawRoute } from '../../src/service/exchange/raw.ts';

type Names = Readonly<Record<string, string>>;
type Loads<T> = Readonly<Record<string, () => Promise<T>>>;
type Functions<T> = Loads<Readonly<Record<string, T>>>;

export const OPERATIONS: Names = ${areasByName(files, 'operations')};
export const WORK: Names = ${areasByName(files, 'work')};
export const ARRIVES: Names = ${areasByName(files, 'arrives')};
export const REACTS: Readonly<Record<string, readonly string[]>> = ${reacting(files)};
export const RAW: readonly (Omit<RawRoute, 'handle'> & { readonly area: string })[] = ${JSON.stringify(rows)};

export const loadOperations: Functions<Handler> = ${loadsOf(files, 'operations')};
export const loadWork: Functions<DueWork> = ${loadsOf(files, 'work')};
export const loadArrives: Functions<Inbound> = ${loadsOf(files, 'arrives')};
export const loadReacts: Loads<Reacts> = ${loadsOf(files, 'reacts')};
export const loadRaw: Loads<readonly RawRoute[]> = ${loadsOf(files, 'raw')};
`;
}

const pathOf = ({ area, part }: AreaFile): string => `${AREAS}/${area}/${part}.ts`;

const isAddresses = (list: AreaFile['list']): list is readonly Address[] => Array.isArray(list);

const namesOf = (list: AreaFile['list'] = {}): readonly string[] =>
  isAddresses(list) ? list.map(({ method, path }) => `${method} ${path}`) : Object.keys(list);

const areasByName = (files: readonly AreaFile[], part: Part): string =>
  JSON.stringify(
    Object.fromEntries(
      files.flatMap((one) => (one.part === part ? namesOf(one.list).map((name) => [name, one.area]) : [])),
    ),
  );

/** What happens to the areas that act on it. */
function reacting(files: readonly AreaFile[]): string {
  const areas: Record<string, string[]> = {};
  for (const { area, part, list } of files)
    if (part === 'reacts') for (const name of namesOf(list)) (areas[name] ??= []).push(area);
  return JSON.stringify(areas);
}

const loadsOf = (files: readonly AreaFile[], part: Part): string => {
  const own = files.filter((one) => one.part === part);
  const loads = own.map((one) => {
    const load = `async () => (await import('../../${pathOf(one)}')).${PARTS[part]}`;
    return `  ${JSON.stringify(one.area)}: ${load},\n`;
  });
  return `{\n${loads.join('')}}`;
};
