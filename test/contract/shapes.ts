/** Facts and contract as flat lists of statements that can be compared, words left out. Used by facts.test.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readContract } from '../../src/build/contract.ts';
import { withEventNames } from '../../src/build/event-rows.ts';

export type Node = Readonly<Record<string, unknown>>;

/** Statement, for example `createPost body.platforms[].accountId type=string`. */
export type Statements = Set<string>;

const WORDS = ['description', 'summary'];
const FACTS = join(import.meta.dirname, 'facts');
const CONTRACT = join(import.meta.dirname, '../../src/contract');

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const nodeAt = (node: unknown, key: string): Node => (isNode(node) && isNode(node[key]) ? node[key] : {});

const fact = (name: string): unknown => JSON.parse(readFileSync(join(FACTS, name), 'utf8'));

export const facts = {
  operations: [
    ...readdirSync(join(FACTS, 'operations')).flatMap((file) => fact(`operations/${file}`) as Node[]),
    ...(fact('document-only-operations.json') as Node[]),
  ],
  schemas: fact('schemas.json') as Record<string, Node>,
  events: fact('webhook-events.json') as Record<string, Node>,
};

export const pages = readdirSync(CONTRACT)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => ({ file, ...(parse(readFileSync(join(CONTRACT, file), 'utf8')) as Node) }) as Node & { file: string });

const section = (name: string): Record<string, Node> =>
  Object.assign({}, ...pages.map((page) => nodeAt(nodeAt(page, 'components'), name))) as Record<string, Node>;

/** Names of events are the keys of their blocks; the press writes them out. */
const whole = withEventNames(readContract(CONTRACT, () => undefined));

export const contract = {
  schemas: {
    ...section('schemas'),
    WebhookEventName: whole.components.schemas?.['WebhookEventName'] as unknown as Node,
  } as Record<string, Node>,
  answers: section('responses'),
  operations: pages.flatMap((page) =>
    Object.entries(nodeAt(page, 'paths')).flatMap(([path, item]) =>
      Object.entries(item as Node).map(
        ([method, operation]) => ({ ...(operation as Node), path, method: method.toUpperCase() }) as Node,
      ),
    ),
  ),
  events: Object.assign({}, ...pages.map((page) => nodeAt(page, 'webhooks'))) as Record<string, Node>,
};

/** The schema of a JSON, multipart or binary body or answer, and which of them it is. */
export function contentOf(part: Node): { kind: string; schema: unknown } | undefined {
  const [type, media] = Object.entries(nodeAt(part, 'content'))[0] ?? [];
  if (type === undefined) return undefined;
  const kind = { 'application/json': 'json', 'multipart/form-data': 'multipart' }[type] ?? 'binary';
  return { kind, schema: nodeAt(media, 'schema') };
}

/** The answer itself, also behind a reference. */
export function answerOf(part: unknown): Node {
  const ref = isNode(part) ? part['$ref'] : undefined;
  return typeof ref === 'string' ? (contract.answers[ref.split('/').at(-1) ?? ''] ?? {}) : (part as Node);
}

/** Adds what a schema says: one statement for each keyword, name in `required`, and value of an enum. */
export function state(schema: unknown, place: string, into: Statements): void {
  const node = plain(schema);
  for (const [key, value] of Object.entries(node)) {
    if (WORDS.includes(key) || (key === 'deprecated' && value === false)) continue;
    if (key === 'properties')
      for (const [name, child] of Object.entries(value as Node)) state(child, `${place}.${name}`, into);
    else if (key === 'items') state(value, `${place}[]`, into);
    else if (key === 'required' || key === 'enum')
      for (const one of value as unknown[]) into.add(`${place} ${key} ${JSON.stringify(one)}`);
    else if (isNode(value)) state(value, `${place}<${key}>`, into);
    else if (['anyOf', 'allOf', 'oneOf', 'prefixItems'].includes(key)) {
      into.add(`${place} ${key} ${String((value as unknown[]).length)}`);
      for (const [at, child] of inOrder(value as unknown[], key).entries())
        state(child, `${place}<${key} ${String(at)}>`, into);
    } else into.add(`${place} ${key}=${JSON.stringify(value)}`);
  }
  if (Object.keys(node).every((key) => WORDS.includes(key))) into.add(`${place} anything`);
}

/** Alternatives mean the same in any order. */
const inOrder = (list: unknown[], key: string): unknown[] =>
  key === 'anyOf' ? list.map(plain).sort((a, b) => (text(a) < text(b) ? -1 : 1)) : list;

function text(schema: Node): string {
  const said: Statements = new Set();
  state(schema, '', said);
  return [...said].sort().join('\n');
}

/** References to schemas of the facts stay, those to the contract's own are followed. */
function plain(schema: unknown): Node {
  if (!isNode(schema)) return {};
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string') return schema;
  const name = $ref.split('/').at(-1) ?? '';
  if (name in facts.schemas) return { ...beside, $ref: `#/schemas/${name}` };
  return { ...plain(contract.schemas[name]), ...beside };
}
