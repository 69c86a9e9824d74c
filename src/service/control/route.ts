/** The anatomy of a control call: a schema of allowed keys, the control key, and a function. routes.ts lists them all. */
import type { Method } from '../../kernel/card.ts';
import type { Schema } from '../../kernel/schema.ts';
import { coerceText } from '../../schema/coerce.ts';
import { problemsOf } from '../../schema/problems.ts';
import { unknownKeys } from '../../schema/unknown.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { bearerIn } from '../exchange/bearer.ts';
import { readJson } from '../exchange/json.ts';
import { originOf } from '../exchange/origin.ts';
import { problemRefusal } from '../problem-refusal.ts';
import { keyHash } from '../records/keys.ts';
import { isFromElsewhere } from '../exchange/same-site.ts';
import type { Incoming } from '../exchange/passage.ts';
import type { RawRequest } from '../exchange/raw.ts';
import type { Exchange, Serving } from '../exchange/serving.ts';
import type { Parts } from '../parts.ts';

export interface ControlCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Validated; only keys of the schema. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Address under which the caller reached us. */
  readonly origin: string;
  /** Whether nobody waits for the answer any more. */
  isAbandoned(): boolean;
}

export interface ControlRoute {
  readonly method: Method;
  /** Begins with `/_local/`; `:name` for a parameter. */
  readonly path: string;
  /** Object schema of the body; none is taken without it. */
  readonly body?: Schema;
  /** Object schema of the query; its values are coerced. */
  readonly query?: Schema;
  /** True for the one call without a key. */
  readonly open?: boolean;
  readonly answer: (call: ControlCall, parts: Parts) => Promise<Reply>;
}

const NOTHING: Schema = { type: 'object', properties: {} };

export const controlServing = (route: ControlRoute, parts: Parts): Serving => ({
  bodySize: 'json',
  enter: async ({ headers }) => (route.open === true ? siteRefusal(headers) : keyRefusal(headers, parts)),
  serve: async (exchange) => ({ reply: await answerTo(route, exchange, parts), leaving: 'whole' }),
});

/** A page of another site may not steer the service through the browser, even if it had the key. */
const siteRefusal = (headers: Headers): Reply | undefined =>
  isFromElsewhere(headers)
    ? refuse('insufficient_permissions', { message: 'Other sites cannot use the control API.' })
    : undefined;

type Headers = RawRequest['headers'] | Incoming['headers'];

/** Why a request with these headers may not steer the service. */
export function keyRefusal(headers: Headers, { controlKey }: Pick<Parts, 'controlKey'>): Reply | undefined {
  const refusal = siteRefusal(headers);
  if (refusal !== undefined) return refusal;
  const key = bearerIn(headers['authorization']);
  if (key === undefined) return refuse('missing_credentials', { message: 'The control key is missing.' });
  // Hashes are compared, so that the time taken tells nothing about the key.
  return keyHash(key) === keyHash(controlKey)
    ? undefined
    : refuse('invalid_credentials', { message: 'The control key is wrong.' });
}

async function answerTo(route: ControlRoute, { request, isAbandoned }: Exchange, parts: Parts): Promise<Reply> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const read = bytes.length === 0 ? { value: {} } : readJson(bytes);
  if ('refusal' in read) return read.refusal;
  const body = read.value;
  const query = queryOf(route.query ?? NOTHING, request.query as Record<string, string>);
  const problems = [...problemsIn(route.query ?? NOTHING, query), ...problemsIn(route.body ?? NOTHING, body)];
  if (problems.length > 0) return problemRefusal(problems);
  const call = {
    params: request.passage.params,
    query,
    body: body as Record<string, unknown>,
    origin: originOf(request),
    isAbandoned,
  };
  return route.answer(call, parts);
}

const problemsIn = (schema: Schema, value: unknown) => [
  ...unknownKeys(schema, value, {}).map((one) => ({ ...one, kind: 'invalid' as const })),
  ...problemsOf(schema, value, {}),
];

const queryOf = ({ properties }: Schema, given: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const schema = properties?.[name];
      return [name, schema === undefined ? text : coerceText(schema, text, {})];
    }),
  );
