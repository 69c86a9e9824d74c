/** One operation of the contract to one card. */
import type { Body, Card, CommandWords, EffectWords, Method, Paging, Param } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { READINGS, type Effect } from '../kernel/effect.ts';
import type { GuardWords } from '../kernel/guard.ts';
import type { BodyWords, Components, Contract, OperationWords, ParameterWords, ResponseWords } from './contract.ts';
import { shortened } from './references.ts';
import type { Refuse } from './refusal.ts';

const POSITIONS = ['after', 'cursor', 'skip', 'page', 'pageToken', 'before', 'offset'];
const SIZES = ['limit', 'pageSize', 'count'];

interface Found {
  readonly words: OperationWords;
  readonly area: string;
  readonly method: Method;
  readonly path: string;
}

interface Bench {
  readonly file: string;
  readonly contract: Contract;
  readonly refuse: Refuse;
}

/** The card of an operation; what is missing from it is refused and left empty. */
export function cardOf({ words, area, method, path }: Found, { file, contract, refuse }: Bench): Card {
  const id = words.operationId ?? `${method} ${path}`;
  const place = { file, operation: id };
  const params = (words.parameters ?? []).map((one) => paramOf(inlined(one, contract.components)));
  const body = words.requestBody && bodyOf(inlined(words.requestBody, contract.components));
  const paging = method === 'GET' ? pagingOf(params) : undefined;
  const limit = method === 'GET' && paging?.size === undefined ? sizeIn(params) : undefined;
  const responses = responsesOf(words.responses ?? {}, contract.components);
  if (words.operationId === undefined) refuse(place, 'has no operationId');
  if (!words.summary) refuse(place, 'has no summary');
  return {
    id,
    area,
    method,
    path,
    summary: words.summary ?? '',
    ...(words.description && { description: words.description.trim() }),
    ...(words.deprecated && { deprecated: true }),
    command: commandOf(words['x-svc-command'] ?? {}),
    params,
    ...(body && { body }),
    responses,
    bodied: bodiedOf(words.responses ?? {}, contract.components),
    ...(words['x-svc-effect'] && { effect: effectOf(words['x-svc-effect']) }),
    ...(isReading(words) && { reads: true }),
    ...(words['x-svc-guard'] && { guard: words['x-svc-guard'] as GuardWords }),
    emits: words['x-svc-emits'] ?? [],
    ...(('207' in responses || words['x-svc-command']?.failures !== undefined) && { partial: true }),
    ...(words.tags?.[0] !== undefined && { group: words.tags[0] }),
    ...(paging && { paging }),
    ...(limit !== undefined && { limit }),
    source: words['x-svc-source'] ?? [],
  };
}

/** An effect that says too little is refused by effects.ts. */
const effectOf = ({ does = 'run', kind, list }: Partial<Effect>): EffectWords => ({
  does,
  ...(kind !== undefined && { kind }),
  ...(list !== undefined && { list }),
});

/** An operation without an effect is refused by effects.ts. */
const isReading = ({ 'x-svc-effect': effect }: OperationWords): boolean =>
  READINGS.some((deed) => deed === effect?.does);

/** Statuses that promise JSON: a body is known, and in none of its forms it is a file. */
const bodiedOf = (words: Readonly<Record<string, ResponseWords>>, components: Components): string[] =>
  Object.keys(words).filter((status) => {
    const forms = Object.values(inlined(words[status] ?? {}, components).content ?? {});
    const isKnown = forms.some(({ schema }) => schema !== undefined);
    return isKnown && forms.every(({ schema }) => schema?.format !== 'binary');
  });

const commandOf = (words: Partial<CommandWords>): CommandWords => ({
  ...words,
  path: words.path ?? [],
  examples: words.examples ?? [],
});

function paramOf(words: ParameterWords): Param {
  return {
    name: words.name,
    in: words.in,
    required: words.in === 'path' || words.required === true,
    schema: shortened(words.schema ?? {}),
    summary: (words.description ?? '').trim(),
    ...(words.deprecated && { deprecated: true }),
  };
}

function bodyOf({ required, content }: BodyWords): Body | undefined {
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  if (type === undefined) return undefined;
  const kind = type.includes('json') ? 'json' : type.startsWith('multipart/') ? 'multipart' : 'binary';
  return { kind, required: required === true, schema: shortened(media?.schema ?? {}) };
}

function responsesOf(
  words: Readonly<Record<string, ResponseWords>>,
  components: Components,
): Record<string, Schema | null> {
  return Object.fromEntries(
    Object.entries(words).map(([status, one]) => {
      const content = inlined(one, components).content ?? {};
      const schema = (content['application/json'] ?? Object.values(content)[0])?.schema;
      return [status, schema === undefined ? null : shortened(schema)];
    }),
  );
}

const sizeIn = (params: readonly Param[]): string | undefined =>
  SIZES.find((name) => params.some((param) => param.in === 'query' && param.name === name));

function pagingOf(params: readonly Param[]): Paging | undefined {
  const names = params.filter((param) => param.in === 'query').map(({ name }) => name);
  const position = POSITIONS.filter((name) => names.includes(name));
  const size = sizeIn(params);
  return position.length === 0 ? undefined : { position, ...(size !== undefined && { size }) };
}

/** A parameter, body or response behind a reference into the components. */
function inlined<T extends { readonly $ref?: string }>(words: T, components: Components): T {
  const [, , section, name] = words.$ref?.split('/') ?? [];
  if (section === undefined || name === undefined) return words;
  return (components[section]?.[name] as T | undefined) ?? words;
}
