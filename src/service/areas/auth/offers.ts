/** Whoever reaches the local service's pages: the owner of the team that was there first. No password asks who it is. */
import { TEAM_KIND } from '../../records/team.ts';
import type { Desk } from '../../desk.ts';
import type { Caller } from '../../call.ts';
import { USER_KIND } from '../../records/user.ts';

export interface Owner {
  /** With all that the role of the moment allows. */
  readonly caller: Caller;
  readonly teamName: string;
  readonly name: string;
  readonly email: string;
}

export async function ownerOf({ store, plan }: Pick<Desk, 'store' | 'plan'>): Promise<Owner> {
  const [team] = await store.read.list(TEAM_KIND, { limit: 1 });
  if (team === undefined) throw new Error('The service has no team.');
  const users = await store.read.list(USER_KIND, { teamId: team.id });
  const user = users.find(({ doc }) => doc.isRoot);
  if (user === undefined) throw new Error('The team has no owner.');
  const { role } = await plan.of(team.id);
  return {
    caller: {
      teamId: team.id,
      userId: user.id,
      role,
      keyId: '',
      profileIds: null,
      readOnly: false,
      disabledGroups: [],
    },
    teamName: team.doc.name,
    name: user.doc.name,
    email: user.doc.email,
  };
}
