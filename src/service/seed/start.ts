/** What exists before anybody did anything: a team, its owner, a key and a default profile. Called at first opening and by reset. */
import { instantOf } from '../../kernel/instant.ts';
import type { Desk } from '../desk.ts';
import { beginSync } from '../areas/posts/sync/sync-time.ts';
import { profileRecord } from '../records/profile.ts';
import { userRecord } from '../records/user.ts';
import { keyRecord } from '../records/keys.ts';
import { TEAM_KIND } from '../records/team.ts';
import type { Tx } from '../store/store.ts';

/** Ids of a new team's first records, and the secret of its key, shown once. */
export interface Founded {
  readonly teamId: string;
  readonly userId: string;
  readonly apiKey: string;
  readonly profileId: string;
}

type Doors = Pick<Desk, 'store' | 'clock' | 'ids'>;

/** A team with an owner, the owner's key and one default profile, in one transaction. */
export const foundTeam = (desk: Doors, { name, key }: { name: string; key: string }): Promise<Founded> =>
  desk.store.transact(async (tx) => {
    const teamId = desk.ids.record();
    const createdAt = desk.clock.now();
    await tx.put({
      kind: TEAM_KIND,
      id: teamId,
      teamId,
      profileId: null,
      parentId: null,
      createdAt,
      doc: { _id: teamId, name },
    });
    const { userId } = await member(tx, desk, { teamId, role: 'owner', key });
    const profileId = desk.ids.record();
    const profile = { _id: profileId, userId, name: 'Default', isDefault: true, createdAt: instantOf(createdAt) };
    await tx.put(profileRecord(teamId, profile));
    await beginSync(tx, createdAt);
    return { teamId, userId, apiKey: key, profileId };
  });

export interface Joined {
  readonly teamId: string;
  readonly userId: string;
  readonly apiKey: string;
}

/** A further member of a team, with a key of their own. */
export const joinTeam = (
  desk: Doors,
  { teamId, role, key }: { teamId: string; role: string; key: string },
): Promise<Joined> => desk.store.transact((tx) => member(tx, desk, { teamId, role, key }));

/** Gives the owner of a team a further key: the service's own, where the store does not know it. */
export async function adoptKey(tx: Tx, doors: Doors, { teamId, key }: { teamId: string; key: string }): Promise<void> {
  const users = await tx.list('user', { teamId });
  const owner = users.find(({ doc }) => doc.role === 'owner');
  if (owner === undefined) await member(tx, doors, { teamId, role: 'owner', key });
  else await tx.put(localKey(doors, { teamId, userId: owner.id, key }));
}

const localKey = (
  { clock, ids }: Doors,
  { teamId, userId, key }: { readonly teamId: string; readonly userId: string; readonly key: string },
) =>
  keyRecord(key, teamId, {
    id: ids.record(),
    name: 'Local key',
    createdAt: instantOf(clock.now()),
    scope: 'full',
    profileIds: [],
    permission: 'read-write',
    disabledResourceGroups: [],
    userId,
  });

async function member(
  tx: Tx,
  doors: Doors,
  { teamId, role, key }: { teamId: string; role: string; key: string },
): Promise<Joined> {
  const { clock, ids } = doors;
  const userId = ids.record();
  const createdAt = clock.now();
  const name = role === 'owner' ? 'Owner' : `Member ${userId.slice(-4)}`;
  const email = `${role}-${userId.slice(-4)}@example.test`;
  await tx.put(
    userRecord(teamId, {
      _id: userId,
      name,
      email,
      role,
      isRoot: role === 'owner',
      profileAccess: ['all'],
      createdAt: instantOf(createdAt),
    }),
  );
  await tx.put(localKey(doors, { teamId, userId, key }));
  return { teamId, userId, apiKey: key };
}
