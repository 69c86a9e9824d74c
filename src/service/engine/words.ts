/** The words that `sets` and `answer` of an effect may hold, replaced by what they stand for in one call. Pure. */
import { isFields, isList } from '../../kernel/json.ts';
import { instantOf } from '../../kernel/instant.ts';
import type { Call } from '../call.ts';

/** What the words stand for. */
export interface Meaning {
  readonly call: Pick<Call, 'path' | 'query' | 'body'>;
  /** Milliseconds. */
  readonly now: number;
  /** Id of the record that the call made or changed. */
  readonly id?: string | undefined;
  /** Records that the call made or changed. */
  readonly count?: number;
}

/** `$body.text` as the text that was sent; anything that is no word stays. A word for nothing is undefined. */
export function meant(value: unknown, meaning: Meaning): unknown {
  if (isList(value)) return value.map((one) => meant(one, meaning));
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, meant(one, meaning)]));
  return typeof value === 'string' && value.startsWith('$') ? wordOf(value.slice(1), meaning) : value;
}

function wordOf(word: string, { call, now, id, count = 0 }: Meaning): unknown {
  const [source = '', ...path] = word.split('.');
  const name = path.join('.');
  switch (source) {
    case 'now':
      return instantOf(now);
    case 'id':
      return id;
    case 'count':
      return name === '' ? count : lengthOf(call.body[name]);
    case 'path':
      return call.path[name];
    case 'query':
      return call.query[name];
    case 'body':
      return call.body[name];
    default:
      throw new Error(`An effect says $${word}, which is no word of the contract.`);
  }
}

const lengthOf = (value: unknown): number => (isList(value) ? value.length : 0);
