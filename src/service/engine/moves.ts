/** Moves that a table of states decides on: an area refuses with 409 what the table does not have. Used in what follows a deed. */
import type { Machine } from '../../kernel/machine.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { StoredRecord } from '../store/store.ts';

interface Moved {
  readonly before?: WithStatus;
  readonly after?: WithStatus;
}

type WithStatus = StoredRecord<{ readonly status?: unknown }>;

/** The refusal of a record that the deed moved against the table; undefined where the table leads to its state. */
export function moveRefusal<S extends string, E extends string>(
  table: Machine<S, E, never>,
  event: E,
  { before, after }: Moved,
): Reply | undefined {
  const from = String(before?.doc.status);
  const move = table.move(from as S, event);
  return move !== undefined && move.to === after?.doc.status
    ? undefined
    : refuse('invalid_resource_state', { message: `This is not possible while the status is ${from}: ${event}.` });
}
