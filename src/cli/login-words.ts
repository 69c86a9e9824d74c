/** What a login says to a person, on standard error, and what it gives as its result. */
import { MINUTE_MS } from '../kernel/time.ts';
import type { Adopted } from '../auth/adopt.ts';
import { isConfidential, isRelated } from '../auth/base-url.ts';
import type { Begun } from '../auth/device.ts';
import type { PendingLogin } from '../auth/pending.ts';
import type { Context, Outcome } from './command.ts';
import { writeDrawing, writeLine } from '../output/neutral.ts';

/** The code and where it belongs: said before anything is waited for, also with --quiet. */
export async function showCode(
  { userCode, browserUrl, lifeMs }: Begun,
  qr: boolean,
  { world }: Context,
): Promise<void> {
  const { err } = world.io;
  writeLine(world.io, `Code: ${userCode}`);
  writeLine(world.io, `Open: ${browserUrl}`);
  writeLine(world.io, `Confirm the code there within ${minutes(lifeMs)}.`);
  if (!qr) return;
  const { qrLines } = await import('../output/qr.ts');
  const lines = qrLines(browserUrl, err.color());
  const width = Math.max(...qrLines(browserUrl, false).map((line) => line.length));
  const fits = err.columns === undefined || err.columns >= width;
  if (fits) writeDrawing(world.io, lines);
  else writeLine(world.io, `The terminal needs ${width} columns for the QR code.`);
}

/** A service that sends people to somebody else's page may have been taken over. @returns whether it does */
export function sayElsewhere({ baseUrl, begun }: Pick<PendingLogin, 'baseUrl' | 'begun'>, { world }: Context): boolean {
  if (isRelated(baseUrl, begun.browserUrl)) return false;
  const [page, api] = [begun.browserUrl, baseUrl].map((url) => new URL(url).host);
  writeLine(world.io, `The page is at ${page}, but the service is ${api}: open it only if you expected that.`);
  return true;
}

/** A key that goes over the network in the open is everybody's. */
export function sayOpen(baseUrl: string, { say }: Context): void {
  if (isConfidential(new URL(baseUrl))) return;
  say(`${baseUrl} is not encrypted: others on the network can read the key.`);
}

const minutes = (ms: number): string => {
  const count = Math.max(1, Math.round(ms / MINUTE_MS));
  return count === 1 ? 'a minute' : `${count} minutes`;
};

/** The result of a login, once what needs a word has been said. */
export function loggedIn(done: Adopted, context: Context): Outcome {
  const { identity, fallback, leftover, ...rest } = done;
  if (fallback !== undefined)
    context.say(
      `The keychain is not available (${fallback}). The key was saved in ${done.path ?? ''}, which only you can read.`,
    );
  if (leftover !== undefined) context.say(`The previous key was not fully removed. ${leftover}`);
  const chosen = context.world.env['SVC_CONTEXT'];
  if (chosen && chosen !== done.context)
    context.say(`SVC_CONTEXT is set to ${chosen} and takes precedence over this context.`);
  const { userId, name, email, authType, scope } = identity;
  return {
    result: {
      ...rest,
      current: true,
      user: { id: userId ?? null, name: name ?? null, email: email ?? null },
      authType,
      scope,
    },
    columns: ['context', 'baseUrl', 'user.name', 'user.email', 'scope', 'device', 'key', 'storage', 'path'],
  };
}
