/** The entries of a list that stand for one record each. Used by deeds.ts. */
import { type Fields, isFields, isList } from '../../kernel/json.ts';
import type { Scene } from './scene.ts';
import { wordsOf } from './scene.ts';

export interface Entry {
  /** Fields for the record. A plain word is the record's `value`, or the field of the kind's first name. */
  readonly given: Fields;
  /** Id of the record, where the entry holds one. */
  readonly id?: string;
}

/** Undefined for an effect whose call is about one record. */
export function entriesOf({ effect, call, kind }: Scene): readonly Entry[] | undefined {
  const { each } = effect;
  if (each === undefined) return undefined;
  const sent = call.body[each] ?? call.query[each];
  const list = isList(sent) ? sent : typeof sent === 'string' ? sent.split(',') : [];
  const shared = Object.fromEntries(
    Object.entries({ ...call.query, ...call.body }).filter(([name, value]) => name !== each && !isList(value)),
  );
  const isReadingOrMaking = effect.does === 'create';
  return list.map((entry) => {
    const given = isFields(entry) ? entry : wordIn(entry, kind.names?.[0]);
    const id = wordsOf(kind)
      .map((name) => given[name])
      .find((value) => typeof value === 'string');
    return { given: isReadingOrMaking ? { ...shared, ...given } : given, ...(typeof id === 'string' && { id }) };
  });
}

const wordIn = (word: unknown, name: string | undefined): Fields => ({
  value: word,
  ...(name !== undefined && { [name]: word }),
});
