/** Names in place of ids: which list has the names of a kind, and where a call may be given one. Called by compile.ts. */
import type { Called, CalledKinds } from '../kernel/called.ts';
import type { Card } from '../kernel/card.ts';
import type { Effect, Kind, ServedOperation } from '../kernel/effect.ts';
import type { Schema } from '../kernel/schema.ts';
import { bodySchemaOf } from '../cli/flags.ts';
import { resolved } from '../schema/reference.ts';
import { memberSchema } from './answer-member.ts';
import type { Kinds } from './kinds.ts';
import type { Operation } from './operation.ts';
import type { Refuse } from './refusal.ts';
import { fieldsTaken, kindsNamed } from './refers.ts';

export interface Naming {
  readonly kinds: Kinds;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly served: Readonly<Record<string, ServedOperation>>;
}

const KEYS: readonly string[] = ['by', 'list', 'search', 'ids', 'at', 'except'];

/** Every kind whose records are called by a name, with the list that has them; a name that no list shows is refused. */
export function calledKinds(operations: readonly Operation[], naming: Naming, refuse: Refuse): CalledKinds {
  const found = [...naming.kinds].flatMap(([name, { file, kind }]): [string, Called][] => {
    if (kind.called === undefined) return [];
    const say = (sentence: string): void => refuse({ file }, `the kind ${name} ${sentence}`);
    const called = calledKind(name, kind, { operations, naming, say });
    return called === undefined ? [] : [[name, called]];
  });
  return Object.fromEntries(found);
}

interface Looking {
  readonly operations: readonly Operation[];
  readonly naming: Naming;
  readonly say: (sentence: string) => void;
}

function calledKind(name: string, kind: Kind, { operations, naming, say }: Looking): Called | undefined {
  const { called: { by = [], list: chosen, search, ids, at, ...more } = { by: [] }, id } = kind;
  const key = at ?? kind.key;
  for (const word of Object.keys(more)) if (!KEYS.includes(word)) say(`has the unknown key called.${word}`);
  const lists = operations.filter(({ card }) => isListOf(card, name, naming.served));
  const list = lists.find(({ card }) => chosen === undefined || card.id === chosen)?.card;
  if (key === undefined || list === undefined) {
    say('is called by a name, but no GET lists its records, or it has no key');
    return undefined;
  }
  if (chosen === undefined && lists.length > 1)
    say(`is listed by ${lists.map(({ card }) => card.id).join(' and ')}; say in called.list which one has the names`);
  const { effect } = naming.served[list.id] ?? {};
  for (const field of [...by, ...(at === undefined ? [] : [at])])
    if (!hasMember(list, `${effect?.list ?? ''}.${field}`, naming))
      say(`is called by ${field}, which the records of ${list.id} do not have`);
  if (search !== undefined && !list.params.some(({ name: one }) => one === search))
    say(`is searched by ${search}, which ${list.id} does not take`);
  return {
    ...{ form: id, key, by, list: list.id },
    ...(search !== undefined && { search }),
    ...(ids !== undefined && { ids }),
    ...(effect?.whole !== undefined && { whole: effect.whole }),
  };
}

/** Lists for a moment of connecting have a ticket in place of an account. */
function isListOf({ id, method, area }: Card, kind: string, served: Naming['served']): boolean {
  const effect = served[id]?.effect;
  return method === 'GET' && area !== 'connect' && effect?.list !== undefined && effect.kind === kind && isRead(effect);
}

const isRead = ({ does }: Effect): boolean => does === 'list' || does === 'fixture';

const hasMember = ({ responses }: Card, path: string, { schemas }: Naming): boolean =>
  Object.entries(responses).some(
    ([status, schema]) =>
      status.startsWith('2') && schema !== null && memberSchema(schema, path, schemas) !== undefined,
  );

/** The operations with the places where a name may be typed, and lists with the fields that hold one. */
export const withNamed = (
  operations: readonly Operation[],
  called: CalledKinds,
  naming: Naming,
): readonly Operation[] =>
  operations.map((operation) => {
    const named = namedIn(operation, called, naming);
    const { card } = operation;
    const listed = naming.served[card.id]?.effect;
    const own = listed?.list === undefined || !isRead(listed) ? undefined : called[listed.kind ?? ''];
    const more = {
      ...(Object.keys(named).length > 0 && { named }),
      ...(own !== undefined && { called: { key: own.key, by: own.by } }),
    };
    return { ...operation, card: { ...card, ...more } };
  });

function namedIn(
  { card, words }: Operation,
  called: CalledKinds,
  { kinds, schemas, served }: Naming,
): Readonly<Record<string, string>> {
  const effect = (words['x-svc-effect'] ?? {}) as Effect;
  const isTaken = (name: string, kind = ''): boolean =>
    called[kind] !== undefined && kinds.get(kind)?.kind.called?.except?.includes(name) !== true;
  const places = Object.entries(served[card.id]?.places ?? {})
    .map(([name, kind]) => [name, baseOf(kind, called, kinds)] as const)
    .filter(([name, kind]) => isTaken(name, kind));
  const fields = fieldsTaken(card, schemas).flatMap((name): [string, string][] => {
    const [kind, ...others] = kindsNamed(name, { effect, kinds });
    return kind !== undefined && others.length === 0 && isTaken(name, kind) && isText(card, name, schemas)
      ? [[name, kind]]
      : [];
  });
  return Object.fromEntries([...fields, ...places]);
}

/** A role of a member goes by the name of the role: the kind whose ids are its ids too. */
const baseOf = (kind: string, called: CalledKinds, kinds: Kinds): string =>
  called[kind] === undefined ? (kinds.get(kind)?.kind.of ?? kind) : kind;

/** A text or a list of texts. */
function isText(card: Card, field: string, schemas: Naming['schemas']): boolean {
  const param = card.params.find(({ name, in: part }) => part === 'query' && name === field);
  const schema = resolved(param?.schema ?? bodySchemaOf(card, field, schemas) ?? {}, schemas);
  const value = schema.items === undefined ? schema : resolved(schema.items, schemas);
  if (value.enum !== undefined) return false;
  return [value.type].flat().includes('string') || (value.anyOf ?? value.oneOf) !== undefined;
}
