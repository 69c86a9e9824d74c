/** Fields that count the records made below a record. Used by deeds.ts. */
import type { Fields } from '../../kernel/json.ts';
import type { CountWhere, Kind } from '../../kernel/effect.ts';
import type { Reader, StoredRecord } from '../store/store.ts';

export async function countsOf(read: Reader, { id }: StoredRecord, { counts = {} }: Kind): Promise<Fields> {
  const entries = Object.entries(counts).map(async ([name, counted]): Promise<[string, number]> => {
    if (typeof counted === 'string') return [name, await read.count(counted, { parentId: id })];
    const parts = wheresOf(counted.where).map((where) => read.count(counted.kind, { parentId: id, where }));
    return [name, (await Promise.all(parts)).reduce((sum, count) => sum + count, 0)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** One condition for each combination of the values that a field may have. */
const wheresOf = (where: CountWhere): readonly Readonly<Record<string, string>>[] =>
  Object.entries(where).reduce<readonly Readonly<Record<string, string>>[]>(
    (wheres, [field, value]) => wheres.flatMap((one) => [value].flat().map((each) => ({ ...one, [field]: each }))),
    [{}],
  );
