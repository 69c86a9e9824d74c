/** A server as the simulated Discord has it: its channels, its bot, and roles and members as calls have left them. Used by every file of this room. */
import type { Fields } from '../../../kernel/json.ts';
import type { View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import type { Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import type { RecordOf } from '../../store/store.ts';

export type RoleRecord = RecordOf<'discord_role'>;
export type MemberRecord = RecordOf<'discord_member'>;

/** The fixture of the server, and its bot. */
export interface Server {
  readonly guildId: string;
  readonly botUserId: string;
  readonly botRoleId: string;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  /** 0 text, 2 voice, 4 category, 5 announcements, 13 stage, 15 forum. */
  readonly type: number;
  /** True for one that the bot does not see. */
  readonly isHidden?: boolean;
}

const rowsOf = (desk: Pick<Desk, 'catalog'>, kind: string): readonly Fields[] => desk.catalog.fixtures()[kind] ?? [];

export const serverOf = (desk: Pick<Desk, 'catalog'>): Server => rowsOf(desk, 'discord_guild')[0] as unknown as Server;

/** Channels that take posts, the first one first; then the others. */
export const channelsOf = (desk: Pick<Desk, 'catalog'>): readonly Channel[] =>
  [...rowsOf(desk, 'discord_channel'), ...rowsOf(desk, 'discord_other_channel')] as unknown as readonly Channel[];

/** The channel with the id, as far as the bot sees it. */
export const channelUnder = (desk: Pick<Desk, 'catalog'>, id: unknown): Channel | undefined =>
  channelsOf(desk).find((one) => one.id === id && one.isHidden !== true);

/** Rows of the server: those that calls have left, or the fixture before the first change. */
async function readRows<K extends 'discord_role' | 'discord_member'>(
  kind: K,
  view: View,
  { desk, call }: Pick<Scene, 'desk' | 'call'>,
): Promise<{ readonly rows: readonly RecordOf<K>[]; readonly isStored: boolean }> {
  const guildId = call.path['guildId'] ?? serverOf(desk).guildId;
  const { teamId } = call.caller;
  const stored = await view.list(kind, { teamId, parentId: guildId });
  if (stored.length > 0) return { rows: stored, isStored: true };
  const key = kind === 'discord_role' ? 'id' : 'userId';
  const rows = rowsOf(desk, kind).map((doc) => ({
    kind,
    id: `${guildId}/${String(doc[key])}`,
    teamId,
    profileId: null,
    parentId: guildId,
    createdAt: 0,
    doc,
  }));
  // The fixture fits the schemas of its kind.
  return { rows: rows as unknown as readonly RecordOf<K>[], isStored: false };
}

export const readRoles = async (view: View, scene: Scene): Promise<readonly RoleRecord[]> =>
  (await readRows('discord_role', view, scene)).rows;

export const readMembers = async (view: View, scene: Pick<Scene, 'desk' | 'call'>): Promise<readonly MemberRecord[]> =>
  (await readRows('discord_member', view, scene)).rows;

export interface RowChange<R> {
  readonly put?: readonly R[];
  readonly remove?: R;
}

/** What a change of roles or members writes: the first one keeps all the others of the server too. */
export async function keepRows<K extends 'discord_role' | 'discord_member'>(
  kind: K,
  { put = [], remove }: RowChange<RecordOf<K>>,
  { view, scene }: { readonly view: View; readonly scene: Scene },
) {
  const { rows, isStored } = await readRows(kind, view, scene);
  const others = isStored ? [] : rows.filter(({ id }) => id !== remove?.id);
  return {
    records: [...others, ...put],
    removed: remove === undefined || !isStored ? [] : [{ kind: remove.kind, id: remove.id }],
  };
}

/** Source: DSC-09, ASM-35 */
export const missingPermissions = (message: string) => refuse('platform_api_error', { message });
