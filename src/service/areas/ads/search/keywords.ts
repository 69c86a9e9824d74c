/** Keywords of search ads: judged, paused, and read with their figures; and the searches that they were shown for. Listed in operations.ts. */
import { daysBetween } from '../../../../kernel/days.ts';
import { type Fields, isFields, isList, textOf } from '../../../../kernel/json.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import { ok, type Reply } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { answerOf } from '../../../engine/answer.ts';
import { checkedBefore } from '../../../engine/checked.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import { pageOf, pageWord } from '../../../engine/page.ts';
import { isReached, type Scene } from '../../../engine/scene.ts';
import { selected } from '../../../engine/select.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { Reader } from '../../../store/store.ts';
import { localNow } from '../figures/figures.ts';
import type { AdSetRecord } from '../record.ts';
import { adsOfSet, everMade, structureOf, type Structure } from '../tree/structure.ts';
import { sharedTerms, summed, type Group, type KeywordRecord, type SharedTerm } from './keyword-figures.ts';
import { searchNetwork } from './network.ts';
import { matchingIn, plainWords, type Matching } from './terms.ts';

export const KEYWORD = 'ad_keyword';

const LONGEST = 80;
const MOST_WORDS = 10;

/** Signs that a keyword cannot have. */
const SIGNS = /[,!@%^()={};~`<>?\\|]/;

/** Days that the figures beside a keyword cover. */
const WINDOW_DAYS = 30;

function problemOf(text: string): string | undefined {
  if (text === '' || [...text].length > LONGEST) return 'A keyword must have 1 to 80 characters.';
  if (text.split(' ').length > MOST_WORDS) return 'A keyword can have up to ten words.';
  return SIGNS.test(text) ? 'A keyword cannot contain punctuation or brackets.' : undefined;
}

const sameAs = (one: KeywordRecord, other: KeywordRecord): boolean =>
  plainWords(one.doc.keyword ?? '') === plainWords(other.doc.keyword ?? '') &&
  one.doc.matchType === other.doc.matchType &&
  one.doc.negative === other.doc.negative;

/** A group has a keyword of each closeness once. Source: readings, "Ads" */
const addAdKeywords: Follow<'ad_keyword'> = async (written, { call, now, owners }, view) => {
  const set = await view.get('ad_set', owners.parentId ?? '');
  if (set === undefined || set.doc.accountId !== call.body['accountId'])
    return { refusal: notFound('ad_set', { param: 'adSetId' }) };
  const there = await view.list(KEYWORD, { teamId: set.teamId, parentId: set.id });
  const drafts = written.flatMap(({ after }) => (after === undefined ? [] : [after]));
  return judgedKeywords(drafts, { set, there, list: 'keywords', now });
};

interface Adding {
  readonly set: AdSetRecord;
  /** Keywords that the group has already. */
  readonly there: readonly KeywordRecord[];
  /** Field of the call with the new ones. */
  readonly list: string;
  /** Milliseconds. */
  readonly now: number;
}

/** New keywords of an ad group, or why one of them cannot be its own. */
export function judgedKeywords(
  drafts: readonly KeywordRecord[],
  { set, there, list, now }: Adding,
): { readonly records: readonly KeywordRecord[] } | { readonly refusal: Reply } {
  const records: KeywordRecord[] = [];
  for (const [at, after] of drafts.entries()) {
    const param = `${list}.${String(at)}`;
    const problem = problemOf(plainWords(after.doc.keyword ?? ''));
    if (problem !== undefined) return { refusal: refuse('invalid_field_value', { param, message: problem }) };
    if ([...there, ...records].some((one) => one.id !== after.id && sameAs(one, after)))
      return { refusal: refuse('invalid_field_value', { param, message: 'The ad group already has this keyword.' }) };
    records.push(
      withFields(after, {
        ...(set.parentId !== null && { campaignId: set.parentId }),
        adSetId: set.id,
        ...(set.doc.platformAdAccountId !== undefined && { adAccountId: set.doc.platformAdAccountId }),
        past: [{ at: now, status: 'active' }],
      }),
    );
  }
  return { records };
}

/** A negative keyword keeps ads away until it is removed. */
const updateAdKeyword: Follow<'ad_keyword'> = ([{ before, after } = {}], { now }) => {
  if (after === undefined || before === undefined) return {};
  if (after.doc.negative === true && after.doc.status === 'paused')
    return {
      refusal: refuse('invalid_resource_state', { param: 'status', message: 'A negative keyword cannot be paused.' }),
    };
  if (after.doc.status === before.doc.status) return {};
  return {
    records: [withFields(after, { past: [...(before.doc.past ?? []), { at: now, status: String(after.doc.status) }] })],
  };
};

/** The negative keywords of a campaign, its own and those of the lists that it uses. */
async function negativesOf(read: Reader, set: AdSetRecord): Promise<readonly Matching[]> {
  const { teamId } = set;
  const own = (await read.list('campaign_negative_keyword', { teamId })).filter(
    ({ parentId }) => parentId === set.parentId,
  );
  const used = (await read.list('campaign_negative_keyword_list', { teamId })).filter(
    ({ parentId }) => parentId === set.parentId,
  );
  const lists = await Promise.all(
    used.flatMap(({ doc }) => doc.listIds).map((id) => read.get('ad_negative_keyword_list', id)),
  );
  const all = [...own.map(({ doc }) => doc.keywords), ...lists.map((list) => list?.doc.keywords)];
  return all.flatMap((list) =>
    (isList(list) ? list : []).map((one) => matchingIn(isFields(one) ? one : { text: one }, 'text')),
  );
}

async function groupOf(read: Reader, structure: Structure, set: AdSetRecord): Promise<Group> {
  const keywords = await read.list(KEYWORD, { teamId: set.teamId, parentId: set.id });
  const own = keywords.filter(({ doc }) => doc.negative === true).map(({ doc }) => matchingIn(doc, 'keyword'));
  return { ads: adsOfSet(everMade(structure), set), keywords, negatives: [...own, ...(await negativesOf(read, set))] };
}

async function searchesOf(
  scene: Scene,
  structure: Structure,
  sets: readonly AdSetRecord[],
  span: Fields,
): Promise<readonly SharedTerm[]> {
  const { delivery } = structure;
  const groups = await Promise.all(sets.map((set) => groupOf(scene.desk.store.read, structure, set)));
  return groups.flatMap((group) => {
    const days = daysBetween({ from: span['from'], to: span['to'] }, localNow(group.ads, delivery));
    return sharedTerms(group, days, delivery);
  });
}

const listAdKeywords: Handler = inScene(async (scene) => {
  const { call, desk, now } = scene;
  const structure = await structureOf(call, desk);
  const all = (await desk.store.read.list(KEYWORD, { teamId: call.caller.teamId })).filter((one) =>
    isReached(call, one),
  );
  const sets = structure.sets.filter(({ id }) => all.some(({ parentId }) => parentId === id));
  const from = new Date(now - (WINDOW_DAYS - 1) * DAY_MS).toISOString();
  const searches = await searchesOf(scene, structure, sets, { from });
  const page = pageOf(call, selected(scene, all));
  const items = page.items.map((record) => ({ record, counts: countsBeside(record, structure, searches) }));
  return answerOf(scene, { page: { ...page, items } });
});

function countsBeside(record: KeywordRecord, { sets, campaigns }: Structure, searches: readonly SharedTerm[]): Fields {
  const set = sets.find(({ id }) => id === record.parentId);
  const campaign = campaigns.find(({ id }) => id === set?.parentId);
  const own = searches.filter(({ keyword }) => keyword.id === record.id).map((one) => one.counts);
  const { impressions, clicks, conversions, spend: cost } = summed(own);
  return {
    campaignName: campaign?.doc.campaignName ?? null,
    campaignStatus: campaign?.doc.status ?? null,
    adSetName: set?.doc.adSetName ?? null,
    adSetStatus: set?.doc.status ?? null,
    metrics:
      record.doc.negative === true
        ? null
        : {
            ...{ windowDays: WINDOW_DAYS, impressions, clicks, conversions, cost },
            ...{ firstPageCpc: null, firstPositionCpc: null },
          },
  };
}

/** Searches that nobody saw an ad for are left out. */
const getAdsSearchTerms: Handler = inScene(async (scene) => {
  const { call, desk } = scene;
  const { accountId, campaignId, fromDate: from, toDate: to } = call.query;
  const customer = call.query['adAccountId'] ?? call.query['customerId'];
  const group = call.query['adSetId'] ?? call.query['adGroupId'];
  const structure = await structureOf(call, desk);
  const sets = structure.sets.filter(
    ({ id, parentId, doc }) =>
      doc.accountId === accountId &&
      (customer === undefined || doc.platformAdAccountId === customer) &&
      (campaignId === undefined || parentId === campaignId) &&
      (group === undefined || id === group),
  );
  const shown = (await searchesOf(scene, structure, sets, { from, to })).filter(({ counts }) => counts.impressions > 0);
  const page = pageOf(
    call,
    shown.map((one) => termRow(one, structure, shown)),
  );
  const paging = { nextPageToken: pageWord('nextPageToken', page) };
  return ok({ ...(textOf(customer) !== undefined && { customerId: customer }), data: page.items, paging });
});

function termRow(
  { keyword, term, counts }: SharedTerm,
  { sets, campaigns }: Structure,
  all: readonly SharedTerm[],
): Fields {
  const set = sets.find(({ id }) => id === keyword.parentId);
  const campaign = campaigns.find(({ id }) => id === set?.parentId);
  const { spend, value, ...counted } = counts;
  const isAdded = all.some(
    (one) => one.keyword.parentId === keyword.parentId && plainWords(one.keyword.doc.keyword ?? '') === term,
  );
  return {
    searchTerm: term,
    status: isAdded ? 'ADDED' : 'NONE',
    matchType: String(keyword.doc.matchType).toUpperCase(),
    campaignId: campaign?.id ?? null,
    campaignName: campaign?.doc.campaignName ?? null,
    adGroupId: set?.id ?? null,
    adGroupName: set?.doc.adSetName ?? null,
    ...counted,
    costMicros: Math.round(spend * 1e6),
    conversionsValue: value,
  };
}

/** A list of texts, each of them judged by the fields of a keyword. */
const notEmpty = ({ body }: { readonly body: Fields }): Reply | undefined =>
  isList(body['keywords']) && body['keywords'].length > 0
    ? undefined
    : refuse('invalid_field_value', { param: 'keywords', message: 'Name at least one keyword.' });

export const keywords: Record<string, Handler> = {
  addAdKeywords: checkedBefore(engineWith(addAdKeywords), searchNetwork, notEmpty),
  updateAdKeyword: engineWith(updateAdKeyword),
  listAdKeywords,
  getAdsSearchTerms,
};
