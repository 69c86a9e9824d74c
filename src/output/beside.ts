/** A record with the lists that stand beside it in the result, where columns name them: a contact and its channels. Pure. */
import { isFields } from '../kernel/json.ts';
import { fieldOf, type Column } from '../kernel/view.ts';

export function withLists(record: unknown, result: unknown, columns: readonly Column[]): unknown {
  if (!isFields(record) || !isFields(result)) return record;
  const heads = columns.map((column) => fieldOf(column).split('.', 1)[0] ?? '');
  const beside = Object.entries(result).filter(
    ([name, value]) => Array.isArray(value) && heads.includes(name) && !Object.hasOwn(record, name),
  );
  return beside.length === 0 ? record : { ...record, ...Object.fromEntries(beside) };
}
