/** Functions of ads and campaigns, and what they refuse before anything is made; the rest of the area is served by what it declares. */
import type { Fields } from '../../../kernel/json.ts';
import { refuse } from '../../refuse.ts';
import type { Call, Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { checked, checkedBefore, type Check } from '../../engine/checked.ts';
import { engine } from '../../engine/engine.ts';
import { accountFor } from '../../records/account.ts';
import { OLDER_SHOP } from '../blogs/offers.ts';
import { renewing } from '../connect/begin.ts';
import { audiences } from './audiences/audiences.ts';
import { batches } from './catalogs/batches.ts';
import { feeds } from './catalogs/feeds.ts';
import { products } from './catalogs/products.ts';
import { promotedSet } from './catalogs/promoted.ts';
import { productSets } from './catalogs/sets.ts';
import { adAccounts } from './tree/ad-accounts.ts';
import { figures } from './figures/analytics.ts';
import { activity } from './activity/log.ts';
import { accountAssets } from './search/account-assets.ts';
import { assets } from './search/assets.ts';
import { content } from './creatives/content.ts';
import { copies } from './tree/copies.ts';
import { insights } from './reports/insights.ts';
import { instagram } from './creatives/instagram.ts';
import { leads } from './leads/leads.ts';
import { createAdCampaign, createAds, createAdSet } from './tree/making.ts';
import { keywords } from './search/keywords.ts';
import { negatives } from './search/negatives.ts';
import { heldReservation, oneAim, predictions, predictRun } from './reach/predictions.ts';
import { previews } from './creatives/previews.ts';
import { reports } from './reports/reports.ts';
import { identities } from './tree/identities.ts';
import { status } from './tree/status.ts';
import { studies } from './studies/studies.ts';
import { conversions } from './conversions/conversions.ts';
import { customConversions } from './conversions/custom.ts';
import { quality } from './conversions/quality.ts';
import { tags } from './conversions/tags.ts';
import { targeting } from './search/targeting.ts';
import { getAdTree } from './tree/tree.ts';
import { images } from './creatives/images.ts';
import { postToBoost } from './judge/boosted.ts';
import { endOfLifetime, refusalOfAmounts } from './judge/money.ts';
import { adMedia, placesTogether } from './judge/media.ts';
import { oneOf } from './judge/one-of.ts';
import {
  callLink,
  cards,
  conversionGoal,
  displayImages,
  knownOptimization,
  linkedAccount,
  networkOfAccount,
  ownObjective,
  predictionPlaces,
  profileButton,
  reservedStart,
  specialCategories,
} from './judge/refusals.ts';

/** Several creatives make an ad set of their own. Source: ERR-27 */
const oneOrSeveral = ({ body }: Call): Reply | undefined =>
  body['creatives'] !== undefined && body['adSetId'] !== undefined
    ? refuse('mutually_exclusive_fields', {
        param: 'creatives',
        message: '`creatives` makes a new ad set, so it cannot stand beside `adSetId`.',
      })
    : undefined;

/** A store connected before its pixel could be reached must be connected again first. Source: BLG-15 */
async function pixelAccess({ caller, path, origin }: Call, desk: Desk): Promise<Reply | undefined> {
  const account = await accountFor(desk.store.read, caller, path['accountId'] ?? '');
  if (account?.doc.variant !== OLDER_SHOP) return undefined;
  const { authUrl } = await renewing(desk, account, { origin, kind: 'shop' });
  return refuse('reconnect_required', {
    message: 'The store was connected before its pixel was supported. Reconnect it.',
    details: { authUrl },
  });
}

/** Times of high demand are those of one campaign or one ad set. Source: ADS-36 */
const ofOneObject = (sent: Fields): Reply | undefined =>
  oneOf(sent, 'A period of high demand', ['campaignId', 'adSetId']);

/** What every ad is judged by, whatever makes it. */
const OF_ADS: readonly Check[] = [
  refusalOfAmounts,
  ownObjective,
  knownOptimization,
  conversionGoal,
  promotedSet,
  specialCategories,
  reservedStart,
  heldReservation,
  linkedAccount,
  placesTogether,
  adMedia,
];

const judgedAds = (serve: Handler, ...checks: readonly Check[]): Handler => checkedBefore(serve, ...OF_ADS, ...checks);

export const handlers: Record<string, Handler> = {
  createTrackingTag: async (call, desk) => (await pixelAccess(call, desk)) ?? engine(call, desk),
  getAdTree,
  ...accountAssets,
  ...activity,
  ...adAccounts,
  ...assets,
  ...audiences,
  ...batches,
  ...content,
  ...conversions,
  ...copies,
  ...customConversions,
  ...feeds,
  ...figures,
  ...insights,
  ...instagram,
  ...keywords,
  ...leads,
  ...negatives,
  ...predictions,
  ...previews,
  ...productSets,
  ...products,
  ...quality,
  ...reports,
  ...status,
  ...studies,
  ...tags,
  ...targeting,
  ...identities,
  ...images,
  createStandaloneAd: judgedAds(createAds, endOfLifetime, oneOrSeveral, cards, displayImages),
  boostPost: judgedAds(createAds, endOfLifetime, profileButton, postToBoost),
  createCallAd: judgedAds(createAds, callLink),
  createMessagingAd: judgedAds(createAds),
  createCtwaAd: judgedAds(createAds),
  createAdSet: checkedBefore(createAdSet, networkOfAccount),
  createAdCampaign: checkedBefore(createAdCampaign, refusalOfAmounts, ownObjective, conversionGoal, promotedSet),
  createAdCreative: checked(cards, adMedia),
  listHighDemandPeriods: checked(({ query }) => ofOneObject(query)),
  createHighDemandPeriod: checked(({ body }) => ofOneObject(body)),
  createRfPrediction: checkedBefore(predictRun, refusalOfAmounts, predictionPlaces, oneAim),
};
