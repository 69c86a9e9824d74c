/** Makes campaigns, ad sets and ads: an ad without an ad set gets one, and a campaign, in the same commit. Events come from status.ts. */
import { type Fields, isFields, isList, textOf } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import { ok, type Call, type Reply } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { create } from '../../../engine/deeds.ts';
import { draft, nativeId } from '../../../engine/draft.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import { isReached, ownerRecord, type Scene } from '../../../engine/scene.ts';
import type { DocOf, Reader, RecordOf } from '../../../store/store.ts';
import { refuse } from '../../../refuse.ts';
import { boostedPost, creativeOf, type LivePost } from '../judge/boosted.ts';
import { categoryRefusal } from '../judge/refusals.ts';
import { audienceRefusal } from '../audiences/uses.ts';
import { keywordsWithAd } from '../search/with-ad.ts';
import { adItem } from './network-ad.ts';
import type { AdKind, AdRecord, AdSetRecord, CampaignRecord } from '../record.ts';
import { followStatus } from './status.ts';

/** What was sent fits the schemas of the kind, or the call would not have come this far. */
const withFields = <K extends AdKind>(record: RecordOf<K>, fields: Fields): RecordOf<K> => ({
  ...record,
  doc: {
    ...record.doc,
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<DocOf<K>>),
  },
});

/** What starts paused is so at once; anything else waits for its review. */
const startOf = (word: unknown): 'paused' | undefined => (word === 'PAUSED' ? 'paused' : undefined);

/** The objective of the network, under the names that readings of a campaign have for it. Source: readings, "Ads" */
function objectiveFields({ call, owners }: Scene): Pick<DocOf<'ad_campaign'>, 'objective' | 'platformObjective'> {
  const { objectives = {} } = traitsOf(owners.account?.doc.platform ?? '').adRules ?? {};
  const objective = textOf(call.body['objective']) ?? objectives[String(call.body['goal'])] ?? undefined;
  return objective === undefined ? {} : { objective, platformObjective: objective };
}

const makeCampaign: Follow<'ad_campaign'> = async ([one], scene, view) => {
  if (one?.after === undefined) return {};
  const after = withFields<'ad_campaign'>(one.after, {
    status: startOf(one.after.doc.platformCampaignStatus),
    ...objectiveFields(scene),
  });
  return { ...(await followStatus([{ after }], scene, view)), records: [after] };
};

const makeSet: Follow<'ad_set'> = async ([one], scene, view) => {
  if (one?.after === undefined) return {};
  const campaign = await view.get('ad_campaign', one.after.parentId ?? '');
  const after = withFields<'ad_set'>(one.after, {
    platformAdAccountId:
      one.after.doc.platformAdAccountId ?? scene.call.body['customerId'] ?? campaign?.doc.platformAdAccountId,
    status: startOf(one.after.doc.platformAdSetStatus),
  });
  return { ...(await followStatus([{ after }], scene, view)), records: [after] };
};

/** What ads are put into. */
interface Above {
  readonly set: AdSetRecord;
  readonly campaign: CampaignRecord | undefined;
  /** Those of the two that are made with the ads. */
  readonly made: readonly (AdSetRecord | CampaignRecord)[];
}

const makeAds: Follow<'ad'> = async (written, scene, view) => {
  const { call } = scene;
  const missing = await audienceRefusal(call.body, call.caller.teamId, view);
  if (missing !== undefined) return { refusal: missing };
  const above = await aboveFor(scene, view);
  if ('refusal' in above) return above;
  const refusal = misfitAbove(call.body, above);
  if (refusal !== undefined) return { refusal };
  const searched = await keywordsWithAd(scene, above, view);
  if ('refusal' in searched) return searched;
  const post = await boostedPost(view, call);
  const ads = written.flatMap(({ after }) =>
    after === undefined ? [] : [{ after: placed(post === undefined ? after : showing(after, post), above) }],
  );
  const made = above.made.map((after) => ({ after }));
  const { records = [], ...more } = await followStatus([...made, ...ads], scene, view);
  const feed = ads.map(({ after }) => adItem(after, String(call.body['accountId']), scene.now));
  return { ...more, records: [...above.made, ...records, ...searched.records], feed };
};

/** An ad belongs to the account and the ad account of what it is put into, and its targeting suits the campaign. */
function misfitAbove(body: Fields, { set, campaign }: Above): Reply | undefined {
  if (set.doc.accountId !== body['accountId']) return notFound('ad_set', { param: 'accountId' });
  const { platformAdAccountId: own } = set.doc;
  return own !== undefined && own !== body['adAccountId']
    ? refuse('invalid_field_value', {
        param: 'adAccountId',
        message: 'The campaign and the ad set belong to another ad account.',
      })
    : categoryRefusal(campaign?.doc.specialAdCategories, body);
}

const showing = (ad: AdRecord, post: LivePost): AdRecord =>
  withFields<'ad'>(ad, { creative: { ...creativeOf(post), ...ad.doc.creative } });

function placed(ad: AdRecord, { set, campaign }: Above): AdRecord {
  const { whole, ...doc } = ad.doc;
  const made = withFields<'ad'>(
    { ...ad, doc },
    {
      name: doc.name ?? whole?.name,
      platform: set.doc.platform,
      platformAdId: nativeId(ad.id),
      platformAdSetId: set.id,
      adSetName: set.doc.adSetName,
      platformCampaignId: campaign?.id,
      campaignName: campaign?.doc.campaignName,
      platformObjective: campaign?.doc.platformObjective,
      platformAdAccountId: ad.doc.platformAdAccountId ?? set.doc.platformAdAccountId,
    },
  );
  return { ...made, parentId: set.id };
}

async function aboveFor(scene: Scene, view: Reader): Promise<Above | { readonly refusal: Reply }> {
  const { owners, call, kinds } = scene;
  const set = owners.parentId === null ? undefined : await view.get('ad_set', owners.parentId);
  if (set !== undefined) return { set, campaign: await view.get('ad_campaign', set.parentId ?? ''), made: [] };
  const { existingCampaignId: id } = call.body;
  if (typeof id !== 'string') {
    const campaign = newCampaign(scene);
    const made = newSet(scene, campaign);
    return { set: made, campaign, made: [campaign, made] };
  }
  const campaign = await ownerRecord(view, { kind: 'ad_campaign', id, kinds, teamId: call.caller.teamId });
  if (campaign === undefined || !isReached(call, campaign))
    return { refusal: notFound('ad_campaign', { param: 'existingCampaignId' }) };
  const made = newSet(scene, campaign);
  return { set: made, campaign, made: [made] };
}

function newCampaign(scene: Scene): CampaignRecord {
  const { body } = scene.call;
  const { name, campaignName = name, adAccountId, budgetLevel } = body;
  return withFields<'ad_campaign'>(draftOf('ad_campaign', scene, null), {
    campaignName,
    platformAdAccountId: adAccountId,
    platformCampaignStatus: body['campaignStatus'],
    status: startOf(body['campaignStatus']),
    specialAdCategories: body['specialAdCategories'],
    ...objectiveFields(scene),
    ...(budgetLevel === 'campaign' && { budget: budgetIn(body), budgetLevel }),
  });
}

function newSet(scene: Scene, campaign: CampaignRecord): AdSetRecord {
  const { body } = scene.call;
  const { name, adSetName = name, budgetLevel } = body;
  const { id, doc } = campaign;
  return withFields<'ad_set'>(draftOf('ad_set', scene, id), {
    adSetName,
    campaignId: id,
    platformCampaignId: id,
    platform: doc.platform,
    platformAdAccountId: doc.platformAdAccountId,
    ...(budgetLevel !== 'campaign' && { budget: budgetIn(body) }),
  });
}

const budgetIn = ({ budgetAmount: amount, budgetType: type, budget }: Fields): unknown =>
  amount === undefined ? budget : { amount, type };

/** A new record of a kind above the ad. */
function draftOf<K extends AdKind>(name: K, scene: Scene, parentId: string | null): RecordOf<K> {
  const kind = scene.kinds[name];
  if (kind === undefined) throw new Error(`The contract declares no kind ${name}.`);
  return draft<K>(
    { ...scene, name, kind, effect: { does: 'create', kind: name }, owners: { ...scene.owners, parentId } },
    {},
  );
}

/** Makes one ad, or one for each of `creatives`, in one ad set. */
export const createAds: Handler = inScene((scene) =>
  scene.call.body['validateOnly'] === true ? validated(scene.call) : create(severalIn(scene), makeAds),
);

function severalIn(scene: Scene): Scene {
  const { call, effect } = scene;
  const { creatives, ...shared } = call.body;
  if (creatives === undefined && effect.each === undefined) return scene;
  const list = (isList(creatives) ? creatives : [{}]).filter(isFields).map((one) => ({ ...shared, ...one }));
  const { as = {}, sets = {} } = effect;
  return {
    ...scene,
    call: { ...call, body: { ...shared, creatives: list } },
    effect: {
      does: 'create',
      kind: 'ad',
      as,
      sets,
      each: 'creatives',
      list: 'ads',
      answer: { adType: 'multi', message: 'The ads were created.' },
    },
  };
}

/** The answer to a call that only wanted to know. */
function validated({ body }: Call): Reply {
  const isAlone = body['adSetId'] !== undefined;
  const above = isAlone ? [] : body['existingCampaignId'] === undefined ? ['campaign', 'adSet'] : ['adSet'];
  const results = [...above, 'creative', 'ad'].map((node) => ({ node, status: 'validated' }));
  return ok({ validateOnly: true, results, message: 'Nothing was created.' });
}

export const createAdCampaign: Handler = inScene((scene) => {
  const { validateOnly, adAccountId } = scene.call.body;
  if (validateOnly !== true) return create(scene, makeCampaign);
  return ok({ validateOnly, adAccountId, campaignId: '', status: 'VALIDATED' });
});

export const createAdSet: Handler = engineWith(makeSet);
