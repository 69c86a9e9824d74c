/** Calls of the API by operation, for the tools made by hand. */
import type { Catalog } from '../catalog/catalog.ts';
import { requestFor, type CallInput } from '../client/request.ts';
import type { Corridor, ToolAnswer } from '../kernel/tools.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import { parsed } from './reply.ts';

/** What a tool calls, and where the operations are. */
export interface Way {
  readonly corridor: Corridor;
  readonly catalog: Catalog;
}

/** @throws Failure `usage` for a value that cannot be part of an address */
export async function ask(
  { corridor, catalog }: Way,
  operationId: string,
  input: Partial<CallInput> = {},
): Promise<ToolAnswer> {
  const card = catalog.card(operationId);
  const whole: CallInput = { path: {}, query: {}, headers: {}, ...input };
  const { method, path, headers, body } = requestFor(card, whole, corridor.requestId());
  return corridor.send({ card, method, path, headers, ...(body.kind === 'json' ? { body: body.text } : {}) });
}

/** A member of a JSON answer that holds a list of records. */
export function recordsIn(answer: ToolAnswer, field: string): readonly Readonly<Record<string, unknown>>[] {
  const found = ((parsed(answer) ?? {}) as Readonly<Record<string, unknown>>)[field];
  return Array.isArray(found) ? (found as Readonly<Record<string, unknown>>[]) : [];
}

/** The id by which the API logged the answer; nobody who wrote into the answer could foresee it. */
export const markOf = ({ headers }: ToolAnswer): string => headers[REQUEST_ID] ?? '';
