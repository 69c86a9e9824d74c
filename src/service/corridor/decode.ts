/** The request's parts become what the card asks for: coerced query, strict JSON, validated, unknown keys dropped and noted. Next stop: reach.ts. */
import type { Card, Param } from '../../kernel/card.ts';
import type { Schema } from '../../kernel/schema.ts';
import { coerceText } from '../../schema/coerce.ts';
import { withDefaults } from '../../schema/defaults.ts';
import { MOST_PROBLEMS, paramOf, type Problem } from '../../schema/problem.ts';
import { problemSteps, problemsOf } from '../../schema/problems.ts';
import { missingProblem } from '../../schema/sentences.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';
import { suggestion } from '../../schema/suggest.ts';
import { pruneSteps } from '../../schema/unknown.ts';
import type { Call, Reply, UploadedFile } from '../call.ts';
import { readJson } from '../exchange/json.ts';
import { originOf } from '../exchange/origin.ts';
import type { Incoming } from '../exchange/passage.ts';
import { ignoredKey, type Note } from '../requests/entry.ts';
import type { Exchange } from '../exchange/serving.ts';
import { problemRefusal } from '../problem-refusal.ts';
import { inTurns, type TurnDoors } from '../turns.ts';
import { callerOf, type Landing } from './landing.ts';

export const decode: Landing = {
  name: 'decode',
  needs: 'body',
  open({ parts: { doors } }, { card, schemas }) {
    const decoded = decoder(card, schemas, doors);
    return async (visit, next) => {
      const { passage } = visit.request;
      const parts = await decoded(visit);
      passage.notes.push(...parts.notes);
      if ('refusal' in parts) return parts.refusal;
      visit.call = callOf(card, visit, parts.input);
      return next();
    };
  },
};

function callOf(card: Card, { request, hungUp }: Exchange, input: Input): Call {
  const { passage } = request;
  let signal: AbortSignal | undefined;
  return {
    card,
    caller: callerOf(passage),
    requestId: passage.requestId,
    requestIdSent: passage.requestIdSent,
    path: input.path,
    query: input.query,
    get queried() {
      return new Set(Object.keys(request.query as object));
    },
    headers: request.headers as Readonly<Record<string, string>>,
    body: input.body,
    files: input.files,
    origin: originOf(request),
    get signal() {
      return (signal ??= hungUp());
    },
  };
}

/** The decoded parts, or the refusal; both carry the notes. */
type Decoded = { readonly notes: readonly Note[] } & ({ readonly input: Input } | { readonly refusal: Reply });

interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

type Decode = (exchange: Exchange) => Promise<Decoded>;

type Object_ = Readonly<Record<string, unknown>>;

/** Everything about a card that can be prepared once. */
function decoder(card: Card, schemas: Schemas, doors: TurnDoors): Decode {
  const pathSchema = objectOf(card, 'path', ({ schema }) => resolved(schema, schemas).enum !== undefined);
  const querySchema = objectOf(card, 'query', () => true);
  return async (exchange) => {
    const { request } = exchange;
    const path = request.passage.params;
    const query = queryOf(card, request.query as Record<string, string | string[]>, schemas);
    const body = await bodyOf(card, exchange, { schemas, doors });
    const notes = [...query.notes, ...('refusal' in body ? [] : body.notes)];
    if ('refusal' in body) return { notes, refusal: body.refusal };
    const problems = [
      ...problemsOf(pathSchema, path, schemas),
      ...problemsOf(querySchema, query.value, schemas),
      ...missingHeaders(card, request),
      ...body.problems,
    ];
    if (problems.length > 0) return { notes, refusal: problemRefusal(problems, card.id) };
    const defaulted = withDefaults(querySchema, query.value, schemas) as Object_;
    return { notes, input: { path, query: defaulted, body: body.value, files: body.files } };
  };
}

/** Headers that an operation cannot do without, named as the contract spells them. */
const missingHeaders = ({ params }: Card, { headers }: Incoming): readonly Problem[] =>
  params
    .filter((param) => param.in === 'header' && param.required && headers[param.name.toLowerCase()] === undefined)
    .map(({ name }) => missingProblem([name]));

/**
 * The parameters of one place as an object schema.
 * @param counts for the path only parameters with a closed list of words: any other odd id is simply not found
 */
function objectOf(card: Card, place: 'path' | 'query', counts: (param: Param) => boolean): Schema {
  const params = card.params.filter((param) => param.in === place && counts(param));
  return {
    type: 'object',
    properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    required: params.filter(({ required }) => required).map(({ name }) => name),
  };
}

function queryOf(
  card: Card,
  given: Record<string, string | string[]>,
  schemas: Schemas,
): { value: Object_; notes: Note[] } {
  const value: Record<string, unknown> = {};
  const notes: Note[] = [];
  const params = card.params.filter((param) => param.in === 'query');
  for (const [name, text] of Object.entries(given)) {
    const param = params.find((one) => one.name === name);
    if (param === undefined) {
      if (notes.length < MOST_PROBLEMS) notes.push(ignoredParam(name, params));
    } else if (text !== '' || takesEmpty(param.schema, schemas)) value[name] = coerceText(param.schema, text, schemas);
  }
  return { value, notes };
}

/** `?status=` means no filter, unless the parameter is free text. */
const takesEmpty = (schema: Schema, schemas: Schemas): boolean => {
  const here = resolved(schema, schemas);
  return here.type === 'string' && here.enum === undefined && here.format === undefined;
};

function ignoredParam(name: string, params: readonly { name: string }[]): Note {
  const nearest = suggestion(
    name,
    params.map((param) => param.name),
  );
  return ignoredKey(name, nearest);
}

type DecodedBody =
  | { readonly refusal: Reply }
  | {
      readonly value: Object_;
      readonly files: readonly UploadedFile[];
      readonly problems: readonly Problem[];
      readonly notes: readonly Note[];
    };

/** What a body is judged with. */
interface Judging {
  readonly schemas: Schemas;
  readonly doors: TurnDoors;
}

async function bodyOf({ body }: Card, { request, readForm }: Exchange, judging: Judging): Promise<DecodedBody> {
  if (body === undefined) return { value: {}, files: [], problems: [], notes: [] };
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = request.headers['content-type'] ?? '';
  if (body.kind === 'binary') return rawFile(bytes, type, request);
  if (body.kind === 'multipart' && type.startsWith('multipart/')) {
    const { schemas } = judging;
    const parts = await readForm({ schema: resolved(body.schema, schemas), schemas });
    return 'refusal' in parts ? parts : { ...(await judge(body.schema, parts.value, judging)), files: parts.files };
  }
  const read = bytes.length === 0 ? { value: {} } : readJson(bytes);
  return 'refusal' in read ? read : judge(body.schema, read.value, judging);
}

const rawFile = (bytes: Buffer, type: string, { headers }: Incoming): DecodedBody => ({
  value: {},
  files: [{ field: '', filename: String(headers['x-filename'] ?? ''), contentType: type, bytes }],
  problems: [],
  notes: [],
});

async function judge(
  schema: Schema,
  value: unknown,
  { schemas, doors }: Judging,
): Promise<Exclude<DecodedBody, { refusal: Reply }>> {
  const kept = await inTurns(pruneSteps(schema, value, schemas), doors);
  const problems = await inTurns(problemSteps(schema, kept.value, schemas), doors);
  const isObject = typeof kept.value === 'object' && kept.value !== null && !Array.isArray(kept.value);
  return {
    value: isObject ? (kept.value as Object_) : { '': kept.value },
    files: [],
    problems,
    notes: kept.unknown.map((one) => ignoredKey(paramOf(one), one.suggestion)),
  };
}
