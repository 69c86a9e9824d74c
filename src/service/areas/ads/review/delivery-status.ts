/** How a campaign, an ad set or an ad is delivered: as it is set, unless its review or what it is in holds it back. Read by status.ts, reviewing.ts and arrives.ts. */
import { type Fields, textOf } from '../../../../kernel/json.ts';
import { withFields } from '../../../store/record.ts';
import type { NewEvent, Reader } from '../../../store/store.ts';
import type { Written } from '../../../engine/follow.ts';
import { statusEvents } from '../events.ts';
import { withPast } from '../tree/past.ts';
import type { AdKind, AdObjectRecord } from '../record.ts';

type Status = NonNullable<AdObjectRecord['doc']['status']>;

/** What a caller or the network switched an object to. */
export type Switch = 'ACTIVE' | 'PAUSED';

/** The field with the switch, what the object is in, and what is in it. */
const LINKS: Readonly<Record<AdKind, { readonly field: string; readonly above?: AdKind; readonly below?: AdKind }>> = {
  ad_campaign: { field: 'platformCampaignStatus', below: 'ad_set' },
  ad_set: { field: 'platformAdSetStatus', above: 'ad_campaign', below: 'ad' },
  ad: { field: 'configuredStatus', above: 'ad_set' },
};

const linkOf = ({ kind }: AdObjectRecord) => LINKS[kind as AdKind];

/** The switch of an object; one that nobody switched is as it is delivered. */
export function switchOf(record: AdObjectRecord): Switch {
  const fields: Fields = record.doc;
  return (textOf(fields[linkOf(record).field]) ?? record.doc.status)?.toUpperCase() === 'PAUSED' ? 'PAUSED' : 'ACTIVE';
}

export const switchTo = (record: AdObjectRecord, position: Switch, status: Status): AdObjectRecord =>
  withFields<unknown>(record, { [linkOf(record).field]: position, status }) as AdObjectRecord;

/** Statuses that no switch and no parent changes. */
const ENDED: readonly unknown[] = ['completed', 'cancelled', 'error'];

/**
 * The status of an object that is switched on or off as it is.
 * @param above what it is in; undefined for a campaign
 * Source: ADS-02; readings, "Ads"
 */
export function deliveryOf(record: AdObjectRecord, above: AdObjectRecord | undefined): Status {
  const { reviewStatus } = record.doc;
  const status = record.doc.status ?? 'pending_review';
  if (reviewStatus === 'rejected') return 'rejected';
  if (ENDED.includes(status)) return status;
  if (switchOf(record) === 'PAUSED') return 'paused';
  if (reviewStatus === 'in_review') return 'pending_review';
  const parent = above?.doc.status ?? 'active';
  return parent === 'active' || parent === 'pending_review' ? parent : 'paused';
}

/** What the object is in. */
export async function aboveOf(read: Reader, record: AdObjectRecord): Promise<AdObjectRecord | undefined> {
  const { above } = linkOf(record);
  return above === undefined ? undefined : read.get(above, record.parentId ?? '');
}

/** Objects whose status follows that of another, with their events. */
export interface Below {
  readonly records: readonly AdObjectRecord[];
  readonly events: readonly NewEvent[];
}

/** What changes below an object that has another status, down to its ads. @param now ms */
export async function followBelow(read: Reader, { before, after }: Written<AdKind>, now: number): Promise<Below> {
  const { below } = after === undefined ? {} : linkOf(after);
  if (after === undefined || before === undefined || below === undefined || before.doc.status === after.doc.status)
    return { records: [], events: [] };
  const all: readonly AdObjectRecord[] = await read.list(below, { teamId: after.teamId, parentId: after.id });
  const parts = await Promise.all(
    all.map(async (one): Promise<Below> => {
      const status = deliveryOf(one, after);
      if (one.doc.reviewStatus === 'in_review' || status === one.doc.status) return { records: [], events: [] };
      const next = switchTo(one, switchOf(one), status);
      const record = withPast(one, next, now);
      const change = { before: one, after: record };
      const further = await followBelow(read, change, now);
      return {
        records: [record, ...further.records],
        events: [...(await statusEvents(change, read)), ...further.events],
      };
    }),
  );
  return { records: parts.flatMap((one) => one.records), events: parts.flatMap((one) => one.events) };
}
