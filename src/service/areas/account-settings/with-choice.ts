/** A list of what an account can post to, with the one that was chosen. */
import type { Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { keyOfSingle } from '../../engine/keys.ts';

/**
 * @param kind record of the choice, one per account
 * @param member of the record and of the answer
 */
export const withChoice =
  (kind: string, member: string): Handler =>
  async (call, desk) => {
    const reply = await engine(call, desk);
    if (reply.status !== 200) return reply;
    const choice = await desk.store.read.get(kind, keyOfSingle(call.path['accountId'] ?? ''));
    const chosen = choice?.doc[member];
    return chosen === undefined ? reply : { ...reply, body: { ...Object(reply.body), [member]: chosen } };
  };
