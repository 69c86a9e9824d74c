/** The operations that connect an account with what the caller has: credentials, a code, a chat or channel with the bot. Next stop: connecting.ts. */
import { textOf } from '../../../kernel/json.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { connecting, type Naming } from './connecting.ts';
import { chosen } from './select.ts';
import { settle } from './settle.ts';
import { notAShop, shopDomain } from './shop.ts';
import { ok } from '../../call.ts';

const shop: Naming = ({ call: { body } }) => {
  const username = shopDomain(String(body['shop']));
  return username === undefined ? { refusal: notAShop } : { username, kind: 'shop' };
};

/** Several blogs may have a user of the same name: the address tells them apart. */
const blog: Naming = ({ call: { body } }) => {
  const { siteUrl, username } = body as { readonly siteUrl: string; readonly username: string };
  if (!/^https:\/\/[^/]/i.test(siteUrl) || !URL.canParse(siteUrl))
    return { refusal: refuse('invalid_field_value', { param: 'siteUrl', message: '`siteUrl` begins with https://.' }) };
  const { href, host } = new URL(siteUrl);
  return { username, displayName: host, kind: 'blog', metadata: { siteUrl: href.replace(/\/+$/, '') } };
};

const number = chosen('phoneNumberId', ({ row: { display_phone_number: phoneNumber, ...row } }) => ({
  phoneNumber,
  verifiedName: row['verified_name'],
  qualityRating: row['quality_rating'],
}));

/** The sign-up need not say which number it was; one that stays in the app is of another kind. */
const signedUp: Naming = (connecting) => {
  const { body } = connecting.call;
  const kind = body['isCoexistence'] === true ? { kind: 'coexistence' } : {};
  if (body['phoneNumberId'] === undefined) {
    const username = textOf(body['expectedPhoneNumber']);
    return { ...kind, ...(username === undefined ? {} : { username, chosen: { selectedPhoneNumber: username } }) };
  }
  const named = number(connecting);
  if ('refusal' in named) return named;
  return { ...named, ...kind, chosen: { selectedPhoneNumber: named.username } };
};

const completeSignIn = connecting();

/** Where the person did not agree, the platform sends an error in place of the code. Source: AUTH-18 */
const completeMetaAdsBusinessLogin: Handler = async (call, desk) => {
  const error = textOf(call.query['error']);
  if (error === undefined)
    return call.query['code'] === undefined
      ? refuse('missing_required_field', { param: 'code' })
      : completeSignIn(call, desk);
  const settled = await settle(desk, String(call.query['state']), { decision: 'error', error });
  return 'refusal' in settled ? settled.refusal : ok({ success: false });
};

export const handlers: Readonly<Record<string, Handler>> = {
  connectBlueskyCredentials: connecting(({ call: { body } }) => ({ username: body['identifier'] }), { signedIn: true }),
  connectDiscordChannel: connecting(chosen('channelId')),
  completeMetaAdsBusinessLogin,
  connectOpenAiAdsCredentials: connecting(),
  connectShopifyWithToken: connecting(shop),
  initiateTelegramConnect: connecting(chosen('chatId', ({ row }) => ({ chatType: row['type'] }))),
  connectWhatsAppCredentials: connecting(number),
  connectWhatsAppEmbeddedSignup: connecting(signedUp),
  connectWordPressWithApplicationPassword: connecting(blog),
  handleOAuthCallback: connecting(undefined, { signedIn: true }),
};
