/** The keywords that come with a search ad: those of its ad group, and the searches for which its ad group and its campaign are not shown. Asked by making.ts. */
import { type Fields, isFields, isList } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Reply } from '../../../call.ts';
import { draft, nativeId } from '../../../engine/draft.ts';
import type { Scene } from '../../../engine/scene.ts';
import type { Kind, Reader, RecordOf, StoredRecord } from '../../../store/store.ts';
import type { AdSetRecord, CampaignRecord } from '../record.ts';
import type { KeywordRecord } from './keyword-figures.ts';
import { judgedKeywords, KEYWORD } from './keywords.ts';
import { keywordsIn, NEGATIVES } from './negatives.ts';

interface Above {
  readonly set: AdSetRecord;
  readonly campaign: CampaignRecord | undefined;
}

/** Nothing on a network without search ads. */
export async function keywordsWithAd(
  scene: Scene,
  { set, campaign }: Above,
  view: Reader,
): Promise<{ readonly records: readonly StoredRecord[] } | { readonly refusal: Reply }> {
  const { call, now, owners } = scene;
  if (traitsOf(owners.account?.doc.platform ?? '').adRules?.searchAds !== true) return { records: [] };
  const there = await view.list(KEYWORD, { teamId: set.teamId, parentId: set.id });
  const records: KeywordRecord[] = [];
  for (const [list, negative] of [
    ['keywords', false],
    ['negativeKeywords', true],
  ] as const) {
    const drafts = entriesIn(call.body[list]).map(({ text: keyword, ...more }) =>
      draftBelow<typeof KEYWORD>(scene, KEYWORD, set.id, { ...more, keyword, negative }),
    );
    const judged = judgedKeywords(drafts, { set, there: [...there, ...records], list, now });
    if ('refusal' in judged) return judged;
    records.push(...judged.records);
  }
  const negatives = campaign === undefined ? [] : await negativesOf(scene, campaign, view);
  return { records: [...records, ...negatives] };
}

/** Words stand for keywords that match as usual. */
const entriesIn = (value: unknown): readonly Fields[] =>
  (isList(value) ? value : []).map((one) => (isFields(one) ? one : { text: one }));

/** Those of the campaign are added to what it has. */
async function negativesOf(scene: Scene, campaign: CampaignRecord, view: Reader): Promise<readonly StoredRecord[]> {
  const { call, desk } = scene;
  const added = keywordsIn(call.body['campaignNegativeKeywords']).map((one) => ({
    criterionId: nativeId(desk.ids.record()),
    ...one,
  }));
  if (added.length === 0) return [];
  const all = await view.list(NEGATIVES, { teamId: campaign.teamId });
  const before =
    all.find(({ parentId }) => parentId === campaign.id) ??
    draftBelow<typeof NEGATIVES>(scene, NEGATIVES, campaign.id, {});
  return [{ ...before, doc: { ...before.doc, keywords: [...keywordsIn(before.doc.keywords), ...added] } }];
}

function draftBelow<K extends Kind>(scene: Scene, name: K, parentId: string, given: Fields): RecordOf<K> {
  const kind = scene.kinds[name];
  if (kind === undefined) throw new Error(`The contract declares no kind ${name}.`);
  const owners = { ...scene.owners, parentId, ownerId: parentId };
  return draft<K>({ ...scene, name, kind, effect: { does: 'create', kind: name }, owners }, given);
}
