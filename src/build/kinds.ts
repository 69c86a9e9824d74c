/** Reads src/contract/kinds: one YAML file per area, each kind declared once. Next stop: effects.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { API_ERRORS } from '../kernel/errors.ts';
import { ID_FORMS, SOURCES, type Kind } from '../kernel/effect.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import type { Refuse } from './refusal.ts';

/** A kind beside the file that declares it. */
export interface DeclaredKind {
  readonly file: string;
  readonly kind: Kind;
}

export type Kinds = ReadonlyMap<string, DeclaredKind>;

const FOLDER = 'kinds';

/** Owners that are no kind. */
const OWNERS: readonly string[] = ['team', 'network'];

const KEYS: readonly string[] = [
  'summary',
  'id',
  'key',
  'names',
  'references',
  'called',
  'of',
  'owner',
  'shared',
  'source',
  'initial',
  'examples',
  'times',
  'counts',
  'lengths',
  'platforms',
  'postDefaults',
  'platform',
  'normal',
  'seen',
  'unread',
  'keeps',
  'holds',
  'missing',
  'unique',
  'view',
  'states',
] satisfies readonly (keyof Kind)[];

/** Every kind of the contract's folder; what is declared wrongly is refused. */
export function readKinds(folder: string, refuse: Refuse): Kinds {
  const kinds = new Map<string, DeclaredKind>();
  for (const [file, name, kind] of declarations(folder)) {
    const known = kinds.get(name);
    if (known !== undefined) refuse({ file }, `the kind ${name} is declared in ${known.file} already`);
    else kinds.set(name, { file, kind });
  }
  for (const [name, declared] of kinds) auditKind(name, declared, { kinds, refuse });
  return kinds;
}

function declarations(folder: string): [file: string, name: string, kind: Kind][] {
  const place = join(folder, FOLDER);
  const files = existsSync(place) ? readdirSync(place).filter((file) => file.endsWith('.yaml')) : [];
  return files.sort().flatMap((file) => {
    const page = parse(readFileSync(join(place, file), 'utf8')) as Record<string, Kind> | null;
    return Object.entries(page ?? {}).map(([name, kind]): [string, string, Kind] => [`${FOLDER}/${file}`, name, kind]);
  });
}

/** Codes of the catalogue for what is not there. */
const NOT_FOUND: readonly string[] = Object.entries(API_ERRORS)
  .filter(([, { status }]) => status === 404)
  .map(([code]) => code);

interface Auditing {
  readonly kinds: Kinds;
  readonly refuse: Refuse;
}

function auditKind(name: string, { file, kind }: DeclaredKind, { kinds, refuse }: Auditing): void {
  const say = (sentence: string): void => refuse({ file }, `the kind ${name} ${sentence}`);
  for (const key of Object.keys(kind)) if (!KEYS.includes(key)) say(`has the unknown key ${key}`);
  if (!ID_FORMS.includes(kind.id)) say(`needs the form of its id: id is one of ${ID_FORMS.join(', ')}`);
  if (!SOURCES.includes(kind.source))
    say(`has no source; say where its first records come from: ${SOURCES.join(', ')}`);
  if (!kinds.has(kind.owner) && !OWNERS.includes(kind.owner)) say(`has the unknown owner ${String(kind.owner)}`);
  if (kind.of !== undefined && !kinds.has(kind.of)) say(`takes its ids from the unknown kind ${kind.of}`);
  if (kind.id === 'single' && kind.names !== undefined) say('is single and has no id, so names have no meaning');
  if (kind.missing !== undefined && !NOT_FOUND.includes(kind.missing))
    say(`is missing with ${kind.missing}, which is no 404 of src/kernel/errors.ts`);
  for (const platform of kind.platforms ?? [])
    if (!Object.hasOwn(PLATFORMS, platform)) say(`is of the unknown platform ${platform}`);
  if (kind.postDefaults !== undefined && kind.owner !== 'account')
    say('is not owned by an account, so postDefaults have no meaning');
  if (kind.platforms !== undefined && !isOfAccount(kind, kinds))
    say('belongs to no account, so platforms have no meaning');
  for (const [field, counted] of Object.entries(kind.counts ?? {})) {
    const of = typeof counted === 'string' ? counted : counted.kind;
    if (!kinds.has(of)) say(`counts records of the unknown kind ${of} in ${field}`);
  }
}

/** Whether such a record is made below an account, however far. */
const isOfAccount = ({ owner }: Kind, kinds: Kinds): boolean => {
  const above = kinds.get(owner)?.kind;
  return owner === 'account' || (above !== undefined && isOfAccount(above, kinds));
};
