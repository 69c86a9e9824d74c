/** Proves that every parameter of a list says what it means: a field of the records, their owner, the page, or a word of the effect. Called by press.ts. */
import type { Card } from '../kernel/card.ts';
import { LIST_WORDS, type Kind, type ServedOperation } from '../kernel/effect.ts';
import type { Schema } from '../kernel/schema.ts';
import type { Compiled } from './compile.ts';
import type { Refuse } from './refusal.ts';
import type { Serving } from './fidelity.ts';

/** @param records schemas of the records of each kind */
export function auditListParameters(
  { files, service, fixtures }: Pick<Compiled, 'files' | 'service' | 'fixtures'>,
  records: Readonly<Record<string, Schema>>,
  refuse: Refuse,
): void {
  const sent = sentInQueries({ files, service });
  const ids = new Set(Object.values(service.kinds).flatMap(({ names = [] }) => names));
  for (const card of files.flatMap(({ operations }) => operations)) {
    const { effect } = service.operations[card.id] ?? {};
    const say = (sentence: string): void => refuse({ file: `${card.area}.yaml`, operation: card.id }, sentence);
    for (const [name, means] of Object.entries(effect?.query ?? {})) {
      const isKnown = card.params.some((param) => param.in === 'query' && param.name === name);
      if (!isKnown) say(`x-svc-effect.query explains ${name}, which is no query parameter of it`);
      if (means.startsWith('$') && !LIST_WORDS.some((word) => word === means))
        say(`x-svc-effect.query.${name} says ${means}; the words are ${LIST_WORDS.join(', ')}`);
    }
    const kind = service.kinds[effect?.kind ?? ''];
    if (effect === undefined || kind === undefined || !isList(effect)) continue;
    const rows = fixtures[effect.kind ?? ''] ?? [];
    const fields = new Set([
      ...fieldsOf(records[effect.kind ?? '']),
      ...rows.flatMap((row) => Object.keys(row)),
      ...(sent.get(effect.kind ?? '') ?? []),
    ]);
    for (const name of namesOf(card)) {
      if (effect.refers?.[name] !== undefined) continue;
      const means = effect.query?.[name] ?? name;
      if (means.startsWith('$') || fields.has(means.split('.', 1)[0] ?? '') || isName(means, kind) || ids.has(means))
        continue;
      say(
        `${means} is no field of ${String(effect.kind)}; say under query in x-svc-effect what the parameter ${name} means: the field that it filters by, or one of ${LIST_WORDS.join(', ')}`,
      );
    }
  }
}

/** Query parameters with which records of each kind are made: a record keeps them. */
function sentInQueries({ files, service }: Pick<Compiled, 'files' | 'service'>): ReadonlyMap<string, Set<string>> {
  const sent = new Map<string, Set<string>>();
  for (const card of files.flatMap(({ operations }) => operations)) {
    const { does, kind = '' } = service.operations[card.id]?.effect ?? {};
    if (does !== 'create') continue;
    const names = card.params.filter((param) => param.in === 'query').map(({ name }) => name);
    sent.set(kind, new Set([...(sent.get(kind) ?? []), ...names]));
  }
  return sent;
}

/** A parameter that only a function could read needs one. */
export function auditOwnParameters(
  { files, service }: Pick<Compiled, 'files' | 'service'>,
  { functions }: Serving,
  refuse: Refuse,
): void {
  for (const { id, area } of files.flatMap(({ operations }) => operations)) {
    const own = Object.entries(service.operations[id]?.effect.query ?? {}).filter(([, means]) => means === '$own');
    if (own.length === 0 || functions.has(id)) continue;
    refuse(
      { file: `${area}.yaml`, operation: id },
      `leaves ${own.map(([name]) => name).join(', ')} to a function, but has none; say what else it means under query in x-svc-effect`,
    );
  }
}

const isList = ({ does, list, waits }: ServedOperation['effect']): boolean =>
  (does === 'list' || does === 'fixture') && list !== undefined && waits === undefined;

const isName = (name: string, { key, names = [] }: Kind): boolean => name === key || names.includes(name);

const fieldsOf = (schema: Schema | undefined): readonly string[] => Object.keys(schema?.properties ?? {});

/** Query parameters that say something of the records. */
const namesOf = ({ params, paging, limit }: Card): readonly string[] =>
  params
    .filter(({ in: place, name }) => place === 'query' && name !== limit && name !== paging?.size)
    .map(({ name }) => name)
    .filter((name) => paging?.position.includes(name) !== true);
