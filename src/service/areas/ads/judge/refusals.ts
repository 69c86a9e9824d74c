/** What the Service and the networks refuse of an ad before anything is made. Asked by operations.ts before its functions. */
import { type Fields, isFields, isList, textOf, textsIn } from '../../../../kernel/json.ts';
import type { ApiErrorCode } from '../../../../kernel/errors.ts';
import { platformLabel } from '../../../../platforms/labels.ts';
import { traitsOf, upstreamOf } from '../../../../platforms/platforms.ts';
import type { Call, Reply } from '../../../call.ts';
import type { Desk } from '../../../desk.ts';
import type { Check } from '../../../engine/checked.ts';
import { rowsFor } from '../../../engine/fixtures.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';

/** A refusal of the network, in its own words. Source: ERR-45 */
export function refusedUpstream({ doc }: AccountRecord, message: string, subcode?: number): Reply {
  const platformError = {
    message,
    type: 'OAuthException',
    code: 100,
    ...(subcode !== undefined && { error_subcode: subcode }),
  };
  return refuse('platform_api_error', {
    status: 400,
    message,
    more: { platform: upstreamOf(doc.platform), platformError },
  });
}

type Judge = (body: Fields, account: AccountRecord, desk: Desk) => Promise<Reply | undefined> | Reply | undefined;

/** Judges a call about the account that it names; one that is not there is left to what serves the call. */
export const judgedBy =
  (judge: Judge): Check =>
  async ({ body }: Call, desk) => {
    const account = await desk.store.read.get(ACCOUNT_KIND, textOf(body['accountId']) ?? '');
    return account && judge(body, account, desk);
  };

const rulesFor = ({ doc }: AccountRecord) => traitsOf(doc.platform).adRules ?? {};

const missing = (param: string, message: string, code: ApiErrorCode = 'missing_required_field'): Reply =>
  refuse(code, { param, message });

/** Goals that are reached when something is bought or done, which has to be named. */
const CONVERSION_GOALS: readonly unknown[] = ['conversions', 'lead_conversion'];

/** Source: ADS-64, ERR-47 */
export const conversionGoal = judgedBy((body, account) =>
  rulesFor(account).promotedObject === true &&
  CONVERSION_GOALS.includes(body['goal']) &&
  body['promotedObject'] === undefined &&
  body['adSetId'] === undefined
    ? missing(
        'promotedObject',
        'A conversion goal requires `promotedObject`, which defines what counts as a conversion.',
      )
    : undefined,
);

/** Each network has objectives of its own. Source: readings, "Ads" */
export const ownObjective = judgedBy(({ goal }, account) => {
  const { objectives } = rulesFor(account);
  if (objectives === undefined || typeof goal !== 'string' || Object.hasOwn(objectives, goal)) return undefined;
  const known = Object.keys(objectives).join(', ');
  return refuse('invalid_field_value', {
    param: 'goal',
    message: `${platformLabel(account.doc.platform)} has no objective for ${goal}. Use one of: ${known}.`,
  });
});

/** What an ad set is delivered for is a word of its network. Source: readings, "Ads" */
export function optimizationRefusal({ optimizationGoal }: Fields, account: AccountRecord): Reply | undefined {
  const { optimizations } = rulesFor(account);
  const word = textOf(optimizationGoal);
  return optimizations === undefined || word === undefined || optimizations.includes(word)
    ? undefined
    : refusedUpstream(account, `There is no optimization goal ${word}.`);
}

export const knownOptimization = judgedBy(optimizationRefusal);

/** Targeting that a regulated subject takes away, in the body or its `targeting`. */
const BY_MEANS = ['zips', 'incomeTier'] as const;

/** The refusal of targeting that the categories take away. Source: ADS-27 */
export function categoryRefusal(categories: unknown, body: Fields): Reply | undefined {
  if (!isList(categories) || categories.length === 0) return undefined;
  const targeting = isFields(body['targeting']) ? body['targeting'] : {};
  const named = BY_MEANS.flatMap((name) => [
    ...(body[name] === undefined ? [] : [name]),
    ...(targeting[name] === undefined ? [] : [`targeting.${name}`]),
  ]);
  const [param] = named;
  return param === undefined
    ? undefined
    : refuse('invalid_field_value', {
        param,
        message: 'Ads in a special ad category cannot target postal codes or income.',
      });
}

/** Source: ADS-27 */
export const specialCategories = judgedBy((body) => categoryRefusal(body['specialAdCategories'], body));

/** Source: readings, "Ads" */
export const networkOfAccount = judgedBy(({ platform }, { doc }) =>
  platform === undefined || (traitsOf(doc.platform).adNames ?? []).includes(String(platform))
    ? undefined
    : refuse('invalid_field_value', { param: 'platform', message: 'This account has no ads on this network.' }),
);

/** Source: ADS-60 */
export const cards: Check = ({ body: { carouselCards } }) =>
  isList(carouselCards) && (carouselCards.length < 2 || carouselCards.length > 10)
    ? refuse('invalid_field_value', { param: 'carouselCards', message: 'A carousel must have 2 to 10 cards.' })
    : undefined;

/** Source: ADS-51 */
export const displayImages = judgedBy((body, account) => {
  const isDisplay = (body['campaignType'] ?? 'display') === 'display' && body['adSetId'] === undefined;
  if (rulesFor(account).displayImages !== true || !isDisplay) return undefined;
  const images = isFields(body['images']) ? body['images'] : {};
  return images['landscape'] === undefined || images['square'] === undefined
    ? missing('images', 'A display ad requires both `images.landscape` and `images.square`.', 'missing_square_image')
    : undefined;
});

/** Source: ADS-07 */
export const profileButton: Check = ({ body }) =>
  body['callToAction'] === 'VIEW_INSTAGRAM_PROFILE' && body['linkUrl'] === undefined
    ? missing('linkUrl', 'The VIEW_INSTAGRAM_PROFILE button requires the URL of the profile in `linkUrl`.')
    : undefined;

/** Source: ADS-31 */
export const reservedStart = judgedBy((body, account) =>
  body['buyingType'] === 'RESERVED' && body['status'] === 'PAUSED' && rulesFor(account).promotedObject === true
    ? refusedUpstream(account, 'The first ad of a reservation cannot be paused.', 1487716)
    : undefined,
);

/** Source: ERR-50 */
export const callLink = judgedBy(({ linkUrl }, account) =>
  /^tel:/i.test(textOf(linkUrl) ?? '')
    ? refusedUpstream(account, 'The link of a call ad must point to a website.', 2061006)
    : undefined,
);

/** Source: ADS-32, ERR-51 */
export const predictionPlaces = judgedBy((body, account, desk) => {
  const platforms = publishersIn(body['placements']);
  if (platforms.length === 0)
    return refusedUpstream(
      account,
      'Automatic placements cannot be used with a reach and frequency prediction.',
      1885696,
    );
  return isProfessional(platforms, account) && professionalAccounts(body, account, desk).length === 0
    ? refusedUpstream(account, 'Instagram placements require a linked professional account.', 1885237)
    : undefined;
});

/** Platforms that are named for an ad; none where the network chooses. */
const publishersIn = (placements: unknown): readonly string[] =>
  isFields(placements) ? textsIn(placements['publisherPlatforms']) : [];

/** Whether the ad is to be shown where only professional accounts advertise. */
const isProfessional = (platforms: readonly string[], account: AccountRecord): boolean =>
  platforms.some((platform) => platform === rulesFor(account).professionals);

/** The professional accounts that are linked to the ad account of the call. */
const professionalAccounts = (body: Fields, account: AccountRecord, { catalog }: Desk): readonly Fields[] =>
  rowsFor(catalog.fixtures(), 'ad_instagram_account', account).filter(
    (row) => row['adAccountId'] === body['adAccountId'],
  );

/** Source: ADS-53, ADS-54 */
export const linkedAccount = judgedBy(async (body, account, desk) => {
  const { linked } = rulesFor(account);
  if (linked !== undefined && !(await hasAccountOf(linked, account, desk)))
    return refuse('linked_account_required', {
      param: 'accountId',
      message: 'The ad requires a connected account of that network in the same profile.',
    });
  const targeting = isFields(body['targeting']) ? body['targeting'] : {};
  const platforms = publishersIn(body['placements'] ?? targeting['placements']);
  if (!isProfessional(platforms, account)) return undefined;
  return body['pageId'] === undefined ? linkRefusal(body, account, desk) : pageRefusal(body, desk);
});

const linkRefusal = (body: Fields, account: AccountRecord, desk: Desk): Reply | undefined =>
  professionalAccounts(body, account, desk).length === 0
    ? refuse('linked_account_required', {
        param: 'adAccountId',
        message: 'Instagram placements require a professional account that is linked to the ad account.',
      })
    : undefined;

function pageRefusal({ pageId }: Fields, { catalog }: Desk): Reply | undefined {
  const page = (catalog.fixtures()['facebook_page'] ?? []).find(({ id }) => id === pageId);
  return page?.['instagram_business_account'] === undefined
    ? refuse('instagram_business_account_unresolved', { param: 'pageId' })
    : undefined;
}

async function hasAccountOf(platform: string, { teamId, profileId }: AccountRecord, { store }: Desk): Promise<boolean> {
  const accounts = await store.read.list(ACCOUNT_KIND, { teamId });
  return accounts.some(({ doc, profileId: own }) => doc.platform === platform && own === profileId && doc.isActive);
}

/** Source: ADS-33 */
export const spendCapRefusal = ({ platformSpecificData: sent }: Fields, account: AccountRecord): Reply | undefined =>
  isFields(sent) && sent['spendCap'] === 0
    ? refusedUpstream(account, 'The campaign spending limit cannot be 0.', 1885099)
    : undefined;
