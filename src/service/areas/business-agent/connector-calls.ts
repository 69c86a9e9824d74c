/** A call to a server of the business: the request that a tool describes, with the credentials of its connector. Sent through the door of deliveries. */
import { fieldsIn, isFields, textOf, type Fields } from '../../../kernel/json.ts';
import { problemOf } from '../../delivery/attempt.ts';
import type { Desk } from '../../desk.ts';
import type { RecordOf } from '../../store/store.ts';

export type Connector = RecordOf<'business_agent_connector'>;

/** What a tool asks for. */
export interface Wanted {
  readonly method: string;
  /** Below the connector's address; values in braces come from the input. */
  readonly place: string;
  readonly input: Fields;
}

export interface Outcome {
  readonly status: 'success' | 'error';
  /** What the server answered, or why it did not. */
  readonly output: string;
  readonly httpStatus: number | null;
  readonly durationMs: number;
}

const TIMEOUT_MS = 10_000;

/** A word in braces, which the input fills. */
const BRACES = /\{(\w+)\}/g;

/** Asks once. Writes nothing. */
export async function callServer(desk: Desk, connector: Connector, wanted: Wanted): Promise<Outcome> {
  const proof = await proofOf(desk, connector);
  if ('output' in proof) return proof;
  const { method, input } = wanted;
  const place = wanted.place.replace(BRACES, (whole, name: string) =>
    input[name] === undefined ? whole : encodeURIComponent(String(input[name])),
  );
  const inPlace = [...wanted.place.matchAll(BRACES)].map(([, name]) => name);
  const unused = Object.fromEntries(Object.entries(input).filter(([name]) => !inPlace.includes(name)));
  const inQuery = method === 'GET' || method === 'DELETE';
  const query = { ...(inQuery ? unused : {}), ...proof.query };
  const body = { ...(inQuery ? {} : unused), ...proof.body };
  return post(desk, {
    url: addressOf(String(connector.doc.base_url), place, query),
    method,
    headers: { 'content-type': 'application/json', ...proof.headers },
    body: inQuery ? '' : JSON.stringify(body),
  });
}

function addressOf(base: string, place: string, query: Fields): string {
  const words = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${base.replace(/\/$/, '')}${place === '' || place.startsWith('/') ? place : `/${place}`}${words === '' ? '' : `?${words}`}`;
}

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function post({ carrier }: Desk, request: Request): Promise<Outcome> {
  const arrival = await carrier.post({ ...request, timeoutMs: TIMEOUT_MS });
  const problem = problemOf(arrival);
  const { durationMs } = arrival;
  if (!('status' in arrival))
    return { status: 'error', output: problem ?? arrival.sentence, httpStatus: null, durationMs };
  const status = problem === null ? 'success' : 'error';
  return { status, output: arrival.body, httpStatus: arrival.status, durationMs };
}

interface Proof {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields;
}

/** The credentials in the form of the connector; an outcome where no token could be had. */
async function proofOf(desk: Desk, { doc }: Connector): Promise<Proof | Outcome> {
  const config = isFields(doc.auth_config) ? doc.auth_config : {};
  if (doc.auth_type === 'API_KEY') return keysIn(doc.api_key_config ?? config['api_key']);
  if (doc.auth_type === 'OAUTH2_CLIENT_CREDENTIALS')
    return tokenFrom(desk, doc.oauth_config ?? config['oauth2_client_credentials']);
  return { headers: {}, query: {}, body: {} };
}

function keysIn(config: unknown): Proof {
  const parts = isFields(config) ? config : {};
  const fields = (name: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      fieldsIn(parts[name]).map(({ field_name, value, prefix }) => [
        String(field_name),
        prefix === undefined ? String(value) : `${String(prefix)} ${String(value)}`,
      ]),
    );
  return { headers: fields('headers'), query: fields('query_params'), body: fields('body_params') };
}

async function tokenFrom(desk: Desk, config: unknown): Promise<Proof | Outcome> {
  const { token_url, client_id, client_secret, scopes_to_request: scopes } = isFields(config) ? config : ({} as Fields);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: String(client_id),
    client_secret: String(client_secret),
    ...(Array.isArray(scopes) && { scope: scopes.join(' ') }),
  });
  const outcome = await post(desk, {
    url: String(token_url),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const token = textOf(jsonIn(outcome.output)['access_token']);
  if (token !== undefined) return { headers: { authorization: `Bearer ${token}` }, query: {}, body: {} };
  return { ...outcome, status: 'error', output: `No token: ${outcome.output}` };
}

/** A JSON object, or an empty one. */
export function jsonIn(text: string): Fields {
  try {
    const parsed: unknown = JSON.parse(text);
    return isFields(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
