/** `--wait` on commands that give the page of a sign-in: the flag, what it excludes, and the wait. */
import { failure } from '../kernel/failure.ts';
import type { CallInput } from '../client/request.ts';
import type { Context, Outcome } from './command.ts';

export const signInWait = {
  type: 'boolean',
  common: true,
  summary: 'Open the page and wait until the account is connected; --timeout limits the wait',
} as const;

/** What leads the browser elsewhere, or back with secrets in its address. */
const NOT_WITH_WAIT = { redirect_url: '--redirect-url', headless: '--headless' } as const;

/** @param platform the one whose account it will be */
export async function withSignIn(
  context: Context,
  input: CallInput,
  { send, platform }: { readonly send: (input: CallInput) => Promise<Outcome>; readonly platform: string },
): Promise<Outcome> {
  for (const [name, flag] of Object.entries(NOT_WITH_WAIT)) {
    if (input.query[name] !== undefined)
      throw failure('usage', { message: `--wait and ${flag} cannot be combined.`, param: flag });
  }
  const { waitForSignIn } = await import('./connect-wait.ts');
  const begin = (address: string): Promise<Outcome> =>
    send({ ...input, query: { ...input.query, redirect_url: address } });
  return waitForSignIn(context, begin, { platform, profileId: String(input.query['profileId']) });
}
