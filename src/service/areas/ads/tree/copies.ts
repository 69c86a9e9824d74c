/** Copies of campaigns, ad sets and ads: what lies below is copied along, names and states as the call asks for. Listed in operations.ts. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { nativeId, newId, timesOf } from '../../../engine/draft.ts';
import { engineWith } from '../../../engine/engine.ts';
import { findOriginal } from '../../../engine/find.ts';
import type { Follow } from '../../../engine/follow.ts';
import { ownerRecord, type Scene } from '../../../engine/scene.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import type { Reader } from '../../../store/store.ts';
import { entriesOfCall } from '../activity/entries.ts';
import { refusedUpstream } from '../judge/refusals.ts';
import { adItem } from './network-ad.ts';
import { withPast } from './past.ts';
import { switchTo } from '../review/delivery-status.ts';
import { reviewsOf } from '../review/reviewing.ts';
import { isAd, type AdKind, type AdObjectRecord } from '../record.ts';

/** The field with the name, and the kind below with its place in the body of the call. */
const PARTS: Readonly<Record<AdKind, { readonly name: string; readonly below?: AdKind }>> = {
  ad_campaign: { name: 'campaignName', below: 'ad_set' },
  ad_set: { name: 'adSetName', below: 'ad' },
  ad: { name: 'name' },
};

/** The field of the body that names what takes the copy, and its kind. */
const TAKERS: Readonly<Partial<Record<AdKind, readonly [field: string, kind: AdKind]>>> = {
  ad_set: ['campaignId', 'ad_campaign'],
  ad: ['adSetId', 'ad_set'],
};

const copyWithParts: Follow<AdKind> = async ([one], scene, view) => {
  const original = await findOriginal<AdKind>(scene, view);
  if (one?.after === undefined || original === undefined) return {};
  const taker = await takerFor(scene, view);
  const top = copyOf(original, { id: one.after.id, parent: taker, isTop: true }, scene);
  const below = scene.call.body['deepCopy'] === false ? [] : await copiesBelow(original, top, { scene, view });
  if (below.length > MOST_BELOW) return { refusal: await tooMany(original, view) };
  if ([top, ...below].some(hasRetiredBundle)) return { refusal: await notCopied(original, view) };
  const records = [top, ...below];
  const entries = await entriesOfCall(
    records.map((after) => ({ after })),
    scene,
    view,
  );
  const feed = records.filter(isAd).map((ad) => adItem(ad, String(ad.doc.accountId), scene.now));
  return { records: [...records, ...entries], feed, due: await reviewsOf(view, records, scene.now) };
};

/** Objects that one call copies besides the one that it names. Source: ADS-29 */
const MOST_BELOW = 2;

async function tooMany({ doc }: AdObjectRecord, view: Reader): Promise<Reply | undefined> {
  const account = await view.get(ACCOUNT_KIND, String(doc.accountId));
  const message =
    'One call can copy at most two objects, including their children. Copy them one at a time, with `deepCopy` set to false.';
  return account && refusedUpstream(account, message);
}

/** The bundle of enhancements that the network has retired. Source: ADS-30; readings, "Ads" */
const RETIRED = 'standard_enhancements';

function hasRetiredBundle({ doc }: AdObjectRecord): boolean {
  const { creativeFeatures = {}, creative }: Fields = doc;
  const inner = isFields(creative) ? creative['creativeFeatures'] : undefined;
  return [creativeFeatures, inner].some((one) => isFields(one) && one[RETIRED] === 'OPT_IN');
}

async function notCopied({ doc }: AdObjectRecord, view: Reader): Promise<Reply | undefined> {
  const account = await view.get(ACCOUNT_KIND, String(doc.accountId));
  const message = `Creatives with ${RETIRED} cannot be copied. Create new ones with individual \`creativeFeatures\`.`;
  return account && refusedUpstream(account, message, 3858504);
}

async function takerFor({ call, kinds, name }: Scene, view: Reader): Promise<AdObjectRecord | undefined> {
  const [field, kind] = TAKERS[name as AdKind] ?? [];
  const id = field && call.body[field];
  return kind !== undefined && typeof id === 'string'
    ? ownerRecord(view, { kind, id, kinds, teamId: call.caller.teamId })
    : undefined;
}

async function copiesBelow(
  original: AdObjectRecord,
  copy: AdObjectRecord,
  at: { readonly scene: Scene; readonly view: Reader },
): Promise<readonly AdObjectRecord[]> {
  const { below } = PARTS[original.kind as AdKind];
  const kind = below === undefined ? undefined : at.scene.kinds[below];
  if (below === undefined || kind === undefined) return [];
  const parts = await at.view.list(below, { teamId: original.teamId, parentId: original.id });
  const copies = parts.map(async (part) => {
    const own = copyOf(part, { id: newId(kind, at.scene.desk), parent: copy, isTop: false }, at.scene);
    return [own, ...(await copiesBelow(part, own, at))];
  });
  return (await Promise.all(copies)).flat();
}

interface Copying {
  readonly id: string;
  /** What takes the copy; that of the original where none is named. */
  readonly parent: AdObjectRecord | undefined;
  readonly isTop: boolean;
}

function copyOf(original: AdObjectRecord, { id, parent, isTop }: Copying, scene: Scene): AdObjectRecord {
  const kind = scene.kinds[original.kind];
  const { name } = PARTS[original.kind as AdKind];
  const { body } = scene.call;
  const fields: Fields = original.doc;
  const isRenamed = isTop ? body['renameStrategy'] !== 'NO_RENAME' : body['renameStrategy'] === 'DEEP_RENAME';
  const copy = {
    ...original,
    id,
    createdAt: scene.now,
    parentId: parent?.id ?? original.parentId,
    doc: {
      ...original.doc,
      ...(parent === undefined ? {} : idsUnder(parent)),
      ...(kind === undefined ? {} : timesOf(kind, scene.now)),
      ...(isRenamed && {
        [name]: `${textIn(body['renamePrefix'])}${textIn(fields[name])}${textIn(body['renameSuffix'])}`,
      }),
      [kind?.key ?? 'id']: id,
      ...(original.kind === 'ad' && { platformAdId: nativeId(id) }),
    },
  };
  return withPast(undefined, started(copy, body), scene.now);
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Ids of what takes a copy, as the copy has them. */
const idsUnder = ({ kind, id, doc }: AdObjectRecord): Fields =>
  kind === 'ad_campaign'
    ? { campaignId: id, platformCampaignId: id }
    : { adSetId: id, platformAdSetId: id, platformCampaignId: doc.platformCampaignId };

/** A copy is reviewed, whatever it is copied from; an ad waits for that, and what is above has its state at once. */
function started(copy: AdObjectRecord, { statusOption = 'PAUSED' }: Fields): AdObjectRecord {
  const fields: Fields = { reviewStatus: 'in_review', ...(isAd(copy) && { status: 'pending_review' }) };
  const fresh = { ...copy, doc: { ...copy.doc, ...fields } } as AdObjectRecord;
  if (statusOption !== 'ACTIVE' && statusOption !== 'PAUSED') return fresh;
  return switchTo(fresh, statusOption, isAd(fresh) ? 'pending_review' : STATUS_OF[statusOption]);
}

const STATUS_OF = { ACTIVE: 'active', PAUSED: 'paused' } as const;

export const copies: Record<string, Handler> = {
  duplicateAd: engineWith(copyWithParts),
  duplicateAdSet: engineWith(copyWithParts),
  duplicateAdCampaign: engineWith(copyWithParts),
};
