/** `--follow` of what the local service has recorded: the latest records, then each further one as it comes. Used by `svc local requests` and `svc local events`. */
import { fieldsIn, type Fields } from '../kernel/json.ts';
import type { Context, Outcome } from './command.ts';
import { callControl } from './local.ts';
import { watch } from './watch.ts';

export const follow = {
  type: 'boolean',
  common: true,
  summary: 'Keep showing new records until interrupted',
} as const;

/** Records that are read at a time. */
const MOST = 1_000;

/** Records that are shown at the beginning; --limit says otherwise. */
const USUAL_LIMIT = 100;

export interface Followed {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Of the answer, the field with the records. */
  readonly list: string;
  readonly isNewestFirst?: boolean;
  readonly idOf: (record: Fields) => string;
  /** What a terminal shows of a record. */
  readonly words: (record: Fields) => readonly unknown[];
}

export function followed(
  context: Context,
  flags: { readonly dataDir?: string | undefined; readonly limit?: number | undefined },
  { path, query, list, isNewestFirst = false, idOf, words }: Followed,
): Outcome {
  const { limit: first = USUAL_LIMIT } = flags;
  let earlier: ReadonlySet<string> | undefined;
  let latest: ReadonlySet<string> | undefined;
  const look = async (): Promise<readonly Fields[]> => {
    const answer = await callControl(context, flags, { method: 'GET', path, query: { ...query, limit: MOST } });
    const found = fieldsIn(answer[list]);
    const records = isNewestFirst ? found.toReversed() : found;
    const [oldest] = records;
    if (latest !== undefined && found.length === MOST && oldest !== undefined && !latest.has(idOf(oldest)))
      context.say(`More than ${String(MOST)} came at once; the oldest of them are not shown.`);
    latest = new Set(records.map(idOf));
    const before = (earlier ??= new Set(records.slice(0, Math.max(0, records.length - first)).map(idOf)));
    return records.filter((record) => !before.has(idOf(record)));
  };
  return { stream: watch(look, idOf, context), line: (record) => lineOf(words(record as Fields)) };
}

const lineOf = (words: readonly unknown[]): string =>
  words.flatMap((word) => (word === undefined || word === null || word === '' ? [] : [String(word)])).join('  ');
