/** Settings that are read as part of their account. */
import { isFields } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { accountFor } from '../../records/account.ts';

/** Fields of an account that its settings show. */
const SHOWN = ['_id', 'platform', 'username', 'displayName', 'profilePicture'] as const;

/** Answers as the engine does, with the fields of the account beside its settings. */
export const withAccount: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  const account = await accountFor(desk.store.read, call.caller, call.path['accountId'] ?? '');
  if (reply.status !== 200 || account === undefined || !isFields(reply.body)) return reply;
  const fields = SHOWN.map((name) => [name, account.doc[name]] as const).filter(([, value]) => value !== null);
  return {
    ...reply,
    body: { ...reply.body, account: { ...Object.fromEntries(fields), ...Object(reply.body['account']) } },
  };
};
