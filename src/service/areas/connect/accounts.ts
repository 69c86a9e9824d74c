/** The operations that connect an account, with what each says of it. Next stop: connecting.ts. */
import { type Fields, isFields } from '../../../kernel/json.ts';
import type { Call, Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { accountFor, type AccountRecord } from '../../records/account.ts';
import type { StoredRecord } from '../../store/store.ts';
import { connecting, type Named, type Naming } from './connecting.ts';

const partIn = ({ body }: Call, name: string): Fields => (isFields(body[name]) ? body[name] : {});

/** The row of the simulated network that a field of the body names. */
function rowIn({ body }: Call, desk: Desk, { kind, param }: { readonly kind: string; readonly param: string }) {
  const row = desk.catalog.fixtures()[kind]?.find(({ id }) => id === body[param]);
  return row ?? { refusal: notFound(kind, { param }) };
}

const isRefused = (row: Fields): row is { readonly refusal: Reply } => 'refusal' in row;

const facebookPage: Naming = (call, desk) => {
  const row = rowIn(call, desk, { kind: 'facebook_page', param: 'pageId' });
  if (isRefused(row)) return row;
  return { username: row['username'], displayName: row['name'], chosen: { selectedPageName: row['name'] } };
};

const instagramAccount: Naming = (call, desk) => {
  const row = rowIn(call, desk, { kind: 'facebook_page', param: 'pageId' });
  if (isRefused(row)) return row;
  const { username } = (row['instagram_business_account'] ?? row) as Fields;
  return { username, displayName: row['name'], chosen: { loginMethod: 'facebook_login' } };
};

/** The account represents this place from now on. */
const location =
  (param: string): Naming =>
  (call, desk): Named => {
    const row = rowIn(call, desk, { kind: 'google_business_location', param });
    if (isRefused(row)) return row;
    const { id, name } = row;
    return {
      username: name,
      chosen: { selectedLocationId: id, selectedLocationName: name },
      keeps: (account) => [selectionOf(account, id)],
    };
  };

const selectionOf = (
  { id, teamId, profileId, createdAt }: AccountRecord,
  selectedLocationId: unknown,
): StoredRecord => ({
  kind: 'google_business_location_selection',
  id: keyOfSingle(id),
  teamId,
  profileId,
  parentId: id,
  createdAt,
  doc: { accountId: id, selectedLocationId },
});

const organization: Naming = (call) => {
  const { vanityName, name } = partIn(call, 'selectedOrganization');
  const { accountType } = call.body;
  const person = partIn(call, 'userProfile')['name'];
  return { username: vanityName, displayName: name ?? person, kind: accountType, chosen: { accountType } };
};

const snapchatProfile: Naming = (call) => {
  const { username, display_name: displayName } = partIn(call, 'selectedPublicProfile');
  return { username, displayName, chosen: { publicProfileName: displayName } };
};

const number: Naming = (call, desk) => {
  const row = rowIn(call, desk, { kind: 'whatsapp_phone_number', param: 'phoneNumberId' });
  if (isRefused(row)) return row;
  const { display_phone_number: username, verified_name: displayName, quality_rating: qualityRating } = row;
  const names = { phoneNumber: username, verifiedName: displayName, selectedPhoneNumber: username };
  const { wabaId, phoneNumberId } = call.body;
  return {
    username,
    displayName,
    chosen: { ...names, qualityRating },
    keeps: (account) => [withMetadata(account, { wabaId, phoneNumberId })],
  };
};

const withMetadata = (account: AccountRecord, metadata: Fields): AccountRecord => ({
  ...account,
  doc: { ...account.doc, metadata: { ...account.doc.metadata, ...metadata } },
});

const board: Naming = ({ body: { boardName } }) => ({ chosen: { defaultBoardName: boardName } });

const assignLocation = connecting(location('selectedLocationId'));

/** A further place of a connected account, in a profile of its own. */
const assignGoogleBusinessLocation: Handler = async (call, desk) =>
  (await accountFor(desk.store.read, call.caller, call.path['accountId'] ?? '')) === undefined
    ? refuse('account_not_found', { param: 'accountId' })
    : assignLocation(call, desk);

export const handlers: Readonly<Record<string, Handler>> = {
  assignGoogleBusinessLocation,
  connectBlueskyCredentials: connecting(({ body: { identifier: username } }) => ({ username })),
  connectDiscordChannel: connecting(),
  selectFacebookPage: connecting(facebookPage),
  selectGoogleBusinessLocation: connecting(location('locationId')),
  selectInstagramAccount: connecting(instagramAccount),
  selectLinkedInOrganization: connecting(organization),
  completeMetaAdsBusinessLogin: connecting(),
  connectOpenAiAdsCredentials: connecting(),
  selectPinterestBoard: connecting(board),
  connectShopifyWithToken: connecting(({ body: { shop: username } }) => ({ username, kind: 'shop' })),
  connectSlackChannel: connecting(),
  selectSnapchatProfile: connecting(snapchatProfile),
  initiateTelegramConnect: connecting(({ body: { chatId: username } }) => ({ username })),
  connectWhatsAppCredentials: connecting(number),
  connectWhatsAppEmbeddedSignup: connecting(({ body: { expectedPhoneNumber: username } }) => ({
    username,
    chosen: { selectedPhoneNumber: username },
  })),
  completeWhatsAppPhoneSelection: connecting(number),
  connectWordPressWithApplicationPassword: connecting(({ body: { username } }) => ({ username, kind: 'blog' })),
  handleOAuthCallback: connecting(),
};
