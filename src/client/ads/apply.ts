/** Makes and changes what a plan says, one object after the other. Run again, it goes on where it was. */
import { failure, Failure } from '../../kernel/failure.ts';
import { isFields, textOf, type Fields } from '../../kernel/json.ts';
import { digest } from '../bulk/fingerprint.ts';
import type { AdsDesk } from './existing.ts';
import { INHERITED, READABLE, type ObjectKind } from './fields.ts';
import type { Planned } from './file.ts';
import { besides, bodyOf, type Change, type Step } from './plan.ts';

export interface Aim {
  readonly accountId: string;
  readonly adAccountId: string;
}

export interface Applying extends AdsDesk {
  readonly aim: Aim;
  readonly signal: AbortSignal;
  /** Called for each object once it is as the file says, with its id. */
  done(step: Step, id: string): void;
}

/** @throws Failure of the first call that the service refuses; what was done before it stays */
export async function applyPlan(steps: readonly Step[], desk: Applying): Promise<void> {
  for (const campaign of steps) {
    const campaignId = await applyStep(campaign, desk, () => makeCampaign(campaign.planned, desk));
    for (const set of campaign.parts) await applySet(set, { campaign: campaign.planned, campaignId }, desk);
  }
}

/** The campaign that an ad set is in. */
interface Above {
  readonly campaign: Planned;
  readonly campaignId: string;
}

async function applySet(set: Step, above: Above, desk: Applying): Promise<void> {
  const [first, ...others] = set.parts;
  if (first === undefined) return;
  if (set.existing === undefined) {
    const ids = await makeSet(set.planned, first.planned, above, desk);
    desk.done(set, ids.setId);
    desk.done(first, ids.adId);
    for (const ad of others) await applyAd(ad, ids.setId, desk);
    return;
  }
  const { id } = set.existing;
  await applyStep(set, desk, () => Promise.resolve(id));
  for (const ad of set.parts) await applyAd(ad, id, desk);
}

const applyAd = (ad: Step, setId: string, desk: Applying): Promise<string> =>
  applyStep(ad, desk, () => makeAd(ad.planned, setId, desk));

async function applyStep(step: Step, desk: Applying, make: () => Promise<string>): Promise<string> {
  desk.signal.throwIfAborted();
  const id = step.existing?.id ?? (await make());
  if (step.action === 'change') await change(step, desk);
  desk.done(step, id);
  return id;
}

async function makeCampaign({ name, fields }: Planned, desk: Applying): Promise<string> {
  const body = await create('createAdCampaign', { ...desk.aim, ...fields, name }, desk, ({ campaignId }) => ({
    operation: 'getAdCampaignDetails',
    path: { campaignId: String(campaignId) },
  }));
  return String(body['campaignId']);
}

/** An ad set comes with its first ad. */
async function makeSet(
  set: Planned,
  ad: Planned,
  { campaign, campaignId }: Above,
  desk: Applying,
): Promise<{ readonly setId: string; readonly adId: string }> {
  const inherited = Object.fromEntries(INHERITED.map((field) => [field, campaign.fields[field]]));
  const { status, ...fields } = set.fields;
  const body = {
    ...inherited,
    ...fields,
    ...ad.fields,
    name: set.name,
    adSetName: set.name,
    adName: ad.name,
    existingCampaignId: campaignId,
  };
  const made = await createAd(body, desk);
  const setId = String(made['platformAdSetId']);
  if (status === 'PAUSED')
    await call(
      {
        operation: 'updateAdSetStatus',
        path: { adSetId: setId },
        body: { status: 'paused', platform: made['platform'] },
      },
      desk,
    );
  return { setId, adId: String(made['_id']) };
}

const makeAd = async ({ name, fields }: Planned, adSetId: string, desk: Applying): Promise<string> =>
  String((await createAd({ ...fields, name, adSetId }, desk))['_id']);

async function createAd(fields: Fields, desk: Applying): Promise<Fields> {
  const body = await create('createStandaloneAd', { ...desk.aim, ...fields }, desk, ({ ad }) => ({
    operation: 'getAd',
    path: { adId: String(Object(ad)._id) },
  }));
  return isFields(body['ad']) ? body['ad'] : {};
}

interface Reference {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Creates an object under a key made of its body, so that a run that was killed before the answer came does not make a second one.
 * An answer that names an object which was deleted since is an earlier one; then the key is another.
 */
async function create(
  operation: string,
  sent: Fields,
  desk: Applying,
  refer: (body: Fields) => Reference,
): Promise<Fields> {
  const body = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  for (let earlier = ''; ;) {
    const key = digest(JSON.stringify([operation, body, earlier]));
    const answer = await call({ operation, body, headers: { 'Idempotency-Key': `ads-apply-${key}` } }, desk);
    const reference = refer(answer);
    if (await isThere(reference, desk)) return answer;
    const id = Object.values(reference.path).join();
    if (id === earlier)
      throw failure('bad_answer', { message: `The service responded with ${id}, which does not exist.` });
    earlier = id;
  }
}

async function isThere({ operation, path }: Reference, { catalog, call: send, aim }: Applying): Promise<boolean> {
  const card = catalog.card(operation);
  const takesAccount = card.params.some(({ name }) => name === 'accountId');
  try {
    await send(card, { path, query: takesAccount ? { accountId: aim.accountId } : {}, headers: {} });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.exit === 'not_found') return false;
    throw error;
  }
}

interface Sending {
  readonly operation: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly body: Fields;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call({ operation, path = {}, body, headers = {} }: Sending, desk: Applying): Promise<Fields> {
  const answer = await desk.call(desk.catalog.card(operation), { path, query: {}, headers, body });
  return isFields(answer.body) ? answer.body : {};
}

/** Fields below these are sent as a whole: a new creative takes the place of the old one. */
const WHOLE = ['budget', 'creative', 'targeting'] as const;

const ofPart = (changes: readonly Change[], part: string): boolean =>
  changes.some(({ at }) => at.startsWith(`${part}.`));

async function change({ planned: { kind, fields }, existing, changes }: Step, desk: Applying): Promise<void> {
  if (existing === undefined) return;
  const { id, record } = existing;
  const whole = WHOLE.filter((part) => ofPart(changes, part)).flatMap((part) => besides(READABLE[kind], fields, part));
  const { status, targeting, ...body } = bodyOf([...whole, ...changes]);
  for (const one of callsFor({ kind, id, record }, { status: textOf(status)?.toLowerCase(), targeting, body }))
    await call(one, desk);
}

interface Changing {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly record: Fields;
}

interface Parts {
  readonly status: string | undefined;
  readonly targeting: unknown;
  readonly body: Fields;
}

/** The calls that change an object. */
function callsFor({ kind, id, record }: Changing, { status, targeting, body }: Parts): readonly Sending[] {
  const { platform } = record;
  const has = Object.keys(body).length > 0;
  const named = status === undefined ? {} : { status };
  if (kind === 'ad') return [{ operation: 'updateAd', path: { adId: id }, body: { ...body, ...named } }];
  if (kind === 'adSet') {
    const sent = { platform, ...body, ...named };
    return [
      ...(Object.keys(sent).length > 1 ? [{ operation: 'updateAdSet', path: { adSetId: id }, body: sent }] : []),
      ...(targeting === undefined
        ? []
        : [{ operation: 'updateAd', path: { adId: String(record['targetedBy']) }, body: { targeting } }]),
    ];
  }
  const path = { campaignId: id };
  return [
    ...(has ? [{ operation: 'updateAdCampaign', path, body: { platform, ...body } }] : []),
    ...(status === undefined ? [] : [{ operation: 'updateAdCampaignStatus', path, body: { platform, status } }]),
  ];
}
