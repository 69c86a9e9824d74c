/** Names in a seed file in place of ids: of records that the service has, and of those that the file creates. */
import { isIdOf, type Called } from '../../kernel/called.ts';
import { isFields, textOf } from '../../kernel/json.ts';
import type { Problem } from '../../schema/problem.ts';
import { suggestion } from '../../schema/suggest.ts';
import { kindLabel } from '../../platforms/labels.ts';
import type { Desk } from '../desk.ts';
import type { Kind, Reader } from '../store/store.ts';

export interface Names {
  /** Makes the names of a record known that is to be created. */
  expect(kind: string, row: unknown): void;
  /** A record with ids in place of names, and the names that nothing has. */
  resolve(row: unknown): { readonly value: unknown; readonly problems: readonly Problem[] };
}

/** In place of the id of a record that is not there yet: it has the form of one. */
const FUTURE = '0'.repeat(24);

type Path = Problem['path'];

/** @param reader the state whose records may be named */
export async function openNames({ catalog }: Desk, reader: Reader, teamId: string): Promise<Names> {
  const called = catalog.called();
  const kinds = kindsByField(catalog.kinds(), called);
  const known = new Map<string, Map<string, string[]>>();
  for (const kind of Object.keys(called))
    for (const { id, doc } of await reader.list(kind as Kind, { teamId }))
      learn(known, kind, {
        record: doc,
        id: textOf((doc as Readonly<Record<string, unknown>>)[called[kind]?.key ?? '']) ?? id,
        called,
      });
  const idOf = (kind: string, word: string): string | Omit<Problem, 'path'> => {
    const ids = known.get(kind)?.get(word.replace(/^@/, '').toLowerCase()) ?? [];
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) return only;
    if (ids.length > 1)
      return invalid(`${String(ids.length)} records are called ${JSON.stringify(word)}; write the id`);
    const near = suggestion(word, known.get(kind)?.keys() ?? []);
    return {
      ...invalid(`there is no ${kindLabel(kind)} called ${JSON.stringify(word)}`),
      ...(near !== undefined && { suggestion: near }),
    };
  };
  const walk = (value: unknown, path: Path, problems: Problem[]): unknown => {
    if (Array.isArray(value)) return value.map((item, at) => walk(item, [...path, at], problems));
    const field = path.findLast((step) => typeof step === 'string');
    const kind = kinds.get(field as string);
    if (typeof value === 'string' && kind !== undefined && called[kind] && !isIdOf(called[kind], value)) {
      const id = idOf(kind, value);
      if (typeof id === 'string') return id;
      problems.push({ ...id, path });
      return FUTURE;
    }
    if (!isFields(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, [...path, name], problems)]));
  };
  return {
    expect: (kind, row) => learn(known, kind, { record: row, id: FUTURE, called }),
    resolve(row) {
      const problems: Problem[] = [];
      return { value: walk(row, [], problems), problems };
    },
  };
}

/** Fields that hold ids, by the names that the kinds declare for them. */
function kindsByField(
  kinds: Readonly<Record<string, { readonly names?: readonly string[]; readonly references?: readonly string[] }>>,
  called: Readonly<Record<string, Called>>,
): ReadonlyMap<string, string> {
  const entries = Object.keys(called).flatMap((kind) =>
    [...(kinds[kind]?.names ?? []), ...(kinds[kind]?.references ?? [])].map((name) => [name, kind] as const),
  );
  return new Map(entries);
}

interface Learnt {
  readonly record: unknown;
  readonly id: string;
  readonly called: Readonly<Record<string, Called>>;
}

function learn(known: Map<string, Map<string, string[]>>, kind: string, { record, id, called }: Learnt): void {
  if (!isFields(record)) return;
  const words = (called[kind]?.by ?? []).flatMap((field) => textOf(record[field]) || []);
  const platform = textOf(record['platform']);
  const names = [...words, ...(platform === undefined ? [] : words.map((word) => `${platform}:${word}`))];
  const those = known.get(kind) ?? new Map<string, string[]>();
  known.set(kind, those);
  for (const name of new Set(names.map((one) => one.toLowerCase()))) those.set(name, [...(those.get(name) ?? []), id]);
}

const invalid = (sentence: string): Omit<Problem, 'path'> => ({ kind: 'invalid', sentence });
