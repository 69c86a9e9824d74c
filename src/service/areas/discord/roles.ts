/** Roles of a server, and who has them. The bot manages roles below its own and no others. Next stop: server.ts. */
import { without } from '../../../kernel/json.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import { ok, type Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { draft } from '../../engine/draft.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { keepRows, missingPermissions, readMembers, readRoles, serverOf, type RoleRecord } from './server.ts';

type Deciding = Changes & { readonly result: Reply };

const deciding = (decide: (scene: Scene, view: View) => Promise<Deciding>): Handler =>
  inScene((scene) =>
    commit(scene.desk, [`discord_role/${scene.call.path['guildId'] ?? ''}`], (view) => decide(scene, view)),
  );

const roleUnder = (roles: readonly RoleRecord[], id: string | undefined): RoleRecord | undefined =>
  roles.find(({ doc }) => doc.id === id);

/** Why the bot may not touch a role: one above its own, one of an integration, everybody's. Source: DSC-09 */
function untouchable(role: RoleRecord, roles: readonly RoleRecord[], { desk }: Scene): Reply | undefined {
  const bot = roleUnder(roles, serverOf(desk).botRoleId);
  if (role.doc.managed === true || role.doc.position === 0)
    return missingPermissions('Missing Permissions: this role is managed and cannot be assigned, edited, or deleted.');
  return (role.doc.position ?? 0) >= (bot?.doc.position ?? 0)
    ? missingPermissions('Missing Permissions: the role is not below the highest role of the bot.')
    : undefined;
}

const listDiscordGuildRoles = inScene(async (scene) => {
  const roles = await readRoles(scene.desk.store.read, scene);
  const items = roles
    .toSorted((one, other) => (one.doc.position ?? 0) - (other.doc.position ?? 0))
    .map((record) => ({ record, counts: {} }));
  return answerOf(scene, { page: { items, total: items.length, limit: Math.max(1, items.length), skip: 0 } });
});

const LONGEST_NAME = 100;
const MOST_ROLES = 250;
const HIGHEST_COLOR = 0xffffff;

/** What Discord takes of a role. */
function fieldsRefusal({ call: { body } }: Scene): Reply | undefined {
  const { name, color, permissions } = body;
  if (typeof name === 'string' && (name.trim() === '' || [...name].length > LONGEST_NAME))
    return refuse('invalid_field_value', { param: 'name', message: 'A role name must have 1 to 100 characters.' });
  if (typeof color === 'number' && (!Number.isInteger(color) || color < 0 || color > HIGHEST_COLOR))
    return refuse('invalid_field_value', {
      param: 'color',
      message: 'A color must be a whole number from 0 to 16777215.',
    });
  if (typeof permissions === 'string' && !/^\d+$/.test(permissions))
    return refuse('invalid_field_value', { param: 'permissions', message: 'Permissions must be a decimal bit field.' });
  return undefined;
}

/** A role is the server's, whichever account makes it. */
const OF_ACCOUNT = ['accountId', 'platform', 'profileId', 'guildId'];

/** A new role is placed below all others but everybody's, which make room for it. */
const createDiscordGuildRole = deciding(async (scene, view) => {
  const refusal = fieldsRefusal(scene);
  if (refusal !== undefined) return { result: refusal };
  const roles = await readRoles(view, scene);
  if (roles.length >= MOST_ROLES)
    return { result: refuse('invalid_field_value', { message: 'A server can have at most 250 roles.' }) };
  const doc = without(draft(scene, scene.call.body).doc, OF_ACCOUNT) as unknown as RoleRecord['doc'];
  const { guildId = '' } = scene.call.path;
  const id = `${guildId}/${doc.id}`;
  const { teamId } = scene.call.caller;
  const role: RoleRecord = {
    kind: 'discord_role',
    id,
    teamId,
    profileId: null,
    parentId: guildId,
    createdAt: scene.now,
    doc,
  };
  const others = roles
    .filter((one) => (one.doc.position ?? 0) > 0)
    .map((one) => withFields(one, { position: (one.doc.position ?? 0) + 1 }));
  const changes = await keepRows('discord_role', { put: [...others, role] }, { view, scene });
  return { ...changes, result: answerOf(scene, { record: { record: role, counts: {} } }) };
});

const editDiscordGuildRole = deciding(async (scene, view) => {
  const roles = await readRoles(view, scene);
  const role = roleUnder(roles, scene.call.path['roleId']);
  if (role === undefined) return { result: notFound('discord_role') };
  const refusal = untouchable(role, roles, scene) ?? fieldsRefusal(scene);
  if (refusal !== undefined) return { result: refusal };
  const after = withFields(role, scene.call.body);
  const changes = await keepRows('discord_role', { put: [after] }, { view, scene });
  return { ...changes, result: answerOf(scene, { record: { record: after, counts: {} } }) };
});

/** Whoever had the role has it no more. */
const deleteDiscordGuildRole = deciding(async (scene, view) => {
  const roles = await readRoles(view, scene);
  const role = roleUnder(roles, scene.call.path['roleId']);
  if (role === undefined) return { result: notFound('discord_role') };
  const refusal = untouchable(role, roles, scene);
  if (refusal !== undefined) return { result: refusal };
  const holders = (await readMembers(view, scene)).filter(({ doc }) => doc.roles?.includes(role.doc.id) === true);
  const members = holders.map((one) =>
    withFields(one, { roles: one.doc.roles?.filter((id) => id !== role.doc.id) ?? [] }),
  );
  return {
    ...together([
      await keepRows('discord_role', { remove: role }, { view, scene }),
      members.length === 0 ? {} : await keepRows('discord_member', { put: members }, { view, scene }),
    ]),
    result: answerOf(scene, { record: { record: role, counts: {} }, count: 1 }),
  };
});

/** A role that somebody has is given again without harm, and one that nobody has is taken away without harm. */
const changeMemberRole = (operation: 'role_assigned' | 'role_removed'): Handler =>
  deciding(async (scene, view) => {
    const { guildId = '', userId = '', roleId = '' } = scene.call.path;
    const roles = await readRoles(view, scene);
    const role = roleUnder(roles, roleId);
    const member = (await readMembers(view, scene)).find(({ doc }) => doc.userId === userId);
    if (member === undefined) return { result: notFound('discord_member') };
    if (role === undefined) return { result: notFound('discord_role') };
    const refusal = untouchable(role, roles, scene);
    if (refusal !== undefined) return { result: refusal };
    const others = (member.doc.roles ?? []).filter((id) => id !== roleId);
    const after = withFields(member, { roles: operation === 'role_assigned' ? [...others, roleId] : others });
    const changes = await keepRows('discord_member', { put: [after] }, { view, scene });
    return { ...changes, result: ok({ success: true, operation, guildId, userId, roleId }) };
  });

export const handlers: Readonly<Record<string, Handler>> = {
  listDiscordGuildRoles,
  createDiscordGuildRole,
  editDiscordGuildRole,
  deleteDiscordGuildRole,
  addDiscordMemberRole: changeMemberRole('role_assigned'),
  removeDiscordMemberRole: changeMemberRole('role_removed'),
};
