/** Begins a sign-in: the page to open and the state that comes back. Next stops: console/connect/ for the page, settle.ts. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { AccountRecord } from '../../records/account.ts';
import { profileFor } from '../../records/profile.ts';
import { connectRefusal } from '../accounts/offers.ts';
import { notAShop, shopDomain } from './shop.ts';
import { CONNECT_PAGE } from './paths.ts';
import { SESSION_KIND, type Session, type SessionDoc } from './session.ts';

interface Beginning extends Pick<SessionDoc, 'platform'> {
  readonly username?: string;
  readonly kind?: string;
}

/** Source: ACC-26 to ACC-29, ACC-32, ACC-36 */
export async function beginConnection(call: Call, desk: Desk, beginning: Beginning): Promise<Reply> {
  const { caller, query, origin } = call;
  const redirectUrl = typeof query['redirect_url'] === 'string' ? query['redirect_url'] : null;
  if (redirectUrl !== null && !isAbsolute(redirectUrl))
    return refuse('INVALID_REDIRECT_URL', { param: 'redirect_url' });
  const plan = await desk.plan.of(caller.teamId);
  return commit(desk, [`team/${caller.teamId}`], async (view) => {
    const profile = await profileFor(view, caller, String(query['profileId']));
    if (profile === undefined) return { result: refuse('profile_not_found', { param: 'profileId' }) };
    const { platform } = beginning;
    const { teamId } = caller;
    const refusal = await connectRefusal({ view, plan, teamId, platform, profileId: profile.id, origin });
    if (refusal !== undefined) return { result: refusal };
    const headless = query['headless'] === true;
    const doc: SessionDoc = { ...beginning, profileId: profile.id, redirectUrl, headless, status: 'pending' };
    const session = sessionOf(desk, caller.teamId, doc);
    return { records: [session], result: ok(placeOf(session, origin)) };
  });
}

const sessionOf = ({ ids, clock }: Desk, teamId: string, doc: SessionDoc): Session => ({
  kind: SESSION_KIND,
  id: ids.record(),
  teamId,
  profileId: doc.profileId,
  parentId: null,
  createdAt: clock.now(),
  doc,
});

const placeOf = ({ id }: Session, origin: string) => ({ authUrl: `${origin}${CONNECT_PAGE}/${id}`, state: id });

/** A sign-in that renews what an account may do; the account keeps its id. Source: BLG-15, BLG-16 */
export async function renewing(
  desk: Desk,
  account: AccountRecord,
  { origin, kind }: { readonly origin: string; readonly kind: string },
): Promise<{ readonly authUrl: string; readonly state: string }> {
  const { platform, profileId, username } = account.doc;
  const doc: SessionDoc = {
    platform,
    profileId,
    username,
    kind,
    keeps: account.id,
    redirectUrl: null,
    headless: false,
    status: 'pending',
  };
  const session = sessionOf(desk, account.teamId, doc);
  return commit(desk, [], async () => ({ records: [session], result: placeOf(session, origin) }));
}

/** Schemes that run or show what the URL itself contains. */
const NOT_ADDRESSES = /^(javascript|data|vbscript|file|blob|about):/i;

/** An address on the web or of an app; never a path. */
const isAbsolute = (address: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i.test(address) && !NOT_ADDRESSES.test(address) && URL.canParse(address);

const getConnectUrl: Handler = (call, desk) => {
  const platform = String(call.path['platform']);
  const kind = traitsOf(platform).connection?.accountTypes?.[0];
  return beginConnection(call, desk, { platform, ...(kind === undefined ? {} : { kind }) });
};

const connectWhatsApp: Handler = (call, desk) =>
  beginConnection(call, desk, {
    platform: 'whatsapp',
    ...(call.query['onboarding'] === 'business_app' ? { kind: 'coexistence' } : {}),
  });

/** Source: ACC-30, ACC-31 */
const getShopifyConnectUrl: Handler = async (call, desk) => {
  const username = shopDomain(String(call.query['shop']));
  return username === undefined
    ? notAShop
    : beginConnection(call, desk, { platform: 'shopify', kind: 'shop', username });
};

const getWordPressAuthUrl: Handler = (call, desk) =>
  beginConnection(call, desk, { platform: 'wordpress', kind: 'blog' });

export const handlers: Record<string, Handler> = {
  getConnectUrl,
  connectWhatsApp,
  getShopifyConnectUrl,
  getWordPressAuthUrl,
};
