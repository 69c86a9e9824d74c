/** What the Service and the networks refuse of an audience before it is made. Asked by operations.ts. */
import { type Fields, isFields, textOf } from '../../../../kernel/json.ts';
import { PLATFORMS, traitsOf } from '../../../../platforms/platforms.ts';
import type { Desk } from '../../../desk.ts';
import { rowsFor } from '../../../engine/fixtures.ts';
import { notFound } from '../../../engine/not-found.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';
import { judgedBy, refusedUpstream } from '../judge/refusals.ts';
import { AD_ACCOUNT, findAdAccount } from '../tree/ad-account.ts';
import { faultOfRule } from './dialects.ts';

/** Fields without which an audience of a type cannot be filled. Source: fact set, createAdAudience; readings, "Audiences" */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  website: ['pixelId', 'retentionDays'],
  website_retargeting: ['matchRules', 'lookbackDays'],
  engagement: ['sourceType', 'lookbackDays'],
  meta_engagement: ['engagementSource', 'sourceId'],
  lookalike: ['sourceAudienceId', 'country', 'ratio'],
};

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const isCountry = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && COUNTRIES.of(text) !== undefined && COUNTRIES.of(text) !== COUNTRIES.of('ZZ');

const isOwn = (platform: string, type: string): boolean =>
  traitsOf(platform).adRules?.ownAudiences?.includes(type) === true;

/** Source: readings, "Audiences" */
export const audienceType = judgedBy(({ type }, { doc: { platform } }) =>
  isOwn(platform, String(type)) || !Object.keys(PLATFORMS).some((one) => isOwn(one, String(type)))
    ? undefined
    : refuse('platform_not_supported', {
        status: 422,
        param: 'type',
        message: `This network does not support audiences of the type ${String(type)}.`,
      }),
);

/** Source: readings, "Audiences" */
export const audienceAccount = judgedBy(async ({ adAccountId }, account, desk) =>
  adAccountId === undefined ||
  (await findAdAccount(desk, desk.store.read, { account, id: String(adAccountId) })) !== undefined
    ? undefined
    : notFound(AD_ACCOUNT, { param: 'adAccountId' }),
);

/** Source: readings, "Audiences" */
export const audienceParts = judgedBy((body) => {
  const { type, rule, country } = body;
  const needed = rule === undefined ? (NEEDS[String(type)] ?? []) : [];
  const param = needed.find((name) => body[name] === undefined);
  if (param !== undefined)
    return refuse('missing_required_field', {
      param,
      message: `An audience of the type ${String(type)} needs \`${param}\`.`,
    });
  return type === 'lookalike' && !isCountry(String(country).toUpperCase())
    ? refuse('invalid_field_value', { param: 'country', message: '`country` must be a country as two letters.' })
    : undefined;
});

/** Source: ERR-53 */
export const websiteRule = judgedBy(({ type, rule }, account) => {
  const subcode = type === 'website' && isFields(rule) ? faultOfRule(rule) : undefined;
  return subcode === undefined ? undefined : refusedUpstream(account, 'The audience rule is malformed.', subcode);
});

/** Source: ERR-52 */
export const engagementSource = judgedBy(async ({ type, engagementSource: source, sourceId }, account, desk) =>
  type !== 'meta_engagement' || (await isEligible(String(source), String(sourceId), { account, desk }))
    ? undefined
    : refusedUpstream(account, 'This account cannot use that source for an audience.', 1713151),
);

interface Place {
  readonly account: AccountRecord;
  readonly desk: Desk;
}

/** A source is what the ads account may use: a page or a professional account of the network, or a video of its library. */
async function isEligible(source: string, id: string, { account, desk }: Place): Promise<boolean> {
  const { catalog, store } = desk;
  const pages = catalog.fixtures()['facebook_page'] ?? [];
  if (source === 'page') return pages.some((page) => page['id'] === id);
  if (source === 'video') {
    const video = await store.read.get('ad_video', id);
    return video?.doc.accountId === account.id;
  }
  const linked = pages.map((page) => (page['instagram_business_account'] as Fields | undefined)?.['id']);
  const own = rowsFor(catalog.fixtures(), 'ad_instagram_account', account).map((row) => textOf(row['igUserId']));
  return [...linked, ...own].includes(id);
}
