/** Entries of the activity log: what a write changed of a campaign, an ad set, an ad or an ad account, and who did it. Written in the commit of the change by all that change one; read by log.ts. */
import { instantOf } from '../../../../kernel/instant.ts';
import { type Fields, textOf } from '../../../../kernel/json.ts';
import { upstreamOf } from '../../../../platforms/platforms.ts';
import type { Scene } from '../../../engine/scene.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import { USER_KIND } from '../../../records/user.ts';
import type { Reader, RecordOf, StoredRecord } from '../../../store/store.ts';

export const ACTIVITY = 'ad_activity';

export type ActivityRecord = RecordOf<typeof ACTIVITY>;

/** An object before and after; without `before` it is new, without `after` it is gone. */
interface Change {
  readonly before?: StoredRecord | undefined;
  readonly after?: StoredRecord | undefined;
}

/** Who changed it; a network has no id here. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
}

interface Making {
  readonly ids: { readonly record: () => string };
  /** Milliseconds. */
  readonly now: number;
}

/** The kinds of the log: the word in events, that of the object, and the fields with its id on the network and its name. */
const SORTS: Readonly<Record<string, { word: string; type: string; id: string; name: string; adAccount: string }>> = {
  ad_campaign: word('campaign', 'CAMPAIGN', 'platformCampaignId', 'campaignName'),
  ad_set: word('ad_set', 'AD_SET', 'platformAdSetId', 'adSetName'),
  ad: word('ad', 'AD', 'platformAdId', 'name'),
  ad_account: { word: 'ad_account', type: 'ACCOUNT', id: 'id', name: 'name', adAccount: 'id' },
};

function word(name: string, type: string, id: string, label: string) {
  return { word: name, type, id, name: label, adAccount: 'platformAdAccountId' };
}

/** What follows from the clock and from other fields, and is changed by nobody. */
const FOLLOWING: readonly string[] = ['past', 'updatedAt', 'servingStatuses', 'rejectionReason', 'campaignIssuesInfo'];

/** Fields that say whether an object runs. */
const STATES: readonly string[] = [
  'status',
  'reviewStatus',
  'configuredStatus',
  'platformCampaignStatus',
  'platformAdSetStatus',
];

/** Entries of the changes; none of what stayed as it was. @param by the user of the call, or the network */
export function entriesOf(changes: readonly Change[], by: Actor, { ids, now }: Making): readonly ActivityRecord[] {
  return changes.flatMap((one) => {
    const record = one.after ?? one.before;
    const sort = SORTS[record?.kind ?? ''];
    const did = deedOf(one);
    if (record === undefined || sort === undefined || did === undefined) return [];
    const doc: Fields = record.doc;
    const entry = {
      id: ids.record(),
      accountId: String(doc['accountId']),
      adAccountId: textOf(doc[sort.adAccount]) ?? null,
      event_time: instantOf(now),
      event_type: `${did.verb}_${sort.word}${did.what}`,
      object_id: textOf(doc[sort.id]) ?? record.id,
      object_type: sort.type,
      object_name: textOf(doc[sort.name]) ?? null,
      actor_id: by.id,
      actor_name: by.name,
      extra_data: did.changed === undefined ? null : JSON.stringify(did.changed),
    };
    const { teamId, profileId } = record;
    return [{ kind: ACTIVITY, id: entry.id, teamId, profileId, parentId: null, createdAt: now, doc: entry }];
  });
}

interface Did {
  readonly verb: 'create' | 'update' | 'delete';
  /** What of the object, where it is one thing. */
  readonly what: string;
  readonly changed?: Fields;
}

function deedOf({ before, after }: Change): Did | undefined {
  if (before === undefined) return { verb: 'create', what: '' };
  if (after === undefined) return { verb: 'delete', what: '' };
  const fields: Fields = before.doc;
  const now: Fields = after.doc;
  const names = [...new Set([...Object.keys(fields), ...Object.keys(now)])].filter(
    (name) => !FOLLOWING.includes(name) && JSON.stringify(fields[name]) !== JSON.stringify(now[name]),
  );
  if (names.length === 0) return undefined;
  const isOf = (all: readonly string[]): boolean => names.some((name) => all.includes(name));
  const what = isOf(STATES) ? '_status' : isOf(['budget']) ? '_budget' : '';
  const changed = Object.fromEntries(
    names.map((name) => [name, { before: fields[name] ?? null, after: now[name] ?? null }]),
  );
  return { verb: 'update', what, changed };
}

/** The user whose key made the call. */
export async function actorOf({ call }: Pick<Scene, 'call'>, view: Pick<Reader, 'get'>): Promise<Actor> {
  const { userId } = call.caller;
  const user = await view.get(USER_KIND, userId);
  return { id: userId, name: textOf(user?.doc['name']) ?? userId };
}

/** The network of an object, which reviewed it or says how it is delivered. */
export async function networkOf({ doc }: StoredRecord, view: Pick<Reader, 'get'>): Promise<Actor> {
  const { accountId }: Fields = doc;
  const account = await view.get(ACCOUNT_KIND, String(accountId));
  return { id: null, name: upstreamOf(account?.doc.platform ?? '') };
}

/** Entries of what a call changed. */
export const entriesOfCall = async (
  changes: readonly Change[],
  scene: Scene,
  view: Pick<Reader, 'get'>,
): Promise<readonly ActivityRecord[]> =>
  entriesOf(changes, await actorOf(scene, view), { ids: scene.desk.ids, now: scene.now });
