/** The operations that connect what was chosen among what a sign-in gave: a page, an organization, a board, a place, a number. Next stop: connecting.ts. */
import { type Fields, textOf, valueAt } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Handler } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { accountFor } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { choiceUnder, recordsOfChoice, type Choice } from './choices.ts';
import { connecting, type Connecting, type NamedOrRefused, type Naming } from './connecting.ts';

/**
 * Names the account after the row of the network that the call chose; one that the network does not have is refused.
 * @param param member of the body with its id; a dot leads into an object
 * @param answered members of the answer that say what was chosen
 */
export const chosen =
  (param: string, answered: (choice: Choice) => Fields = () => ({})) =>
  ({ call: { body }, desk, platform, session }: Connecting): NamedOrRefused => {
    const choice = choiceUnder(desk, platform, String(valueAt(body, param)));
    if (choice === undefined)
      return { refusal: notFound(traitsOf(platform).connection?.selection?.of ?? '', { param }) };
    const { username = session?.doc.username, displayName, kind } = choice;
    return {
      username,
      displayName,
      kind,
      chosen: answered(choice),
      keeps: (account) => recordsOfChoice(platform, choice, account),
    };
  };

const organization = chosen('selectedOrganization.id', () => ({ accountType: 'organization' }));

/** An organization, or the person who signed in. Source: PLT-06, PLT-07 */
const personOrOrganization: Naming = (asked: Connecting) => {
  const { body } = asked.call;
  if (body['accountType'] === 'personal') {
    const { name } = body['userProfile'] as Fields;
    return {
      username: asked.session?.doc.username,
      displayName: textOf(name),
      kind: 'personal',
      chosen: { accountType: 'personal' },
    };
  }
  return body['selectedOrganization'] === undefined
    ? { refusal: refuse('missing_required_field', { param: 'selectedOrganization' }) }
    : organization(asked);
};

const location = (param: string): Naming =>
  chosen(param, ({ id, displayName }) => ({ selectedLocationId: id, selectedLocationName: displayName }));

/** A channel of the workspace that somebody signed in to, or that an account of the same platform is in already. */
const channel: Naming = async (asked) => {
  const { call, view, session, platform } = asked;
  if (session !== undefined) return chosen('channelId')(asked);
  const accountId = textOf(call.body['accountId']);
  if (accountId === undefined) return { refusal: refuse('missing_required_field', { param: 'pendingDataToken' }) };
  const account = await accountFor(view, call.caller, accountId);
  return account?.doc.platform === platform
    ? chosen('channelId')(asked)
    : { refusal: refuse('account_not_found', { param: 'accountId' }) };
};

const assignLocation = connecting(location('selectedLocationId'));

/** A further place of a connected account, in a profile of its own. */
const assignGoogleBusinessLocation: Handler = async (call, desk) =>
  (await accountFor(desk.store.read, call.caller, call.path['accountId'] ?? '')) === undefined
    ? refuse('account_not_found', { param: 'accountId' })
    : assignLocation(call, desk);

const selecting = (naming: Naming): Handler => connecting(naming, { signedIn: true });

export const handlers: Readonly<Record<string, Handler>> = {
  assignGoogleBusinessLocation,
  connectSlackChannel: connecting(channel),
  selectFacebookPage: selecting(chosen('pageId', ({ displayName }) => ({ selectedPageName: displayName }))),
  selectGoogleBusinessLocation: selecting(location('locationId')),
  selectInstagramAccount: selecting(chosen('pageId', () => ({ loginMethod: 'facebook_login' }))),
  selectLinkedInOrganization: selecting(personOrOrganization),
  selectPinterestBoard: selecting(chosen('boardId', ({ row }) => ({ defaultBoardName: row['name'] }))),
  selectSnapchatProfile: selecting(
    chosen('selectedPublicProfile.id', ({ displayName }) => ({ publicProfileName: displayName })),
  ),
  completeWhatsAppPhoneSelection: selecting(
    chosen('phoneNumberId', ({ username }) => ({ selectedPhoneNumber: username })),
  ),
};
