/** What follows from writing campaigns, ad sets and ads: the spans in which an ad ran, the event of another status; and the operations that set one. */
import type { BulkUpdateAdCampaignStatusBody } from '#contract';
import { type Fields, isFields, isList } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import { commit, type Changes } from '../../../change.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { checkedBefore } from '../../../engine/checked.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import { findById } from '../../../engine/find.ts';
import type { Follow, Written } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import type { Scene } from '../../../engine/scene.ts';
import { changedTimes } from '../../../engine/draft.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import type { Reader, RecordOf } from '../../../store/store.ts';
import { entriesOfCall } from '../activity/entries.ts';
import { aboveOf, deliveryOf, followBelow, switchOf, switchTo } from '../review/delivery-status.ts';
import { endsOf } from './ending.ts';
import { budgetWrites } from './budgets.ts';
import { STATUS_EVENT, statusEvents } from '../events.ts';
import { deletedOf } from './deleted.ts';
import { withPast } from './past.ts';
import { refusalOfAmounts } from '../judge/money.ts';
import { optimizationRefusal, spendCapRefusal } from '../judge/refusals.ts';
import { reviewsOf, withStanding } from '../review/reviewing.ts';
import { isAd, type AdKind, type AdObjectRecord } from '../record.ts';

type WrittenAd = Written<AdKind>;

/** Source: EVT-102 */
export const followStatus: Follow<AdKind> = async (all, scene, view) => {
  const { call, now } = scene;
  const writes = await Promise.all(all.map(async (one) => turn(resubmit(one, call.body), call.body, view)));
  const records = writes.flatMap(({ before, after }) => {
    if (after === undefined) return [];
    if (isAd(after)) return [withPast(before, after, now)];
    return before === undefined ? [] : [withPast(before, inPlaceOf(before, after), now)];
  });
  const events = call.card.emits.includes(STATUS_EVENT)
    ? (await Promise.all(writes.map((one) => statusEvents(one, view)))).flat()
    : [];
  const submitted = writes.flatMap(({ before, after }) => (after === undefined || isWaiting(before) ? [] : [after]));
  const below = await Promise.all(writes.map((one) => followBelow(view, one, now)));
  const own = [...records, ...below.flatMap((one) => one.records)];
  const shared = await budgetWrites(writes, { body: call.body, view, now, records: own });
  const changes = writes.map(({ before, after }) => ({ before, after: after && (latest(own, after) ?? after) }));
  return {
    records: [...own, ...shared, ...(await entriesOfCall(changes, scene, view))],
    events: [...events, ...below.flatMap((one) => one.events)],
    due: [...(await reviewsOf(view, submitted, now)), ...endsOf(writes)],
  };
};

/** The object as the call leaves it. */
const latest = (records: readonly AdObjectRecord[], { kind, id }: AdObjectRecord): AdObjectRecord | undefined =>
  records.find((one) => one.kind === kind && one.id === id);

/** What was switched on runs once its review and what it is in allow it. Source: readings, "Ads" */
async function turn(one: WrittenAd, { status: asked }: Fields, view: Reader): Promise<WrittenAd> {
  const { before, after } = one;
  if (before === undefined || after === undefined || (asked !== 'active' && asked !== 'paused')) return one;
  if (asked === 'paused') return { before, after: switchTo(after, 'PAUSED', 'paused') };
  const status = after.doc.reviewStatus === 'in_review' ? 'pending_review' : 'active';
  const active = switchTo(after, 'ACTIVE', status);
  return { before, after: switchTo(active, 'ACTIVE', deliveryOf(active, await aboveOf(view, active))) };
}

/** Whether the object is switched to the status already, and waits at most for what holds it back. */
const isSwitchedTo = (status: unknown, record: AdObjectRecord | undefined): boolean =>
  record?.doc.status === status ||
  (status === 'active' &&
    record !== undefined &&
    (record.doc.status === 'paused' || record.doc.status === 'pending_review') &&
    switchOf(record) === 'ACTIVE');

const isWaiting = (record: AdObjectRecord | undefined): boolean => record?.doc.reviewStatus === 'in_review';

/** What was rejected is looked at again once anything but its status has changed. Source: ADS-01; readings, "Ads" */
function resubmit(one: WrittenAd, body: Fields): WrittenAd {
  const { before, after } = one;
  const isCorrected = Object.keys(body).some((name) => !ONLY_ASKED.includes(name));
  if (before?.doc.reviewStatus !== 'rejected' || after === undefined || !isCorrected) return one;
  return { before, after: withStanding(after, { reviewStatus: 'in_review', status: 'pending_review' }) };
}

/** Fields of a body that change nothing of what reviewers look at. */
const ONLY_ASKED: readonly string[] = ['accountId', 'platform', 'status'];

/** Account and network in a call say which record is meant, and do not move it. */
function inPlaceOf({ doc: { accountId, platform } }: AdObjectRecord, after: AdObjectRecord): AdObjectRecord {
  const doc = Object.fromEntries(Object.entries(after.doc).filter(([name]) => name !== ASKED));
  return { ...after, doc: { ...doc, accountId, platform } } as AdObjectRecord;
}

/** Part of the record, until it is written, with what was sent to find it. */
const ASKED = 'asked';

/** The record is not there for a caller who names another account. */
const ofAccount =
  (follow: Follow<AdKind>): Follow<AdKind> =>
  (writes, scene, view) => {
    const { accountId } = scene.call.body;
    const isOther = writes.some(({ before }) => accountId !== undefined && before?.doc.accountId !== accountId);
    return isOther ? { refusal: notFound(scene.name, { param: 'accountId' }) } : follow(writes, scene, view);
  };

const changeStatus = ofAccount((writes, scene, view) => {
  const isHeld = writes.some(({ before }) => before?.doc.reviewStatus === 'rejected');
  const isAlone = Object.keys(scene.call.body).every((name) => ONLY_ASKED.includes(name));
  return isHeld && isAlone && scene.call.body['status'] === 'active'
    ? { refusal: refuse('invalid_resource_state', { param: 'status', message: REJECTED }) }
    : followStatus(writes, scene, view);
});

const REJECTED = 'The review rejected it. Edit it, and it is reviewed again.';

const changeCampaign: Follow<AdKind> = async (writes, scene, view) => {
  const account = await view.get(ACCOUNT_KIND, String(writes[0]?.before?.doc.accountId));
  const refusal = account && spendCapRefusal(scene.call.body, account);
  return refusal === undefined ? changeStatus(writes, scene, view) : { refusal };
};

/** Sets the status of one; what has it already is skipped. */
const setStatus: Handler = async (call, desk) => {
  let skipped = 0;
  const reply = await engineWith<AdKind>((writes, scene, view) => {
    skipped = writes.filter(({ before }) => isSwitchedTo(call.body['status'], before)).length;
    return changeStatus(writes, scene, view);
  })(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  return { ...reply, body: { ...reply.body, updated: 1 - skipped, skipped } };
};

/** What became of one campaign among several. */
interface Outcome {
  readonly row: Fields;
  readonly writes?: Required<Written<'ad_campaign'>>;
}

const bulkUpdateAdCampaignStatus: Handler = inScene(async (scene) => {
  const { call, desk } = scene;
  const { status, campaigns } = call.body;
  return commit(desk, [`ad_campaign/${call.caller.teamId}`], async (view) => {
    const named = (isList(campaigns) ? campaigns : []).filter(isFields);
    const outcomes = await Promise.all(named.map((one) => outcomeFor(one, scene, view)));
    const writes = outcomes.flatMap((one) => (one.writes === undefined ? [] : [one.writes]));
    const results = outcomes.map(({ row }) => row);
    const count = (name: string): number => results.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
    const failed = results.filter((row) => row['error'] !== undefined).length;
    const totals = { updated: count('updated'), skipped: count('skipped'), failed };
    return {
      ...(await bulkChanges(writes, scene, view)),
      result: ok({ status, totals, results }),
    };
  });
});

async function bulkChanges(
  writes: readonly Required<Written<'ad_campaign'>>[],
  scene: Scene,
  view: Reader,
): Promise<Changes> {
  const { records = [], events = [] } = await followStatus(writes, scene, view);
  const { requestId } = scene.call;
  return { records, events: events.map((event) => ({ ...event, requestId })) };
}

async function outcomeFor({ platformCampaignId, platform }: Fields, scene: Scene, view: Reader): Promise<Outcome> {
  const row = { platformCampaignId, platform, updated: 0, skipped: 0 };
  const before = await findById<'ad_campaign'>(scene, view, String(platformCampaignId));
  if (before === undefined) return { row: { ...row, error: 'There is no such campaign.' } };
  const { status } = scene.call.body as unknown as BulkUpdateAdCampaignStatusBody;
  if (isSwitchedTo(status, before)) return { row: { ...row, skipped: 1 } };
  const after: RecordOf<'ad_campaign'> = {
    ...before,
    doc: { ...before.doc, status, ...changedTimes(scene.kind, scene.now) },
  };
  return { row: { ...row, updated: 1 }, writes: { before, after } };
}

/** Takes something away, and says how many ads went with it. */
const removeWithAds: Handler = async (call: Parameters<Handler>[0], desk: Desk) => {
  let adCount = 0;
  const count: Follow<AdKind> = async (writes, scene, view) => {
    adCount = writes.filter(({ before }) => before?.kind === 'ad').length;
    return { records: [...deletedOf(writes, scene.now), ...(await entriesOfCall(writes, scene, view))] };
  };
  const reply = await engineWith(ofAccount(count))(call, desk);
  return reply.status === 200 && isFields(reply.body) ? { ...reply, body: { ...reply.body, adCount } } : reply;
};

const changeSet: Follow<AdKind> = async (writes, scene, view) => {
  const { platformSpecificData: sent } = scene.call.body;
  const account = await view.get(ACCOUNT_KIND, String(writes[0]?.before?.doc.accountId));
  const refusal = account && isFields(sent) ? optimizationRefusal(sent, account) : undefined;
  return refusal === undefined ? changeStatus(writes, scene, view) : { refusal };
};

export const status: Record<string, Handler> = {
  updateAd: checkedBefore(engineWith(followStatus), refusalOfAmounts),
  updateAdCampaign: checkedBefore(engineWith(changeCampaign), refusalOfAmounts),
  updateAdSet: checkedBefore(engineWith(changeSet), refusalOfAmounts),
  updateAdStatus: setStatus,
  updateAdSetStatus: setStatus,
  updateAdCampaignStatus: setStatus,
  bulkUpdateAdCampaignStatus,
  deleteAd: engineWith<AdKind>(async (writes, scene, view) => ({
    records: [...deletedOf(writes, scene.now), ...(await entriesOfCall(writes, scene, view))],
  })),
  deleteAdSet: removeWithAds,
  deleteAdCampaign: removeWithAds,
};
