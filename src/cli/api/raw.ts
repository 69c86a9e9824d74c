/** A request as it was typed to a card and an input, so that it takes the path of every call. Pure. Next stop: commands/api. */
import type { Catalog } from '../../catalog/catalog.ts';
import { matchAt, type Match } from '../../catalog/find.ts';
import type { Body, Card, Method } from '../../kernel/card.ts';
import { failure } from '../../kernel/failure.ts';
import { METHODS } from '../../kernel/methods.ts';
import type { CallInput } from '../../client/request.ts';
import { didYouMean, suggestion } from '../../schema/suggest.ts';
import { assigned, type Assignment } from '../assign.ts';
import type { Operation } from '../answer.ts';
import type { Address } from './address.ts';
import { headOf } from './words.ts';

/** Everything that was typed, read but not yet placed. */
export interface Wish {
  readonly method: Method;
  readonly address: Address;
  readonly fields: readonly Assignment[];
  readonly headers: Readonly<Record<string, string>>;
  /** Parts of a form. */
  readonly files: Readonly<Record<string, string>>;
  /** `--input`: the parsed document, or a path whose bytes are the body. */
  readonly document?: unknown;
  readonly bytes?: string;
}

export interface RawRequest {
  readonly card: Card;
  readonly input: CallInput;
  /** The operation of the description that the address leads to, and its path parameters; undefined for an unknown address. */
  readonly known?: Operation & Pick<Match, 'path'>;
}

/**
 * @param others the commands under `api`: a misspelt one looks like a method
 * @throws Failure `usage` for a word that is no method
 */
export function methodNamed(word: string, others: readonly string[]): Method {
  const method = METHODS.find((one) => one === word.toUpperCase());
  if (method !== undefined) return method;
  const near = suggestion(word, [...METHODS, ...others]);
  throw failure('usage', {
    message: `${JSON.stringify(word)} is no method; there are ${METHODS.join(', ')}.`,
    param: '<method-or-path>',
    hint: near === undefined ? '`svc api --help` lists the other commands.' : didYouMean(near),
  });
}

export function rawRequest(wish: Wish, catalog: Catalog): RawRequest {
  const { method, address, headers, files, bytes } = wish;
  const match = matchAt(method, address.path, catalog.operations());
  const known = match && { ...catalog.command(match.row.id), path: match.path };
  const inQuery = (field: Assignment): boolean => belongsInQuery(field, method, known?.card);
  const query = wish.fields.filter(inQuery).reduce(withQuery, address.query);
  const body = wish.fields
    .filter((field) => !inQuery(field))
    .reduce((before, field) => assigned(before, field, {}, {}), wish.document);
  const sent = bytes === undefined ? files : { '': bytes };
  return {
    card: cardFor(wish, kindOf(wish, known?.card), known?.card),
    input: {
      path: match?.path ?? {},
      query,
      headers,
      ...(body !== undefined && { body }),
      ...(Object.keys(sent).length > 0 && { files: sent }),
    },
    ...(known && { known }),
  };
}

function kindOf({ files, bytes }: Wish, known: Card | undefined): Body['kind'] {
  if (bytes !== undefined) return 'binary';
  return Object.keys(files).length > 0 || known?.body?.kind === 'multipart' ? 'multipart' : 'json';
}

/** A read has no body. A write has one, but for what its operation takes in the query alone. */
function belongsInQuery(field: Assignment, method: Method, card: Card | undefined): boolean {
  if (method === 'GET') return true;
  if (card === undefined) return false;
  const head = headOf(field);
  const isInBody = Object.hasOwn(card.body?.schema.properties ?? {}, head);
  return !isInBody && card.params.some(({ in: place, name }) => place === 'query' && name === head);
}

/** In a query the name is the part before `=`, and a repeated name makes a list. */
function withQuery(query: Address['query'], { text, flag }: Assignment): Address['query'] {
  const at = text.indexOf('=');
  if (at < 1)
    throw failure('usage', { message: `${flag} ${JSON.stringify(text)} should read key=value.`, param: flag });
  const name = text.slice(0, at).replace(/\[\]$/, '');
  const value = text.slice(at + 1);
  const before = query[name];
  return { ...query, [name]: before === undefined ? value : [before, value].flat() };
}

/** What the operation says of retries, pages and records goes for the raw door too; everything else is as it was typed. */
function cardFor({ method, address }: Wish, kind: Body['kind'], known: Card | undefined): Card {
  return {
    id: known?.id ?? 'raw',
    area: known?.area ?? '',
    method,
    path: address.path,
    summary: '',
    command: known?.command ?? { path: ['api'], examples: [] },
    params: known?.params ?? [],
    body: { kind, required: false, schema: {} },
    responses: {},
    emits: [],
    source: [],
    raw: true,
    ...(known?.effect && { effect: known.effect }),
    ...(known?.partial && { partial: true }),
    ...(known?.paging && { paging: known.paging }),
    ...(known?.records && { records: known.records }),
  };
}
