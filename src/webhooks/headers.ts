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

/** Headers as they came, doubles included. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** A header of a delivery, whatever the word in its middle. */
const LABELLED = /^x-([a-z\d]+(?:-[a-z\d]+)*?)-(event-id|event|signature)$/i;

/**
 * The words in the middle of the names that these headers have. The known ones count alone where any header has one; else
 * those that label an event, so that a signature of a proxy is not taken for one of the service; else those of signatures.
 */
export function wordsOn(headers: Pairs, { current, legacy }: Prefixes): readonly string[] {
  const parts = partsByWord(headers);
  if (parts.size === 0 || [current, legacy].some((word) => parts.has(word.toLowerCase()))) return [current, legacy];
  const all = [...parts.values()];
  const labelled = all.filter(({ labels }) => labels.some((label) => label !== 'signature'));
  return (labelled.length > 0 ? labelled : all).map(({ word }) => word);
}

function partsByWord(headers: Pairs): ReadonlyMap<string, { readonly word: string; readonly labels: string[] }> {
  const found = new Map<string, { readonly word: string; readonly labels: string[] }>();
  for (const [name] of headers) {
    const [, word, label] = LABELLED.exec(name) ?? [];
    if (word === undefined || label === undefined) continue;
    const before = found.get(word.toLowerCase());
    if (before === undefined) found.set(word.toLowerCase(), { word, labels: [label.toLowerCase()] });
    else before.labels.push(label.toLowerCase());
  }
  return found;
}

/** The names of a part on these headers. */
export const namesOn = (part: Part, headers: Pairs, known: Prefixes): readonly string[] =>
  wordsOn(headers, known).map((word) => `X-${word}-${part}`);

/** How to store words that the headers have and the settings do not, as a sentence; undefined when they are known. */
export function prefixAdvice(headers: Pairs, known: Prefixes): string | undefined {
  const [word, alias] = wordsOn(headers, known);
  if (word === undefined || word === known.current) return undefined;
  const settings = [`headerPrefix X-${word}`, ...(alias === undefined ? [] : [`legacyHeaderPrefix X-${alias}`])];
  const commands = settings.map((setting) => `\`svc config set ${setting}\``).join(' and ');
  return `The headers of this service start with X-${word}-: ${commands} ${alias === undefined ? 'stores' : 'store'} that.`;
}

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
  if (!NAME.test(name)) return 'This is not a valid header name.';
  if (!VALUE.test(value)) return 'The value contains characters that are not allowed in a header.';
  const own = Object.keys(deliveryHeaders({ event: '', id: '', signature: '' }, prefixes));
  const taken = own.some((one) => one.toLowerCase() === name.toLowerCase());
  return taken || OF_THE_CONNECTION.has(name.toLowerCase()) ? 'This header is set by deliveries.' : undefined;
}
