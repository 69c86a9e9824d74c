/** Compares a batch with the journal of an earlier run: what is there already, what is to be sent again, what is new. Pure. */
import { counted } from '../../kernel/counted.ts';
import { instantOf } from '../../kernel/instant.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import { HOUR_MS } from '../../kernel/time.ts';
import type { Identity } from './fingerprint.ts';
import type { Entry, History } from './journal.ts';
import { faultyRow } from './problems.ts';
import type { FaultyRow, Row } from './row.ts';

/** A row as far as the journal concerns it. */
type RowOf = Identity & { readonly row: Row; readonly key?: string };

export interface Standing<R> {
  /** Never sent, or refused: sent as a new request. */
  readonly fresh: readonly R[];
  /** Sent with an unknown outcome: the same request is sent again, and the service answers with the same post. */
  readonly open: readonly (readonly [row: R, entry: Entry])[];
  /** Their post exists. */
  readonly made: readonly (readonly [row: R, entry: Entry])[];
  /** Rows that say something else than when they were sent, or that were sent too long ago to be asked for. */
  readonly faulty: readonly FaultyRow[];
}

/** A request that was sent longer ago is no longer known to the service, an hour of safety taken off. Source: ASM-39 */
const REMEMBERED_MS = 23 * HOUR_MS;

export function standingOf<R extends RowOf>(rows: readonly R[], { entries }: History, nowMs: number): Standing<R> {
  const standing = { fresh: [] as R[], open: [] as [R, Entry][], made: [] as [R, Entry][], faulty: [] as FaultyRow[] };
  for (const row of rows) {
    const entry = entries.get(row.ident);
    const problem = entry && problemOf(row, entry, nowMs);
    if (entry === undefined || entry.state === 'refused') standing.fresh.push(row);
    else if (problem !== undefined)
      standing.faulty.push(faultyRow(row.row, { key: row.key, problems: [{ message: problem }] }));
    else if (entry.state === 'made') standing.made.push([row, entry]);
    else standing.open.push([row, entry]);
  }
  return standing;
}

function problemOf({ says }: RowOf, entry: Entry, nowMs: number): string | undefined {
  if (entry.state === 'made' && entry.says !== says)
    return `The row was changed after its post was created. Change post ${entry.post ?? ''} itself, or give the row another key.`;
  if (entry.state === 'sent' && entry.says !== says)
    return 'The row was changed after it was sent, and its post may or may not exist. Restore the row, or give it another key.';
  if (entry.state === 'sent' && nowMs - entry.sentMs > REMEMBERED_MS)
    return `The row was sent on ${instantOf(entry.sentMs)}, and its post may or may not exist. Check with \`svc posts list\`; if it does not exist, give the row another key.`;
  return undefined;
}

/**
 * Refuses a file that is not the one the journal tells of. Rows may have been added or taken out; when rows that were sent have
 * gone and others have come, they may be the same rows, edited.
 */
export function changedFile(rows: readonly RowOf[], { entries, planned }: History): Failure | undefined {
  const here = new Set(rows.map(({ ident }) => ident));
  const gone = [...entries].filter(([ident, { state }]) => state !== 'refused' && !hasKey(ident) && !here.has(ident));
  const fresh = rows.filter(({ ident }) => !planned.has(ident) && !hasKey(ident));
  if (gone.length === 0 || fresh.length === 0) return undefined;
  const places = fresh.slice(0, 5).map(({ row }) => row.place);
  const posts = gone.flatMap(([, { post }]) => post ?? []).slice(0, 5);
  return failure('usage', {
    message: `The file was changed: ${counted(gone.length, 'row')} that ${gone.length === 1 ? 'was' : 'were'} sent ${gone.length === 1 ? 'is' : 'are'} gone, and ${counted(fresh.length, 'row')} ${fresh.length === 1 ? 'is' : 'are'} new (${places.join(', ')}${fresh.length > 5 ? ', …' : ''}). Nothing was sent.`,
    details: { gone: gone.length, fresh: fresh.length, posts },
    param: '--resume',
    hint: 'Edited rows would create a second post. Restore them, or import the new rows from a separate file. With a `key` for each row, svc can tell edited rows from new ones.',
  });
}

const hasKey = (ident: string): boolean => ident.startsWith('key ');

/** Refuses to send rows a second time without being asked to. */
export function sentBefore(rows: readonly RowOf[], { entries, begin }: History): Failure | undefined {
  const known = rows.filter(({ ident }) => ['sent', 'made'].includes(entries.get(ident)?.state ?? ''));
  if (known.length === 0) return undefined;
  const when = begin === undefined ? '' : ` (${instantOf(begin.at)})`;
  return failure('usage', {
    message: `${known.length} of ${counted(rows.length, 'row')} ${known.length === 1 ? 'was' : 'were'} sent by an earlier import${when}. Nothing was sent now.`,
    details: { sent: known.length, rows: rows.length },
    hint: '--resume skips them and sends the others; --again sends all of them again.',
  });
}
