/** Finds an operation by what a person calls it: its id in any case, its command, or its method and path. Pure. */
import type { OperationRow } from '../kernel/card.ts';
import { METHODS } from '../kernel/methods.ts';
import { suggestion } from '../schema/suggest.ts';
import { PREFIX } from './address.ts';

/** An operation, and the values that its path parameters have in an address. */
export interface Match {
  readonly row: OperationRow;
  readonly path: Readonly<Record<string, string>>;
}

/** `createPost`, `create-post`, `posts create`, `svc posts create`, `POST /v1/posts` or `GET /v1/posts/64…`. */
export function operationNamed(text: string, rows: readonly OperationRow[]): OperationRow | undefined {
  const words = text.trim().split(/\s+/);
  const [first = '', second] = words;
  const method = METHODS.find((one) => one === first.toUpperCase());
  if (method !== undefined && second !== undefined && words.length === 2)
    return (
      rows.find((row) => row.method === method && row.path === versioned(second)) ??
      matchAt(method, versioned(second), rows)?.row
    );
  const command = (first === 'svc' ? words.slice(1) : words).join(' ').toLowerCase();
  return rows.find((row) => row.command === command) ?? rows.find(({ id }) => plain(id) === plain(text));
}

/** The id or command that was perhaps meant. */
export function operationMeant(text: string, rows: readonly OperationRow[]): string | undefined {
  const near = suggestion(
    plain(text),
    rows.map(({ id }) => plain(id)),
  );
  const row = rows.find(({ id }) => plain(id) === near);
  return (
    row?.id ??
    suggestion(
      text,
      rows.map(({ command }) => command),
    )
  );
}

/** The operation that an address leads to; of several matches, the one with the most literal segments. */
export function matchAt(method: string, path: string, rows: readonly OperationRow[]): Match | undefined {
  const segments = segmentsOf(path.replace(/^\/api(?=\/)/, ''));
  const matches = rows.flatMap((row) => {
    const values = row.method === method ? valuesIn(segmentsOf(row.path), segments) : undefined;
    return values === undefined ? [] : [{ row, path: values }];
  });
  return matches.sort((a, b) => Object.keys(a.path).length - Object.keys(b.path).length)[0];
}

function valuesIn(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, part] of template.entries()) {
    const segment = segments[at] ?? '';
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== segment) return undefined;
    if (name !== undefined) values[name] = decoded(segment);
  }
  return values;
}

const segmentsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');

const versioned = (path: string): string =>
  /^\/?v\d/.test(path) ? `/${path.replace(/^\//, '')}` : `${PREFIX}/${path.replace(/^\//, '')}`;

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
