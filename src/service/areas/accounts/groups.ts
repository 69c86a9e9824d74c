/** Account groups: several accounts under one name, one group a name. */
import { created, ok, type Caller, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { DocOf, Reader, RecordOf } from '../../store/store.ts';
import { accountFor } from '../../records/account.ts';

const KIND = 'account_group';

type GroupDoc = DocOf<typeof KIND>;

type GroupRecord = RecordOf<typeof KIND>;

/** A key limited to profiles sees a group when it reaches one of its accounts. */
async function groupsFor(reader: Reader, caller: Caller): Promise<GroupRecord[]> {
  const groups = await reader.list(KIND, { teamId: caller.teamId });
  if (caller.profileIds === null) return groups;
  const reached = await Promise.all(groups.map((group) => reachesOne(reader, caller, group)));
  return groups.filter((_, index) => reached[index]);
}

async function reachesOne(reader: Reader, caller: Caller, { doc }: GroupRecord): Promise<boolean> {
  for (const id of doc.accountIds) if ((await accountFor(reader, caller, id)) !== undefined) return true;
  return false;
}

const listAccountGroups: Handler = async ({ caller }, desk) => {
  const groups = await groupsFor(desk.store.read, caller);
  return ok({ groups: groups.map(({ doc }) => doc) });
};

const createAccountGroup: Handler = ({ caller, body }, desk) =>
  commit(desk, [`team/${caller.teamId}`], async (view) => {
    const doc: GroupDoc = {
      _id: desk.ids.record(),
      name: String(body['name']).trim(),
      accountIds: [...new Set(body['accountIds'] as string[])],
      createdBy: caller.userId,
      ...(typeof body['profileId'] === 'string' && { profileId: body['profileId'] }),
    };
    const problem = await groupProblem(view, caller, doc);
    if (problem !== undefined) return { result: problem };
    const owner = { teamId: caller.teamId, profileId: null, parentId: null };
    const record = { kind: KIND, id: doc._id, ...owner, createdAt: desk.clock.now(), doc };
    return { records: [record], result: created({ message: 'Group created.', group: doc }) };
  });

const updateAccountGroup: Handler = ({ caller, path, body }, desk) =>
  commit(desk, [`team/${caller.teamId}`], async (view) => {
    const group = (await groupsFor(view, caller)).find(({ id }) => id === path['groupId']);
    if (group === undefined) return { result: refuse('group_not_found') };
    const doc: GroupDoc = {
      ...group.doc,
      ...(body['name'] === undefined ? {} : { name: String(body['name']).trim() }),
      ...(body['accountIds'] === undefined ? {} : { accountIds: [...new Set(body['accountIds'] as string[])] }),
    };
    const problem = await groupProblem(view, caller, doc, group.doc);
    if (problem !== undefined) return { result: problem };
    return { records: [{ ...group, doc }], result: ok({ message: 'Group updated.', group: doc }) };
  });

const deleteAccountGroup: Handler = ({ caller, path }, desk) =>
  commit(desk, [`team/${caller.teamId}`], async (view) => {
    const group = (await groupsFor(view, caller)).find(({ id }) => id === path['groupId']);
    if (group === undefined) return { result: refuse('group_not_found') };
    return { removed: [group], result: ok({ message: 'Group deleted.' }) };
  });

/** Accounts that stood in the group before may be gone by now; only new ones must be reached. */
async function groupProblem(
  reader: Reader,
  caller: Caller,
  doc: GroupDoc,
  before?: GroupDoc,
): Promise<Reply | undefined> {
  if (doc.name === '') return refuse('invalid_field_value', { param: 'name', message: '`name` must not be empty.' });
  const all = await reader.list(KIND, { teamId: caller.teamId });
  if (all.some((other) => other.id !== doc._id && other.doc.name === doc.name)) {
    return refuse('invalid_resource_state', {
      param: 'name',
      message: 'An account group with this name already exists.',
    });
  }
  for (const id of doc.accountIds) {
    const known = before?.accountIds.includes(id) === true || (await accountFor(reader, caller, id)) !== undefined;
    if (!known) return refuse('account_not_found', { param: 'accountIds', details: { accountId: id } });
  }
  return undefined;
}

export const handlers: Record<string, Handler> = {
  listAccountGroups,
  createAccountGroup,
  updateAccountGroup,
  deleteAccountGroup,
};
