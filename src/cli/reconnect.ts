/** The commands that connect accounts again, in words for a person. Used by `svc accounts health` and `check`. */
import { fieldsIn, isFields, textOf } from '../kernel/json.ts';
import { traitsOf } from '../platforms/platforms.ts';
import { platformLabel } from '../platforms/labels.ts';
import type { Context, Outcome } from './command.ts';
import { argumentsOf } from './flags.ts';
import { quoted } from './quoted.ts';

/** An account as readings of its health name it. */
export interface LostAccount {
  readonly accountId: string;
  readonly platform: string;
  readonly username: string;
  readonly profileId: string;
}

/** Accounts whose commands are said; the table has the others. */
const MOST = 3;

/** The accounts that need it, of an answer about the health of all. */
export const lostAmong = (answer: unknown): readonly LostAccount[] =>
  fieldsIn(isFields(answer) ? answer['accounts'] : [])
    .filter(({ needsReconnect }) => needsReconnect === true)
    .map(({ accountId, platform, username, profileId }) => ({
      ...{ accountId: textOf(accountId) ?? '', platform: textOf(platform) ?? '' },
      ...{ username: textOf(username) ?? '', profileId: textOf(profileId) ?? '' },
    }));

/** Shows what was read and then, on a terminal, the commands for the first accounts; none where a platform has no sign-in. */
export async function withReconnect(
  outcome: Outcome,
  accounts: readonly LostAccount[],
  { world, catalog, flags, show, say }: Context,
): Promise<Outcome> {
  if (!world.io.out.isTTY || flags.watchMs !== undefined || accounts.length === 0) return outcome;
  const choicesOf = (operationId: string): readonly string[] => {
    const { card } = catalog.command(operationId);
    return argumentsOf(card).find(({ name }) => name === 'platform')?.choices ?? [];
  };
  const words = { signIn: choicesOf('getConnectUrl'), ads: choicesOf('connectAds') };
  await show(outcome);
  for (const account of accounts.slice(0, MOST)) {
    const command = reconnectCommand(account, words);
    if (command === undefined) continue;
    say(`To reconnect ${account.username} (${platformLabel(account.platform)}):`);
    say(`  ${command}`);
  }
  return {};
}

/** The platforms that each of the commands takes. */
export interface SignInWords {
  readonly signIn: readonly string[];
  readonly ads: readonly string[];
}

/**
 * A whole command line; undefined for a platform that has no sign-in, such as a phone number.
 * Source: operations of the area connect
 */
export function reconnectCommand(
  { platform, username, profileId }: LostAccount,
  { signIn, ads }: SignInWords,
): string | undefined {
  const words = wordsOf(platform, username, { signIn, ads });
  return words === undefined ? undefined : `svc connect ${words} --profile-id ${profileId} --wait`;
}

function wordsOf(platform: string, username: string, { signIn, ads }: SignInWords): string | undefined {
  const { connection, site, adNames } = traitsOf(platform);
  if (connection?.bot !== undefined) return `${platform} start`;
  if (site !== undefined) return site === 'shop' ? `${platform} url --shop ${quoted(username)}` : `${platform} url`;
  if (adNames === undefined) return signIn.includes(platform) ? `url ${platform}` : undefined;
  const word = [platform, ...adNames].find((one) => ads.includes(one));
  return word === undefined ? undefined : `ads ${word}`;
}
