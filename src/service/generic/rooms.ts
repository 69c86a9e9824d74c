/** Kinds that an area keeps in its own form: an operation of another area reaches them through that area's functions. */
import type { Reply } from '../call.ts';
import { connectAccount } from '../areas/accounts/connection.ts';
import { answer } from './compose.ts';
import type { Fields } from '../engine/form.ts';
import type { Staged } from './scene.ts';

/** Names that steps of a connection give to what the account will be called. */
const USERNAMES = [
  'username',
  'identifier',
  'handle',
  'phoneNumber',
  'siteUrl',
  'shop',
  'chatId',
  'channelName',
  'adAccountName',
];

/** Connects an account on the platform of the operation. */
export async function connectedAccount(staged: Staged): Promise<Reply> {
  const { call, desk, asked, around } = staged;
  const username = USERNAMES.map((name) => asked[name]).find((value) => typeof value === 'string');
  const made = await connectAccount(desk, {
    teamId: call.caller.teamId,
    platform: platformOf(staged),
    ...(around.profileId !== null && { profileId: around.profileId }),
    ...(typeof username === 'string' && { username }),
    ...(typeof asked['displayName'] === 'string' && { displayName: asked['displayName'] }),
  });
  if ('refusal' in made) return made.refusal;
  const record = { ...made.account, doc: { ...made.account.doc, accountId: made.account.id } };
  return answer(
    { ...staged, around: { ...around, account: record } },
    { record, outcome: { touched: [{ id: record.id, given: call.body }] } },
  );
}

/** What each operation connects; the others are told the platform in the body or in a place of the path. */
const CONNECTS: Readonly<Record<string, string>> = {
  connectBlueskyCredentials: 'bluesky',
  connectDiscordChannel: 'discord',
  selectFacebookPage: 'facebook',
  selectGoogleBusinessLocation: 'googlebusiness',
  selectInstagramAccount: 'instagram',
  selectLinkedInOrganization: 'linkedin',
  completeMetaAdsBusinessLogin: 'metaads',
  connectOpenAiAdsCredentials: 'openaiads',
  selectPinterestBoard: 'pinterest',
  connectShopifyWithToken: 'shopify',
  connectSlackChannel: 'slack',
  selectSnapchatProfile: 'snapchat',
  initiateTelegramConnect: 'telegram',
  connectWhatsAppCredentials: 'whatsapp',
  connectWhatsAppEmbeddedSignup: 'whatsapp',
  completeWhatsAppPhoneSelection: 'whatsapp',
  connectWordPressWithApplicationPassword: 'wordpress',
};

function platformOf({ asked, call: { card } }: Staged): string {
  const named: Fields[string] = asked['platform'];
  const platform = typeof named === 'string' ? named : CONNECTS[card.id];
  if (platform === undefined) throw new Error(`The operation ${card.id} connects an account of no platform.`);
  return platform;
}
