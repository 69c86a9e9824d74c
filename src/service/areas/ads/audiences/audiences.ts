/** Audiences of ad accounts: made, filled with people and companies, changed and deleted. What is refused first is in judge-audience.ts; listed in operations.ts. */
import { without } from '../../../../kernel/json.ts';
import { refuse } from '../../../refuse.ts';
import type { Reply } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { checkedBefore } from '../../../engine/checked.ts';
import { nativeId } from '../../../engine/draft.ts';
import { inScene, serveIn } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import { withFields } from '../../../store/record.ts';
import type { Reader } from '../../../store/store.ts';
import { refusedUpstream } from '../judge/refusals.ts';
import { AUDIENCE, populated, populationOf, SMALLEST, type AudienceRecord } from './audience-record.ts';
import { audienceItem, renamedItem } from './audience-feed.ts';
import { addUsersToAdAudience, replaceAdAudienceCompanies } from './filling.ts';
import { audienceAccount, audienceParts, audienceType, engagementSource, websiteRule } from './judge-audience.ts';
import { audienceNamed, usesOf } from './uses.ts';

type OfAudience = Follow<'ad_audience'>;

/** Serves what an audience is declared to be; its feed items are those of audience-feed.ts. */
const audienceWith = (follow: OfAudience): Handler =>
  inScene((scene) => serveIn<'ad_audience'>({ ...scene, effect: without(scene.effect, ['sends']) }, follow));

/** Types that are filled by uploads, and begin empty. */
const LISTS: readonly unknown[] = ['customer_list', 'company_list'];

const startAudience: OfAudience = async ([one], { owners: { account }, now }, view) => {
  const { after } = one ?? {};
  if (after === undefined || account === undefined) return {};
  const { type } = after.doc;
  if (type === 'saved_targeting')
    return { records: [populated(withFields<unknown>(after, { platformAudienceId: null }) as AudienceRecord, now)] };
  const isList = LISTS.includes(type) && after.doc.companies === undefined;
  const audience = withFields(after, {
    platformAudienceId: nativeId(after.id),
    status: isList ? 'empty' : 'populating',
  });
  const refusal = type === 'lookalike' ? await sourceRefusal(audience, view) : undefined;
  if (refusal !== undefined)
    return { refusal: 'status' in refusal ? refusal : refusedUpstream(account, refusal.message) };
  return {
    records: [audience],
    feed: [audienceItem(audience, now)],
    ...(!isList && { due: [populationOf(audience, now)] }),
  };
};

/** People are only like those of a list that is large enough, in the same ad account. Source: readings, "Audiences" */
async function sourceRefusal(
  { teamId, doc }: AudienceRecord,
  view: Reader,
): Promise<Reply | { readonly message: string } | undefined> {
  const source = await audienceNamed(view, teamId, doc.sourceAudienceId);
  const { adAccountId, type, status } = source?.doc ?? {};
  const unknown = notFound(AUDIENCE, { param: 'sourceAudienceId' });
  if (source === undefined) return unknown;
  if (type === 'saved_targeting' || type === 'lookalike')
    return { message: 'A lookalike source must be an audience of real people, not targeting or another lookalike.' };
  if (adAccountId !== doc.adAccountId) return unknown;
  if (status === 'ready') return undefined;
  return { message: `A lookalike source must be ready and contain at least ${String(SMALLEST)} people.` };
}

const changeAudience: OfAudience = ([one], { call, now }) => {
  const { before, after } = one ?? {};
  if (before === undefined || after === undefined) return {};
  const isSaved = after.doc.type === 'saved_targeting';
  if (call.body['spec'] !== undefined && !isSaved)
    return {
      refusal: refuse('invalid_field_value', { param: 'spec', message: 'Only saved targeting has a `spec`.' }),
    };
  return isSaved ? { records: [populated(after, now)] } : { feedChanges: [renamedItem(after, now)] };
};

/** Source: readings, "Audiences" */
const dropAudience: OfAudience = async ([one], { now }, view) => {
  const { before } = one ?? {};
  if (before === undefined) return {};
  const uses = await usesOf(before, view);
  if (uses > 0)
    return {
      refusal: refuse('invalid_resource_state', {
        message: `${uses === 1 ? 'An ad uses' : `${String(uses)} ads use`} the audience. Delete ${uses === 1 ? 'it' : 'them'} first.`,
      }),
    };
  const { accountId = '', platformAudienceId: nativeId } = before.doc;
  return typeof nativeId === 'string' ? { feedChanges: [{ accountId, nativeId, removedAt: now }] } : {};
};

const CHECKS = [audienceType, audienceAccount, audienceParts, websiteRule, engagementSource];

export const audiences: Record<string, Handler> = {
  createAdAudience: checkedBefore(audienceWith(startAudience), ...CHECKS),
  updateAdAudience: audienceWith(changeAudience),
  deleteAdAudience: audienceWith(dropAudience),
  addUsersToAdAudience,
  replaceAdAudienceCompanies,
};
