/** Acts that move a record along a table of states: refused with 409 where the table has no such move. */
import type { Machine } from '../../kernel/machine.ts';
import { ok } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../desk.ts';
import { commit } from '../change.ts';
import { notFoundCode } from './words.ts';
import type { NewEvent, StoredRecord } from '../store/store.ts';
import { layKind } from './lay-kind.ts';

interface Moving<S extends string, E extends string> {
  readonly kind: string;
  readonly table: Machine<S, E, never>;
  readonly event: E;
  /** Ids of example records to the state in which their example finds them first. */
  readonly examples?: Readonly<Record<string, S>>;
  /** Told of a move. */
  readonly told?: (record: StoredRecord) => NewEvent;
}

/** Moves the record whose id stands under `id` in the path; answers with its id and its state. */
export const moving =
  <S extends string, E extends string>({ kind, table, event, examples = {}, told }: Moving<S, E>): Handler =>
  async (call, desk) => {
    await layKind(call, desk, kind);
    return commit(desk, [`${kind}/${call.path['id'] ?? ''}`], async (view) => {
      const record = await view.get(kind, call.path['id'] ?? '');
      // Profiles that the key does not reach were looked at before. Source: AUTH-12
      if (record?.teamId !== call.caller.teamId) return { result: refuse(notFoundCode(kind)) };
      const status = record.doc[MOVED] === true ? String(record.doc['status']) : firstState(record, examples);
      const move = table.move(status as S, event);
      if (move === undefined)
        return {
          result: refuse('invalid_resource_state', { message: `What is ${status} does not take this: ${event}.` }),
        };
      const updatedAt = new Date(desk.clock.now()).toISOString();
      const after = { ...record, doc: { ...record.doc, ...call.body, status: move.to, updatedAt, [MOVED]: true } };
      const events = told === undefined ? [] : [told(after)];
      return { records: [after], events, result: ok({ id: record.id, status: move.to }) };
    });
  };

/** Key that says that a record has moved before. */
const MOVED = '$moved';

const firstState = ({ id, doc }: StoredRecord, examples: Readonly<Record<string, string>>): string =>
  examples[id] ?? String(doc['status']);
