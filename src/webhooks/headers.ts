/** The headers of a delivery: their names, each with its legacy alias. Written by the service, read by verify.ts. */

/** Words in the middle of the header names. Source: WHK-44 to WHK-48, ASM-36 */
export interface Prefixes {
  readonly current: string;
  readonly legacy: string;
}

export const PREFIXES: Prefixes = { current: 'Service', legacy: 'Legacy' };

interface Said {
  readonly current?: string | undefined;
  readonly legacy?: string | undefined;
}

/** Prefixes as settings give them, `X-Service` or `Service`; absent ones are the usual ones. */
export function prefixesFrom({ current, legacy }: Said = {}): Prefixes {
  const word = (text: string | undefined, usual: string): string =>
    text?.replace(/^x-/i, '').replace(/-$/, '') || usual;
  return { current: word(current, PREFIXES.current), legacy: word(legacy, PREFIXES.legacy) };
}

/** What the headers carry. */
export const PARTS = ['Event', 'Event-Id', 'Signature'] as const;
export type Part = (typeof PARTS)[number];

/** The header's name and its alias. */
export const namesOf = (part: Part, { current, legacy }: Prefixes): readonly [current: string, legacy: string] => [
  `X-${current}-${part}`,
  `X-${legacy}-${part}`,
];

export interface Labels {
  readonly event: string;
  readonly id: string;
  /** Absent when the endpoint has no secret. */
  readonly signature?: string;
}

/** Source: WHK-42 to WHK-48 */
export function deliveryHeaders(
  { event, id, signature }: Labels,
  prefixes: Prefixes = PREFIXES,
): Record<string, string> {
  const values: Record<Part, string | undefined> = { Event: event, 'Event-Id': id, Signature: signature };
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': `${prefixes.current}-Webhooks/1.0`,
  };
  for (const part of PARTS) {
    const value = values[part];
    if (value !== undefined) for (const name of namesOf(part, prefixes)) headers[name] = value;
  }
  return headers;
}

/** Headers of the connection, and of the hop to the next one who takes a delivery: each hop has its own. */
export const OF_THE_HOP: readonly string[] = [
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
];

/** Names that belong to the connection, not to whoever sets headers for a delivery. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([...OF_THE_HOP, 'content-encoding']);

/** A token, as HTTP has it. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** No control characters, so that no value begins another header. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Why a header may not be added to deliveries; undefined when it may. */
export function headerProblem(name: string, value: string, prefixes: Prefixes = PREFIXES): string | undefined {
  if (!NAME.test(name)) return 'This is no name of a header.';
  if (!VALUE.test(value)) return 'The value holds characters that a header cannot carry.';
  const own = Object.keys(deliveryHeaders({ event: '', id: '', signature: '' }, prefixes));
  const taken = own.some((one) => one.toLowerCase() === name.toLowerCase());
  return taken || OF_THE_CONNECTION.has(name.toLowerCase()) ? 'Deliveries set this header themselves.' : undefined;
}
