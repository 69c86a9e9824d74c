/** The channel that an account posts in, and what channels take. Used by settings.ts, messages.ts and threads.ts. */
import type { View } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { refuse } from '../../refuse.ts';
import { channelsOf, channelUnder, type Channel } from './server.ts';

export const SETTINGS_KIND = 'discord_settings';

const TEXT = 0;
export const ANNOUNCEMENTS = 5;
export const FORUM = 15;

/** Types of channels that posts go to. Source: DSC-07 */
const POSTABLE: readonly number[] = [TEXT, ANNOUNCEMENTS, FORUM];

/** The channel that was chosen for the account; the first of the server for an account without a choice. */
export async function channelOf(
  view: View,
  desk: Pick<Desk, 'catalog'>,
  accountId: string,
): Promise<Channel | undefined> {
  const settings = await view.get(SETTINGS_KIND, keyOfSingle(accountId));
  return channelUnder(desk, settings?.doc.channelId ?? channelsOf(desk)[0]?.id);
}

/** The refusal of a channel that an account cannot post in. Source: DSC-07, DSC-08 */
export function channelRefusal(desk: Pick<Desk, 'catalog'>, id: unknown): Reply | undefined {
  const channel = channelUnder(desk, id);
  const param = 'channelId';
  if (channel === undefined)
    return refuse('invalid_field_value', { param, message: 'The bot cannot see this channel on the server.' });
  return POSTABLE.includes(channel.type)
    ? undefined
    : refuse('invalid_field_value', {
        param,
        message: 'Posts can go to text (0), announcement (5), and forum (15) channels.',
      });
}
