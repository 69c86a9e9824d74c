/** Fills the fields that follow from the account, by `ofAccount` of the card: its profile and its platform, so that nobody types them. Used by operation.ts. */
import { failure } from '../kernel/failure.ts';
import { isFields, textOf, type Fields } from '../kernel/json.ts';
import { profileOf, type Account } from '../client/accounts.ts';
import { connectedAccounts } from '../client/compose.ts';
import type { CallInput } from '../client/request.ts';
import type { Context } from './command.ts';

/** Fields of the body by the account that it names. */
const READINGS: Readonly<Record<string, (account: Account) => unknown>> = {
  profileId: profileOf,
  platform: ({ platform }) => platform,
};

/** @throws Failure `usage` for an account that the key does not reach */
export async function withAccountFields(
  input: CallInput,
  names: readonly string[],
  context: Context,
): Promise<CallInput> {
  const accountId = idIn(input);
  const account = (await connectedAccounts(context)).find(({ _id }) => _id === accountId);
  if (account === undefined)
    throw failure('usage', {
      message: `No account has the id ${accountId}.`,
      param: '--account-id',
      hint: '`svc accounts list` shows all accounts.',
    });
  return filled(input, Object.fromEntries(names.map((name) => [name, READINGS[name]?.(account)])));
}

/** What --dry-run shows, which looks nothing up. */
export const withUnknownFields = (input: CallInput, names: readonly string[]): CallInput =>
  filled(
    input,
    Object.fromEntries(
      names.map((name) => [name, `<${WORDS[name] ?? name} of ${idIn(input).replaceAll(/[<>]/g, '')}>`]),
    ),
  );

const WORDS: Readonly<Record<string, string>> = { profileId: 'profile' };

const bodyIn = ({ body }: CallInput): Fields => (isFields(body) ? body : {});

const idIn = (input: CallInput): string => textOf(bodyIn(input)['accountId']) ?? '';

const filled = (input: CallInput, more: Fields): CallInput => ({ ...input, body: { ...bodyIn(input), ...more } });
