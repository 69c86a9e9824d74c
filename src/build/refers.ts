/** Which fields of a call hold the id of which kind: by the names that kinds declare, or by `refers` of the effect. Called by effects.ts. */
import type { Card } from '../kernel/card.ts';
import type { Effect, Kind, ServedOperation } from '../kernel/effect.ts';
import type { Schema } from '../kernel/schema.ts';
import { resolvedOrAny } from '../schema/reference.ts';
import type { Kinds } from './kinds.ts';
import type { Operation } from './operation.ts';
import type { Refuse } from './refusal.ts';

type Schemas = Readonly<Record<string, Schema>>;

export interface Auditing {
  readonly kinds: Kinds;
  readonly schemas: Schemas;
  readonly refuse: Refuse;
}

export const placeOf = ({ file, card }: Operation) => ({ file, operation: card.id });

/** A kind and its owners, the nearest first. */
export function lineageOf(name: string | undefined, kinds: Kinds): readonly string[] {
  const lineage: string[] = [];
  for (let at = name; at !== undefined && kinds.has(at) && !lineage.includes(at); at = kinds.get(at)?.kind.owner)
    lineage.push(at);
  return lineage;
}

/** Looked for by whoever serves the operation, with words of their own. */
const LOOKED_FOR: readonly string[] = ['account', 'profile'];

/** Fields of the query that the operation cannot do without, and of the body, to the kinds whose ids they hold. */
export function refersIn(
  operation: Operation,
  effect: Effect,
  { kinds, schemas, refuse }: Auditing,
): { readonly refers?: Readonly<Record<string, readonly string[]>> } {
  const say = (sentence: string): void => refuse(placeOf(operation), sentence);
  const fields = fieldsOf(operation, schemas);
  const inner = operation.card.body === undefined ? [] : innerFields(operation.card.body.schema, schemas);
  for (const [name, kind] of Object.entries(effect.refers ?? {})) {
    if (!fields.includes(name) && !inner.includes(name))
      say(`x-svc-effect.refers names ${name}, which its call does not have`);
    for (const one of [kind ?? []].flat())
      if (!kinds.has(one)) say(`x-svc-effect.refers names the unknown kind ${one}`);
  }
  const found = [
    ...fields.map((name) => [name, kindsOf(name, { effect, kinds, say })] as const),
    ...inner.map((path) => [path, kindsWithin(path, effect, kinds)] as const),
  ].filter(([, of]) => of.length > 0 && !LOOKED_FOR.includes(of[0] ?? ''));
  return found.length === 0 ? {} : { refers: Object.fromEntries(found) };
}

/** A reference with a dot is a field of some body, or it would be checked nowhere. */
export function auditReferences(
  { kinds, served }: { readonly kinds: Kinds; readonly served: Readonly<Record<string, ServedOperation>> },
  refuse: Refuse,
): void {
  const paths = Object.values(served).flatMap(({ refers = {} }) => Object.keys(refers).map((path) => `.${path}`));
  for (const [name, { file, kind }] of kinds)
    for (const reference of kind.references ?? [])
      if (reference.includes('.') && !paths.some((path) => path.endsWith(`.${reference}`)))
        refuse({ file }, `the kind ${name} is referred to by ${reference}, which no body has`);
}

function fieldsOf({ card }: Operation, schemas: Schemas): readonly string[] {
  const queried = card.params.filter(({ in: part, required }) => part === 'query' && required);
  const sent = card.body === undefined ? [] : propertiesOf(card.body.schema, schemas);
  return [...new Set([...queried.map(({ name }) => name), ...sent])];
}

/** Names of everything that the query and the body of a call may have. */
export const fieldsTaken = ({ params, body }: Card, schemas: Schemas): readonly string[] => [
  ...params.filter(({ in: part }) => part === 'query').map(({ name }) => name),
  ...(body === undefined || body.kind === 'binary' ? [] : propertiesOf(body.schema, schemas)),
];

/** Names of what any form of the body may have. */
function propertiesOf(schema: Schema, schemas: Schemas): readonly string[] {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolvedOrAny(schema, schemas);
  return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap((one) => propertiesOf(one, schemas))];
}

/** Dotted paths of the fields of objects in a body, those of lists aside; no schema within itself. */
function innerFields(schema: Schema, schemas: Schemas, above: readonly Schema[] = []): readonly string[] {
  const own = resolvedOrAny(schema, schemas);
  if (above.includes(own)) return [];
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = own;
  const outer = [...above, own];
  const below = Object.entries(properties).flatMap(([name, one]) =>
    [...propertiesOf(one, schemas), ...innerFields(one, schemas, outer)].map((field) => `${name}.${field}`),
  );
  return [...new Set([...below, ...[...allOf, ...anyOf, ...oneOf].flatMap((one) => innerFields(one, schemas, outer))])];
}

/** Kinds one of which has the id of a field within an object: those that the effect says, else those that are referred to by the object and the field. */
function kindsWithin(path: string, { refers }: Effect, kinds: Kinds): readonly string[] {
  const declared = refers?.[path];
  if (declared !== undefined) return [declared ?? []].flat();
  const named = path.split('.').slice(-2).join('.');
  return [...kinds].flatMap(([kind, { kind: one }]) => (one.references?.includes(named) === true ? [kind] : []));
}

/** The kinds one of which has the id that a field of the call holds, account and profile included; none where that is not clear. */
export function kindsNamed(name: string, { effect, kinds }: Omit<Naming, 'say'>): readonly string[] {
  const own = effect.each === name ? { ...effect, each: '' } : effect;
  return kindsOf(name, { effect: own, kinds, say: () => undefined });
}

interface Naming {
  readonly effect: Effect;
  readonly kinds: Kinds;
  readonly say: (sentence: string) => void;
}

/** Kinds one of which has the id; none for a field that holds no id, or the one that the operation is about. */
function kindsOf(name: string, { effect, kinds, say }: Naming): readonly string[] {
  const declared = effect.refers?.[name];
  if (declared !== undefined) return [declared ?? []].flat();
  if (isOwn(name, effect, kinds.get(effect.kind ?? '')?.kind)) return ofIn(effect, kinds);
  const bearing = [...kinds].flatMap(([kind, { kind: one }]) => (bears(one, name) ? [kind] : []));
  // What is being made has no id yet: a field of that name is a word of its own.
  if (effect.does === 'create' && kinds.get(effect.kind ?? '')?.kind.names?.includes(name) === true) return [];
  if (bearing.length < 2) return bearing;
  const near = lineageOf(effect.kind, kinds).find((one) => bearing.includes(one));
  if (near === undefined) say(`${name} may be the id of ${bearing.join(' or ')}; say which in x-svc-effect.refers`);
  return near === undefined ? [] : [near];
}

const isOwn = (name: string, { id, each, does }: Effect, kind: Kind | undefined): boolean =>
  id?.split('.')[1] === name || each === name || (does === 'create' && kind?.of !== undefined && kind.key === name);

/** What a call makes under the id of something else must find that there. */
const ofIn = ({ does, kind = '' }: Effect, kinds: Kinds): readonly string[] => {
  const of = does === 'create' ? kinds.get(kind)?.kind.of : undefined;
  return of === undefined ? [] : [of];
};

/** Forms of ids that callers do not make up. */
const GIVEN: readonly string[] = ['record', 'native', 'uuid'];

const bears = ({ id, source, names = [], references = [] }: Kind, name: string): boolean =>
  references.includes(name) || (source !== 'derived' && name !== 'id' && GIVEN.includes(id) && names.includes(name));
