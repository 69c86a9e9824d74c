/** Campaigns, ad sets and ads that were deleted: kept where no list shows them, because what they spent stays in all figures. Written by status.ts in the commit that deletes, read by structure.ts. */
import type { Written } from '../../../engine/follow.ts';
import { ownKind } from '../../../store/record.ts';
import type { Reader, StoredRecord } from '../../../store/store.ts';
import type { AdKind, AdObjectRecord, AdRecord, AdSetRecord, CampaignRecord } from '../record.ts';
import { withPast } from './past.ts';

interface Deleted {
  /** As it was, its past ended by the deletion. */
  readonly record: AdObjectRecord;
}

const DELETED = ownKind<Deleted>('$ad_deleted');

/** What is kept of the objects that a call deletes. @param now ms */
export const deletedOf = (written: readonly Written<AdKind>[], now: number): readonly StoredRecord[] =>
  written.flatMap(({ before }) => {
    if (before === undefined) return [];
    const { teamId, profileId } = before;
    const record = withPast(before, ended(before), now);
    const id = `${before.kind}/${before.id}`;
    return [{ kind: DELETED, id, teamId, profileId, parentId: null, createdAt: now, doc: { record } }];
  });

const ended = (record: AdObjectRecord): AdObjectRecord =>
  ({ ...record, doc: { ...record.doc, status: 'cancelled' } }) as AdObjectRecord;

/** Deleted objects, by their kinds. */
export interface DeletedParts {
  readonly campaigns: readonly CampaignRecord[];
  readonly sets: readonly AdSetRecord[];
  readonly ads: readonly AdRecord[];
}

export async function deletedParts(read: Reader, teamId: string): Promise<DeletedParts> {
  const records = (await read.list(DELETED, { teamId })).map(({ doc }) => doc.record);
  const of = (kind: AdKind): readonly AdObjectRecord[] => records.filter((one) => one.kind === kind);
  return {
    campaigns: of('ad_campaign') as readonly CampaignRecord[],
    sets: of('ad_set') as readonly AdSetRecord[],
    ads: of('ad') as readonly AdRecord[],
  };
}
