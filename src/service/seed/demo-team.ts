/** The rest of the demo pack: a profile under the id of the examples, a colleague, a group, a key, an endpoint, an app. */
import { instantOf } from '../../kernel/instant.ts';
import { exampleId } from '../../kernel/example.ts';
import { CONNECTED_APP_KIND } from '../areas/api-keys/record.ts';
import { PROFILE_KIND, profileRecord } from '../records/profile.ts';
import { userRecord } from '../records/user.ts';
import type { Desk } from '../desk.ts';
import type { Actor } from './actor.ts';
import { TEAM } from './demo-content.ts';
import type { Past } from './history.ts';
import type { Founded } from './start.ts';

/** Gives the default profile the id that examples have for a profile. */
export function defaultAsExample({ store }: Desk, founded: Founded): Promise<Founded> {
  const id = exampleId('profile');
  return store.transact(async (tx) => {
    const profile = await tx.get(PROFILE_KIND, founded.profileId);
    if (profile === undefined) throw new Error('A team was founded without a profile.');
    await tx.remove(PROFILE_KIND, profile.id);
    await tx.put(profileRecord(founded.teamId, { ...profile.doc, _id: id }));
    return { ...founded, profileId: id };
  });
}

interface Scene {
  readonly act: Actor;
  readonly past: Past;
  readonly founded: Founded;
  /** By platform. */
  readonly accounts: ReadonlyMap<string, { readonly id: string }>;
}

export async function layTeam({ act, past, founded, accounts }: Scene): Promise<void> {
  const { group, key, webhook } = TEAM;
  const accountIds = group.platforms.map((platform) => accounts.get(platform)?.id);
  await past.naming(exampleId('account_group'), () =>
    act('createAccountGroup', { body: { name: group.name, accountIds } }),
  );
  await past.naming(exampleId('api_key'), () => act('createApiKey', { body: key }));
  await past.naming(exampleId('webhook'), () => act('createWebhookSettings', { body: webhook }));
  await layRecords(past.desk, founded);
}

/** What no operation makes. */
function layRecords({ store, clock }: Desk, { teamId, userId }: Founded): Promise<void> {
  const createdAt = clock.now();
  const at = instantOf(createdAt);
  const common = { teamId, profileId: null, createdAt };
  const { app, colleague } = TEAM;
  const user = { _id: exampleId('user'), ...colleague, isRoot: false, profileAccess: ['all'], createdAt: at };
  const signedIn = { ...app, scopes: ['read'], authorizedAt: at, lastUsedAt: null, tokenCount: 1 };
  return store.transact(async (tx) => {
    await tx.put(userRecord(teamId, user));
    await tx.put({ ...common, kind: CONNECTED_APP_KIND, id: app.clientId, parentId: userId, doc: signedIn });
  });
}
