/** What a calendar file says should go out: a post a row, its instant and its targets. Next stop: compare.ts. */
import { DateTime } from 'luxon';
import { DAY_MS } from '../../kernel/time.ts';
import { fieldsIn, textOf } from '../../kernel/json.ts';
import type { DateOrder } from '../../kernel/formats.ts';
import { targetsFor, type Looking } from '../accounts.ts';
import { timingOf, type PostBody } from '../compose.ts';
import type { KnownRow } from '../bulk/judge.ts';
import { faultyRow, keepProblems } from '../bulk/problems.ts';
import type { FaultyRow, RowProblem } from '../bulk/row.ts';

/** Where a row goes. */
export interface DueTarget {
  readonly platform: string;
  readonly accountId: string;
}

/** A row with a time. */
export interface DuePost {
  readonly row: number;
  readonly key?: string;
  /** File and line. */
  readonly place: string;
  /** ISO 8601. */
  readonly at: string;
  readonly content: string;
  readonly targets: readonly DueTarget[];
}

export interface DueDesk extends Looking {
  /** Zone for times without one. */
  readonly zone: string;
  readonly dateOrder: DateOrder | undefined;
}

/** Rows without a time (drafts, `now`, queues) are left out: nothing says when they are due. */
export async function duePosts(
  rows: readonly KnownRow[],
  desk: DueDesk,
): Promise<{ readonly due: readonly DuePost[]; readonly faulty: readonly FaultyRow[] }> {
  const due: DuePost[] = [];
  const faulty: FaultyRow[] = [];
  for (const known of rows) {
    const { row, key, words } = known;
    const problems: RowProblem[] = [...words.problems];
    const at = await keepProblems(problems, () => instantOf(known, desk));
    const targets = await keepProblems(problems, () => targetsOf(known, desk));
    if (problems.length > 0) faulty.push(faultyRow(row, { key, problems }));
    else if (at !== undefined)
      due.push({
        row: row.number,
        ...(key !== undefined && { key }),
        place: row.place,
        at,
        content: textOf(words.given['content']) ?? '',
        targets: targets ?? [],
      });
  }
  return { due, faulty };
}

function targetsOf({ words: { said, given } }: KnownRow, desk: DueDesk): readonly DueTarget[] {
  const looking = { ...desk, ...(said.profile !== undefined && { profile: said.profile }) };
  const listed = fieldsIn(given['platforms']).map(({ platform, accountId }) => ({
    platform: textOf(platform) ?? '',
    accountId: textOf(accountId) ?? '',
  }));
  return [...listed, ...targetsFor(said.to, looking)];
}

/** @throws Failure `usage` for what is not a valid time, and for a time that counts from the moment it is read */
async function instantOf({ words: { said, given } }: KnownRow, desk: DueDesk): Promise<string | undefined> {
  if (said.draft || said.now || said.queue !== undefined || given['isDraft'] === true) return undefined;
  if (said.at === undefined) return givenInstant(given, desk.zone);
  const readAt = async (nowMs: number): Promise<string | undefined> => {
    const times = {
      zone: () => Promise.resolve(desk.zone),
      dateOrder: () => Promise.resolve(desk.dateOrder),
      say: () => undefined,
      serviceNow: () => Promise.resolve(nowMs),
    };
    return (await timingOf(given, said, times)).schedule?.instant;
  };
  // Read at two moments: what a calendar says must not depend on when it is looked at.
  const [once, again] = [await readAt(0), await readAt(DAY_MS)];
  if (once === again) return once;
  const { failure } = await import('../../kernel/failure.ts');
  throw failure('usage', {
    message: `--at: ${said.at} is relative to the time of reading.`,
    param: '--at',
    hint: 'Write the date, as in 2026-12-01 09:00.',
  });
}

function givenInstant(given: PostBody, zone: string): string | undefined {
  const text = textOf(given['scheduledFor']);
  if (text === undefined) return undefined;
  const time = DateTime.fromISO(text, { zone: textOf(given['timezone']) ?? zone });
  return time.isValid ? (time.toUTC().toISO() ?? undefined) : undefined;
}
