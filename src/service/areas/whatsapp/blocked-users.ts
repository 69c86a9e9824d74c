/** People whom a whatsapp account has blocked: each of a list is blocked or unblocked by itself, and the answer says who was. The list is served by engine/. */
import { textsIn } from '../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { lost } from '../../engine/scene.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

const BLOCKED = 'whatsapp_blocked_user';

/** The blocked people of the account that the call names. */
async function findBlocked({ caller, query, body }: Call, read: Reader): Promise<readonly RecordOf<typeof BLOCKED>[]> {
  const accountId = query['accountId'] ?? body['accountId'];
  return (await read.list(BLOCKED, { teamId: caller.teamId })).filter(({ doc }) => doc.accountId === accountId);
}

const rowsFor = (users: readonly string[]) => users.map((input) => ({ input, waId: input }));

/** Whoever is blocked already stays so. */
const blockWhatsAppUsers = inScene(({ call, desk, owners, now }) =>
  commit(desk, [`${BLOCKED}/${owners.ownerId}`], async (view) => {
    const known = new Set((await findBlocked(call, view)).map(({ doc }) => doc.waId));
    const users = [...new Set(textsIn(call.body['users']))];
    const { teamId } = call.caller;
    const base = { kind: BLOCKED, teamId, profileId: owners.profileId, parentId: null, createdAt: now };
    const records = users
      .filter((waId) => !known.has(waId))
      .map((waId) => ({ ...base, id: desk.ids.record(), doc: { waId, ...owners.fields } }));
    return { records, result: ok({ blocked: rowsFor(users), failed: [] }) };
  }),
);

const unblockWhatsAppUsers = inScene((scene) => {
  const { call, desk, owners } = scene;
  return commit(desk, [`${BLOCKED}/${owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const users = [...new Set(textsIn(call.body['users']))];
    const removed = (await findBlocked(call, view)).filter(({ doc }) => users.includes(doc.waId));
    if (removed.length === 0) return { result: lost(scene) };
    const gone = new Set(removed.map(({ doc }) => doc.waId));
    const failed = users
      .filter((user) => !gone.has(user))
      .map((input) => ({ input, errors: ['This person is not blocked.'] }));
    return { removed, result: ok({ unblocked: rowsFor(users.filter((user) => gone.has(user))), failed }) };
  });
});

const getWhatsAppBlockStatus = inScene(async ({ call, desk }) => {
  const all = await findBlocked(call, desk.store.read);
  return ok({ blocked: all.some(({ doc }) => doc.waId === call.query['user']) });
});

export const handlers: Readonly<Record<string, Handler>> = {
  blockWhatsAppUsers,
  unblockWhatsAppUsers,
  getWhatsAppBlockStatus,
};
