/** Counts codes that nobody was given, so that they cannot be tried out. Kept in the store: a restart or a fresh cookie changes nothing. */
import { MINUTE_MS } from '../../../kernel/time.ts';
import { elapsed, momentOf, type Moment } from '../../areas/auth/login.ts';
import type { Desk } from '../../desk.ts';
import { ownKind } from '../../store/record.ts';

const KIND = ownKind<WrongCodes>('$wrong_codes');
const ID = 'all';

/** Wrong codes within the span, by whomever; then none is looked at until the oldest is out of it. */
const MOST = 5;
const SPAN_MS = MINUTE_MS;

interface WrongCodes extends Record<string, unknown> {
  readonly times: readonly Moment[];
}

/** Seconds until codes are looked at again; undefined when they are now. */
export async function pauseSeconds(desk: Desk, machineNow: number): Promise<number | undefined> {
  const now = momentOf(desk, machineNow);
  const recent = recentOf((await desk.store.read.get(KIND, ID))?.doc, now);
  const [oldest] = recent;
  if (recent.length < MOST || oldest === undefined) return undefined;
  return Math.max(1, Math.ceil((SPAN_MS - elapsed(oldest, now)) / 1_000));
}

export const noteWrongCode = (desk: Desk, machineNow: number): Promise<void> =>
  desk.store.transact(async (tx) => {
    const now = momentOf(desk, machineNow);
    const times = [...recentOf((await tx.get(KIND, ID))?.doc, now), now];
    const owner = { teamId: '', profileId: null, parentId: null };
    await tx.put({ kind: KIND, id: ID, ...owner, createdAt: now.service, doc: { times } });
  });

const recentOf = (kept: WrongCodes | undefined, now: Moment): readonly Moment[] =>
  (kept?.times ?? []).filter((time) => elapsed(time, now) < SPAN_MS);
