/** Where an account posts and under which name: what discord does not let a webhook be called, and which channels take no posts. Next stop: account-settings/offers.ts. */
import { isFields } from '../../../kernel/json.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { withAccount } from '../account-settings/offers.ts';
import type { Check } from '../../engine/checked.ts';
import { channelOf, channelRefusal } from './channels.ts';
import { serverOf } from './server.ts';

const LONGEST = 80;

/** Refused anywhere in a name, and as a whole name; in any case. Source: ASM-33 */
const WITHIN = /discord|clyde/i;
const WHOLE = /^(everyone|here)$/i;

/** Source: ASM-33, DSC-12 */
const webhookName: Check = ({ body }) => {
  const { webhookUsername: name } = body;
  if (typeof name !== 'string') return undefined;
  const isAllowed = name.trim() !== '' && [...name].length <= LONGEST && !WITHIN.test(name) && !WHOLE.test(name.trim());
  return isAllowed
    ? undefined
    : refuse('invalid_field_value', {
        param: 'webhookUsername',
        message:
          'A webhook name must have 1 to 80 characters, must not contain `discord` or `clyde`, and cannot be `everyone` or `here`.',
      });
};

const channel: Check = ({ body: { channelId } }, desk) =>
  channelId === undefined ? undefined : channelRefusal(desk, channelId);

/** The settings with the channel that the account posts in, whether it was chosen or is the first one. */
const getDiscordSettings: Handler = async (call, desk) => {
  const reply = await withAccount(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const place = await channelOf(desk.store.read, desk, call.path['accountId'] ?? '');
  const where = place && { channelId: place.id, channelName: place.name, channelType: String(place.type) };
  const account = { ...Object(reply.body['account']), guildId: serverOf(desk).guildId, ...where };
  return { ...reply, body: { ...reply.body, account } };
};

/** Source: DSC-03, DSC-07, DSC-08 */
const updateDiscordSettings: Handler = async (call, desk) =>
  (await webhookName(call, desk)) ?? (await channel(call, desk)) ?? getDiscordSettings(call, desk);

export const handlers: Record<string, Handler> = { getDiscordSettings, updateDiscordSettings };
