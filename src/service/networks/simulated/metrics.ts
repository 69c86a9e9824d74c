/** Figures set by hand on a simulated network: of one post, or of the account as a whole. Read by growth.ts and the areas. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Reader, Store } from '../../store/store.ts';
import { ownKind } from '../../store/record.ts';

/** What was set at an instant (ms), by name. */
export interface MetricChange {
  readonly at: number;
  readonly metrics: Readonly<Record<string, number>>;
}

const KIND = ownKind<Kept>('$metrics');

interface Kept extends Record<string, unknown> {
  /** Oldest first. */
  readonly changes: readonly MetricChange[];
}

/** What is meant: a post by its native id, or the account as a whole. */
export interface MetricPlace {
  readonly accountId: string;
  readonly nativeId?: string | undefined;
}

const idOf = ({ accountId, nativeId = '' }: MetricPlace): string => `${accountId}/${nativeId}`;

/** What was set for the account as a whole, oldest first. */
export const accountChanges = async (reader: Reader, accountId: string): Promise<readonly MetricChange[]> =>
  (await reader.get(KIND, idOf({ accountId })))?.doc.changes ?? [];

/** What was set for each post of an account, by native id. */
export async function postChanges(
  reader: Reader,
  accountId: string,
): Promise<ReadonlyMap<string, readonly MetricChange[]>> {
  const records = await reader.list(KIND, { parentId: accountId });
  return new Map(records.map(({ id, doc }) => [id.slice(accountId.length + 1), doc.changes]));
}

/** Sets figures from now on. False when the account has no such post. */
export function setMetrics(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  place: MetricPlace & { readonly teamId: string },
  metrics: Readonly<Record<string, number>>,
): Promise<boolean> {
  const { accountId, nativeId, teamId } = place;
  return store.transact(async (tx) => {
    if (nativeId !== undefined && (await tx.feedItem(accountId, nativeId)) === undefined) return false;
    const before = await tx.get(KIND, idOf(place));
    const at = clock.now();
    const base = { kind: KIND, id: idOf(place), teamId, profileId: null, parentId: accountId, createdAt: at };
    await tx.put({ ...base, doc: { changes: [...(before?.doc.changes ?? []), { at, metrics }] } });
    return true;
  });
}

/** What a figure was set to by that instant (ms); undefined when it was left alone. */
export const changedTo = (changes: readonly MetricChange[], name: string, instant: number): number | undefined =>
  changes.findLast(({ at, metrics }) => at <= instant && metrics[name] !== undefined)?.metrics[name];
