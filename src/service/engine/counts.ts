/** Fields that count the records made below a record. Used by deeds.ts. */
import type { Fields } from '../../kernel/json.ts';
import type { Kind } from '../../kernel/effect.ts';
import type { Reader, StoredRecord } from '../store/store.ts';

export async function countsOf(read: Reader, { id }: StoredRecord, { counts = {} }: Kind): Promise<Fields> {
  const entries = Object.entries(counts).map(async ([name, counted]): Promise<[string, number]> => {
    if (typeof counted === 'string') return [name, await read.count(counted, { parentId: id })];
    return [name, await read.count(counted.kind, { parentId: id, where: counted.where })];
  });
  return Object.fromEntries(await Promise.all(entries));
}
