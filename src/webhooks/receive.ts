/** What a receiver asks of a delivery: is its signature one of ours, and does its body say what its headers say. Pure. */
import { namesOn, PREFIXES, type Part, type Prefixes } from './headers.ts';
import { verify, type KnownSecret, type Reason, type Received } from './verify.ts';

/** What signatures are held against. */
export interface Trust {
  /** Any of them may have signed; old and new ones of an endpoint stand side by side while they are exchanged. */
  readonly secrets: readonly KnownSecret[];
  /** Further secrets, asked only to explain a mismatch. */
  readonly others?: readonly KnownSecret[];
  readonly prefixes?: Prefixes;
}

/** Why a delivery is not taken, for programs (`reason`) and people (`sentence`). */
export interface Problem {
  readonly reason: Reason | 'no_secret' | 'not_json' | 'no_envelope' | 'label_differs';
  readonly sentence: string;
  /** Name of the secret that does match, with the reason `other_secret`. */
  readonly secretName?: string;
}

/** The body of a delivery, read. */
export interface Envelope {
  readonly id: string;
  readonly event: string;
  /** ISO 8601 as it came; when the event was built. */
  readonly timestamp?: string;
  /** Everything the body holds, the three above included. Integers beyond 2^53 are bent: the bytes are the truth. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Which secret signed; else why none did. Source: WHK-47 to WHK-50 */
export function signedBy(received: Received, { secrets, others = [], prefixes = PREFIXES }: Trust): string | Problem {
  let problem: Problem | undefined;
  for (const { name, secret } of secrets) {
    const verdict = verify(received, { secret, others: [...secrets, ...others], prefixes });
    if (verdict.ok) return name;
    const { reason, sentence, secretName } = verdict;
    if (problem === undefined || VAGUE.includes(problem.reason))
      problem = { reason, sentence, ...(secretName !== undefined && { secretName }) };
  }
  return problem ?? { reason: 'no_secret', sentence: NO_SECRET };
}

const NO_SECRET =
  'No secret is known for this endpoint; `svc webhooks secret set NAME` stores it, and --secret-name NAME uses it.';

/** Vague causes: another secret may give a better one. */
const VAGUE: readonly Problem['reason'][] = ['mismatch', 'malformed', 'other_secret'];

/** The body as an event; a problem when it is not an event, or a header contradicts it. Checked after the signature. Source: WHK-44, WHK-45, WHK-49 */
export function envelopeIn({ body, headers }: Received, prefixes: Prefixes = PREFIXES): Envelope | Problem {
  const payload = objectIn(body);
  if (payload === undefined) return { reason: 'not_json', sentence: 'The body is not a JSON object.' };
  const { id, event, timestamp } = payload;
  if (typeof id !== 'string' || id === '' || typeof event !== 'string' || event === '')
    return { reason: 'no_envelope', sentence: 'The body has no `id` and `event` of an event.' };
  const problem = labelProblem('Event', event, headers, prefixes) ?? labelProblem('Event-Id', id, headers, prefixes);
  return problem ?? { id, event, payload, ...(typeof timestamp === 'string' && { timestamp }) };
}

export const isProblem = (found: Envelope | string | Problem): found is Problem =>
  typeof found === 'object' && 'reason' in found;

/** What a header says of a delivery that was not read, for people; its name first, then the alias. */
export const labelOf = (part: Part, headers: Received['headers'], prefixes: Prefixes = PREFIXES): string | undefined =>
  labels(part, headers, prefixes)[0]?.[1];

const labels = (part: Part, headers: Received['headers'], prefixes: Prefixes): Received['headers'] =>
  namesOn(part, headers, prefixes).flatMap((wanted) =>
    headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()),
  );

/** A header may be missing: the body has the same value. */
function labelProblem(part: Part, said: string, headers: Received['headers'], prefixes: Prefixes): Problem | undefined {
  const [name = part] = namesOn(part, headers, prefixes);
  const found = labels(part, headers, prefixes);
  const isRepeated = new Set(found.map(([one]) => one.toLowerCase())).size < found.length;
  if (isRepeated || new Set(found.map(([, value]) => value)).size > 1)
    return { reason: 'several_headers', sentence: `${name} occurs more than once.` };
  if (found.every(([, value]) => value === said)) return undefined;
  return { reason: 'label_differs', sentence: `${name} differs from the body.` };
}

function objectIn(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
