/** Connecting by a code that a chat sends to a bot: the code, and whether it has arrived. It arrives through settle.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { beginConnection } from './begin.ts';
import { choiceUnder } from './choices.ts';
import { endOf, LIFE_MS, noSignIn, sessionUnder, standingOf, type Session } from './session.ts';
import { isReached } from './sign-in.ts';

const PLATFORM = 'telegram';

/** The code that somebody sends to the bot, under which the sign-in waits. */
const getTelegramConnectStatus: Handler = async (call, desk) => {
  const reply = await beginConnection(call, desk, { platform: PLATFORM });
  if (reply.status !== 200) return reply;
  const { state: code } = reply.body as { readonly state: string };
  const botUsername = traitsOf(PLATFORM).connection?.bot ?? '';
  return ok({
    code,
    expiresAt: instantOf(desk.clock.now() + LIFE_MS),
    expiresIn: LIFE_MS / 1_000,
    botUsername,
    instructions: [
      `Add @${botUsername} to your channel or group as an administrator.`,
      `Send the code ${code} there.`,
      'The account is connected as soon as the bot sees the code.',
    ],
  });
};

/** Shows whether the code has arrived. Source: fact set, completeTelegramConnect */
const completeTelegramConnect: Handler = async (call, desk) => {
  const session = await sessionUnder(desk.store.read, String(call.query['code']));
  if (!isReached(call, session) || traitsOf(session.doc.platform).connection?.bot === undefined)
    return noSignIn('code');
  const now = desk.clock.now();
  const standing = standingOf(session, now);
  if (standing === 'connected') return showChat(session, desk);
  if (standing !== 'pending')
    return ok({ status: 'expired', message: 'This code is no longer valid. Request a new one.' });
  const end = endOf(session);
  return ok({ status: 'pending', expiresAt: instantOf(end), expiresIn: Math.ceil((end - now) / 1_000) });
};

async function showChat({ doc }: Session, desk: Desk): Promise<Reply> {
  const account = await desk.store.read.get(ACCOUNT_KIND, doc.accountId ?? '');
  const chat = doc.choice === undefined ? undefined : choiceUnder(desk, doc.platform, doc.choice);
  const shown: Fields =
    chat === undefined ? {} : { chatId: chat.id, chatTitle: chat.displayName, chatType: chat.row['type'] };
  const { _id, platform, username, displayName } = account?.doc ?? {};
  return ok({
    status: 'connected',
    ...shown,
    ...(account === undefined ? {} : { account: { _id, platform, username, displayName } }),
  });
}

export const handlers: Readonly<Record<string, Handler>> = { completeTelegramConnect, getTelegramConnectStatus };
