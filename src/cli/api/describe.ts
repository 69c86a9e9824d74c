/** One operation as a document: its part of the published description, with everything it refers to. Text is describe-text.ts. */
import type { Fields } from '../../kernel/json.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Card, OperationRow } from '../../kernel/card.ts';
import { repeatKeyOf } from '../../client/request.ts';

/** What an answer means, by status. */
export type AnswerWords = readonly (readonly [status: string, words: string])[];

/** The operation of the published description; its references lead into the `components` beside it. */
export function operationDocument(row: OperationRow, catalog: Catalog, examples: readonly string[]): Fields {
  const published = catalog.published();
  const card = catalog.card(row.id);
  const operation = operationIn(published, row);
  return {
    method: row.method,
    path: row.path,
    ...operation,
    'x-svc-command': `svc ${row.command}`,
    'x-svc-examples': examples,
    'x-svc-repeatable': row.method === 'GET' ? true : (repeatKeyOf(card) ?? false),
    ...(card.paging && { 'x-svc-paging': card.paging }),
    ...(card.emits.length > 0 && { 'x-svc-emits': card.emits }),
    ...(card.command.confirm !== undefined && { 'x-svc-confirm': card.command.confirm }),
    'x-svc-source': card.source,
    components: componentsOf(operation, published),
  };
}

/** The sentences of the answers, in the order of the statuses. */
export function answersOf(row: OperationRow, catalog: Catalog): AnswerWords {
  const published = catalog.published();
  const responses = fieldsIn(operationIn(published, row), 'responses');
  return Object.entries(responses).map(([status, one]) => {
    const { description } = target(one, published) as { description?: string };
    return [status, description ?? ''] as const;
  });
}

/** How often the operation may be sent, and by what that is made safe. */
export function repeatWords(card: Card): string {
  if (card.method === 'GET') return 'A read: retried after 429, 503 and connection errors, within --max-wait.';
  const key = repeatKeyOf(card);
  return key === undefined
    ? 'A write without an idempotency key: never retried. If its outcome is unknown, the error says how to check.'
    : `A write with an idempotency key: svc sends ${key} automatically, so a retry never takes effect twice.`;
}

const operationIn = (published: Fields, { path, method }: OperationRow): Fields =>
  fieldsIn(fieldsIn(fieldsIn(published, 'paths'), path), method.toLowerCase());

/** Every component that a node leads to, directly or through others, in their sections. */
function componentsOf(node: unknown, published: Fields): Record<string, Record<string, unknown>> {
  const found = new Map<string, unknown>();
  const follow = (part: unknown): void => {
    for (const ref of referencesIn(part)) {
      if (found.has(ref)) continue;
      const component = target({ $ref: ref }, published);
      found.set(ref, component);
      follow(component);
    }
  };
  follow(node);
  const sections: Record<string, Record<string, unknown>> = {};
  for (const ref of [...found.keys()].sort()) {
    const [, , section = '', name = ''] = ref.split('/');
    (sections[section] ??= {})[name] = found.get(ref);
  }
  return sections;
}

function referencesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
}

/** The node that a reference points to; any other node itself. */
function target(node: unknown, published: Fields): unknown {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node;
  return $ref.split('/').slice(1).reduce<Fields>(fieldsIn, published);
}

const fieldsIn = (holder: Fields, name: string): Fields => (holder[name] ?? {}) as Fields;
