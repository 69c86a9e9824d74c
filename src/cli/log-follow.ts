/** `--follow` of the team's log: the latest entries, then each further one as it is written. Used by `svc logs list`. */
import type { CallInput } from '../client/request.ts';
import { pages, recordsOf } from '../client/paging.ts';
import { fieldsIn, textOf, type Fields } from '../kernel/json.ts';
import { MINUTE_MS } from '../kernel/time.ts';
import type { Context, Outcome } from './command.ts';
import { watch } from './watch.ts';

/** Entries that are shown at the beginning; --limit says otherwise. */
const USUAL_LIMIT = 50;

/** Of a page of the API. */
const PAGE = 100;

/** New entries that are read at a time. */
const MOST = 1_000;

/** An entry is written when its call ends and has the time at which it began: those of the last minute are read again. */
const OVERLAP_MS = MINUTE_MS;

export function followedLog(input: CallInput, context: Context): Outcome {
  const card = context.catalog.card('listLogs');
  /** Looking is itself a call that is logged. */
  const looks = new Set<unknown>();
  const seen = new Set<string>();
  let newest: number | undefined;

  async function* unseenPages(): AsyncGenerator<readonly Fields[]> {
    const since = newest === undefined ? {} : { from: new Date(newest - OVERLAP_MS).toISOString() };
    const first = newest === undefined ? (context.flags.limit ?? USUAL_LIMIT) : PAGE;
    const query = { ...input.query, ...since, limit: Math.min(first, PAGE) };
    for await (const { body, requestId } of pages(card, { ...input, query }, context.call)) {
      looks.add(requestId);
      const entries = fieldsIn(recordsOf(body, card)?.records);
      const unseen = entries.filter((entry) => !seen.has(keyOf(entry)));
      yield unseen;
      if (newest === undefined || unseen.length === 0) return;
    }
  }

  const look = async (): Promise<readonly Fields[]> => {
    const found: Fields[] = [];
    for await (const unseen of unseenPages()) {
      found.push(...unseen);
      if (found.length < MOST) continue;
      context.say(`More than ${String(MOST)} came at once; the oldest of them are not shown.`);
      break;
    }
    for (const entry of found) seen.add(keyOf(entry));
    newest = Math.max(newest ?? 0, ...found.map(({ created_at: at }) => Date.parse(String(at)) || 0));
    return found.toReversed().filter(({ request_id: id }) => id === undefined || !looks.has(id));
  };

  return {
    stream: watch(look, keyOf, context),
    line: (entry) => lineOf(entry as Fields),
    ...(card.view && { columns: card.view }),
  };
}

/** Entries have no id. */
const keyOf = (entry: Fields): string => JSON.stringify(entry);

const WORDS = ['created_at', 'status', 'status_code', 'type', 'action', 'platform', 'error_message'];

const lineOf = (entry: Fields): string =>
  WORDS.flatMap((name) => (typeof entry[name] === 'number' ? String(entry[name]) : (textOf(entry[name]) ?? []))).join(
    '  ',
  );
