/** People whom a whatsapp account has blocked: each of a list is blocked or unblocked by itself, and the answer says who was. The list is served by engine/. */
import { textsIn } from '../../../kernel/json.ts';
import { isNumber } from '../../../platforms/people.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { lost } from '../../engine/scene.ts';
import { BLOCKED, findBlocked, waIdOf } from './offers.ts';

/** Each person that the call names, once: as it was sent, and as the list has it. */
function usersIn({ body }: Call) {
  const users = new Map(textsIn(body['users']).map((input) => [waIdOf(input), input] as const));
  return [...users].map(([waId, input]) => ({ input, waId }));
}

const NO_NUMBER = ['The phone number is not valid.'];

/** Whoever is blocked already stays so. */
const blockWhatsAppUsers = inScene(({ call, desk, owners, now }) =>
  commit(desk, [`${BLOCKED}/${owners.ownerId}`], async (view) => {
    const named = usersIn(call);
    const users = named.filter(({ input }) => isNumber(input));
    const failed = named.filter(({ input }) => !isNumber(input)).map(({ input }) => ({ input, errors: NO_NUMBER }));
    const { teamId } = call.caller;
    const base = { kind: BLOCKED, teamId, profileId: owners.profileId, parentId: null, createdAt: now };
    const records = [];
    for (const { waId } of users)
      if ((await findBlocked(view, { id: owners.ownerId, teamId }, waId)) === undefined)
        records.push({ ...base, id: desk.ids.record(), doc: { waId, ...owners.fields } });
    return { records, result: ok({ blocked: users, failed }) };
  }),
);

const unblockWhatsAppUsers = inScene((scene) => {
  const { call, desk, owners } = scene;
  return commit(desk, [`${BLOCKED}/${owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const removed = [];
    const unblocked = [];
    const failed = [];
    for (const { input, waId } of usersIn(call)) {
      const record = await findBlocked(view, { id: owners.ownerId, teamId: call.caller.teamId }, waId);
      if (record === undefined) failed.push({ input, errors: ['This person is not blocked.'] });
      else {
        removed.push(record);
        unblocked.push({ input, waId });
      }
    }
    return removed.length === 0 ? { result: lost(scene) } : { removed, result: ok({ unblocked, failed }) };
  });
});

const getWhatsAppBlockStatus = inScene(async ({ call: { query, caller }, desk }) => {
  const account = { id: String(query['accountId']), teamId: caller.teamId };
  return ok({ blocked: (await findBlocked(desk.store.read, account, String(query['user']))) !== undefined });
});

export const handlers: Readonly<Record<string, Handler>> = {
  blockWhatsAppUsers,
  unblockWhatsAppUsers,
  getWhatsAppBlockStatus,
};
