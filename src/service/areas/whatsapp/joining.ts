/** People who follow the link of a group: they are in it at once, or wait to be let in. Part of arrives.ts. */
import type { Reply } from '../../call.ts';
import { accountOf, isRefusal, recordOf, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { GROUP, JOIN_REQUEST, PARTICIPANT, participantsOf } from './group-record.ts';

/** Source: readings, "WhatsApp" */
async function join(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { read, given, ids, now, teamId } = scene;
  const group = await read.get(GROUP, String(given['groupId']));
  if (group?.doc.accountId !== account.id) return notFound(GROUP, { param: 'groupId' });
  const user = `+${String(given['from']).replace(/\D/g, '')}`;
  if ((await participantsOf(read, group)).some(({ doc }) => doc.user === user))
    return refuse('invalid_resource_state', { param: 'from', message: 'This person is already in the group.' });
  const { id: parentId, profileId } = group;
  const isOpen = group.doc.joinApprovalMode !== 'approval_required';
  const asked = await read.list(JOIN_REQUEST, { teamId, parentId });
  if (!isOpen && asked.some(({ doc }) => doc.user === user)) return {};
  const place = { parentId, profileId };
  const member = { user, accountId: account.id, groupId: parentId };
  const request = { user, timestamp: Math.floor(now / 1_000) };
  const record = isOpen
    ? recordOf(PARTICIPANT, ids.record(), scene, { ...place, doc: member })
    : recordOf(JOIN_REQUEST, ids.record(), scene, { ...place, doc: request });
  return { records: [record], made: { groupId: parentId } };
}

export const joining: Readonly<Record<string, Inbound>> = {
  group_join: {
    fields: { accountId: WORD, groupId: WORD, from: WORD },
    required: ['accountId', 'groupId', 'from'],
    cause: join,
  },
};
