/** What discord does not let a webhook be called. Next stop: account-settings/offers.ts. */
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { withAccount } from '../account-settings/offers.ts';
import type { Check } from '../../engine/checked.ts';

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
          'A webhook has a name of 1 to 80 characters without `discord` and `clyde`, other than `everyone` and `here`.',
      });
};

const updateDiscordSettings: Handler = async (call, desk) => (await webhookName(call, desk)) ?? withAccount(call, desk);

export const handlers: Record<string, Handler> = { updateDiscordSettings };
