/** Turns the accounts and numbers that people type after `svc local` into ids: usernames, `platform:username`, numbers in E.164 form. Asks the service only where an id was not typed. */
import type { Account } from '../client/accounts.ts';
import { isRecordId } from '../kernel/ids.ts';
import type { Fields } from '../kernel/json.ts';
import type { Context } from './command.ts';
import { callControl } from './local.ts';

/** As much of an order as finding a number needs. */
interface Order {
  readonly kind: string;
  readonly id: string;
  readonly phoneNumbers: readonly string[];
}

type Aim = Parameters<typeof callControl>[1];

/** The body with ids where names were typed. */
export async function withIds(context: Context, aim: Aim, body: Fields): Promise<Fields> {
  const { accountId, numberId } = body;
  return {
    ...body,
    ...(typeof accountId === 'string' && { accountId: await accountIdOf(context, aim, accountId) }),
    ...(typeof numberId === 'string' && { numberId: await numberIdOf(context, aim, numberId) }),
  };
}

/** @throws Failure `usage` or `ambiguous` for a name that matches no account, or several */
export async function accountIdOf(context: Context, aim: Aim, word: string, flag = '--account-id'): Promise<string> {
  if (isRecordId(word)) return word;
  const [{ targetsFor }, { PLATFORMS }] = await Promise.all([
    import('../client/accounts.ts'),
    import('../platforms/platforms.ts'),
  ]);
  const { accounts } = await callControl(context, aim, { method: 'GET', path: '/_local/accounts' });
  const looking = { accounts: (accounts ?? []) as readonly Account[], platforms: Object.keys(PLATFORMS), flag };
  return targetsFor([word], looking)[0]?.accountId ?? word;
}

/** A number that the service does not have stays as it was typed, for the service to refuse. */
export async function numberIdOf(context: Context, aim: Aim, word: string): Promise<string> {
  if (!word.startsWith('+')) return word;
  const { orders } = await callControl(context, aim, { method: 'GET', path: '/_local/carrier' });
  const numbers = ((orders ?? []) as readonly Order[]).filter(({ kind }) => kind === 'number');
  return numbers.find(({ phoneNumbers }) => phoneNumbers.includes(word))?.id ?? word;
}
