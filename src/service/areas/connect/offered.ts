/** What there is to choose among after a sign-in: the lists for its tokens, and its data in one. Next stops: sign-in.ts, choices.ts. */
import { isFields, textOf, type Fields } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { profileFor } from '../../records/profile.ts';
import { refuse } from '../../refuse.ts';
import { choicesOf } from './choices.ts';
import { endOf, noSignIn, sessionUnder, standingOf, type Session } from './session.ts';
import { isReached, neededSignIn } from './sign-in.ts';

/** The platform whose sign-in each list is for. */
export const LISTS: Readonly<Record<string, string>> = {
  listFacebookPages: 'facebook',
  listGoogleBusinessLocations: 'googlebusiness',
  listInstagramPages: 'instagram',
  listLinkedInOrganizations: 'linkedin',
  listPinterestBoardsForSelection: 'pinterest',
  listSnapchatProfiles: 'snapchat',
  listWhatsAppPhoneNumbers: 'whatsapp',
};

/** The refusal of a call whose token is not of a sign-in on the platform that somebody has approved. Source: AUTH-12 */
export async function tokenRefusal(call: Call, desk: Desk, platform: string): Promise<Reply | undefined> {
  const profileId = textOf(call.query['profileId']);
  if (profileId !== undefined && (await profileFor(desk.store.read, call.caller, profileId)) === undefined)
    return refuse('profile_not_found', { param: 'profileId' });
  const found = await neededSignIn(call, desk.store.read, { platform, profileId, now: desk.clock.now() });
  return 'refusal' in found ? found.refusal : undefined;
}

const listing =
  (platform: string): Handler =>
  async (call, desk) =>
    (await tokenRefusal(call, desk, platform)) ?? withAsked(call, await engine(call, desk));

/** Some lists are asked for single ids. */
function withAsked({ query }: Call, reply: Reply): Reply {
  const asked = textOf(query['orgIds'])
    ?.split(',')
    .map((id) => id.trim());
  if (asked === undefined || !isFields(reply.body)) return reply;
  const { organizations = [] } = reply.body as { readonly organizations?: readonly Fields[] };
  return {
    ...reply,
    body: { ...reply.body, organizations: organizations.filter(({ id }) => asked.includes(String(id))) },
  };
}

/** The data can be fetched once; the token in it goes on with the selection. */
const getPendingOAuthData: Handler = (call, desk) =>
  commit(desk, [`team/${call.caller.teamId}`], async (view) => {
    const session = await sessionUnder(view, String(call.query['token']));
    const now = desk.clock.now();
    if (!isReached(call, session) || standingOf(session, now) === 'pending') return { result: noSignIn('token') };
    if (standingOf(session, now) !== 'handed_over' || session.doc.isFetched === true)
      return { result: NO_LONGER_VALID };
    const fetched: Session = { ...session, doc: { ...session.doc, isFetched: true } };
    return { records: [fetched], result: ok(dataOf(session, desk, now)) };
  });

const NO_LONGER_VALID = refuse('invalid_field_value', { param: 'token', message: 'This token is no longer valid.' });

function dataOf(session: Session, desk: Desk, now: number): Fields {
  const { platform, profileId, username } = session.doc;
  const selectionType = traitsOf(platform).connection?.selection?.as;
  const organizations = choicesOf(desk, platform).map(({ id, row, username: vanityName, displayName: name }) => ({
    id,
    urn: row['urn'],
    name,
    vanityName,
  }));
  return {
    platform,
    profileId,
    tempToken: session.id,
    expiresIn: Math.floor((endOf(session) - now) / 1_000),
    userProfile: { id: session.id, name: username },
    ...(selectionType === undefined ? {} : { selectionType }),
    ...(selectionType === 'organizations' ? { organizations } : {}),
  };
}

export const handlers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(Object.entries(LISTS).map(([id, platform]) => [id, listing(platform)])),
  getPendingOAuthData,
};
