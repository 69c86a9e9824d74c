/** Search words for which a campaign is not shown: its own, and the shared lists that it uses. Listed in operations.ts. */
import { type Fields, isFields, isList, textsIn } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { nativeId } from '../../../engine/draft.ts';
import { inScene } from '../../../engine/engine.ts';
import { findRecord } from '../../../engine/find.ts';
import { notFound } from '../../../engine/not-found.ts';
import { isReached, lost } from '../../../engine/scene.ts';
import type { RecordOf } from '../../../store/store.ts';
import { changeSingle } from './single.ts';

/** How closely a search has to match where nothing else is sent. */
const USUAL_MATCH = 'broad';

export const NEGATIVES = 'campaign_negative_keyword';

/** A word that is there already keeps its criterion. */
const replaceKeywords = changeSingle<typeof NEGATIVES>((doc, { call, desk }) => {
  const known = keywordsIn(doc.keywords);
  const keywords = keywordsIn(call.body['keywords']).map(
    (one) => known.find((other) => isSame(one, other)) ?? { criterionId: nativeId(desk.ids.record()), ...one },
  );
  const created = keywords.filter((one) => !known.includes(one)).length;
  const removed = known.filter((one) => !keywords.includes(one)).length;
  return { fields: { keywords }, body: { created, removed, keywords } };
});

/** Keywords with their match type. */
export const keywordsIn = (value: unknown): readonly Fields[] =>
  (isList(value) ? value : []).map((one) => ({
    matchType: USUAL_MATCH,
    ...(isFields(one) ? one : { text: one }),
  }));

const isSame = (one: Fields, other: Fields): boolean =>
  one['text'] === other['text'] && one['matchType'] === other['matchType'];

const LIST = 'ad_negative_keyword_list';

type ListRecord = RecordOf<typeof LIST>;

/** Lists count how many campaigns use them. */
const replaceLists = changeSingle<'campaign_negative_keyword_list'>(async (doc, { call }, view) => {
  const before = doc.listIds;
  const listIds = [...new Set(textsIn(call.body['listIds']))];
  const created = listIds.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !listIds.includes(id));
  const used = await Promise.all(created.map((id) => view.get(LIST, id)));
  const missing = used.findIndex((list) => list === undefined || !isReached(call, list));
  if (missing >= 0)
    return { refusal: notFound(LIST, { param: `listIds.${String(listIds.indexOf(created[missing] ?? ''))}` }) };
  const left = await Promise.all(removed.map((id) => view.get(LIST, id)));
  const records = [...used.map((list) => withUses(list, 1)), ...left.map((list) => withUses(list, -1))];
  return {
    fields: { listIds },
    body: { created: created.length, removed: removed.length },
    besides: { records: records.filter((one) => one !== undefined) },
  };
});

/** The list with its count of campaigns changed. */
const withUses = (list: ListRecord | undefined, by: number): ListRecord | undefined =>
  list && { ...list, doc: { ...list.doc, referenceCount: Math.max(0, list.doc.referenceCount + by) } };

/** Lists that were deleted are left out. */
const listLists: Handler = inScene(async (scene) => {
  const { desk } = scene;
  const record = await findRecord<'campaign_negative_keyword_list'>(scene, desk.store.read);
  if (record === undefined) return lost(scene);
  const lists = await Promise.all(record.doc.listIds.map((id) => desk.store.read.get(LIST, id)));
  return ok({ lists: lists.flatMap((list) => (list === undefined ? [] : [viewOf(list)])) });
});

const viewOf = ({ id, doc }: ListRecord): Fields => ({
  id,
  name: doc.name,
  memberCount: doc.keywords?.length ?? 0,
  referenceCount: doc.referenceCount,
});

export const negatives: Record<string, Handler> = {
  replaceCampaignNegativeKeywords: replaceKeywords,
  replaceCampaignNegativeKeywordLists: replaceLists,
  listCampaignNegativeKeywordLists: listLists,
};
