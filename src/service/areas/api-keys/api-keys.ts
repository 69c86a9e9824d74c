/** API keys: made once in the clear, listed as previews, revoked; and the apps that signed in through the browser. */
import { created, ok, refuse, type Caller, type Desk, type Handler, type Reply } from '../../call.ts';
import { KEY_KIND, keyRecord, type KeyDoc } from '../../http/keys.ts';
import type { Reader, StoredRecord, Tx } from '../../store/store.ts';
import { profileFor, PROFILE_KIND, type ProfileDoc } from '../profiles/profile.ts';
import { userOf } from '../users/user.ts';
import { handlers as connectedApps } from './connected-apps.ts';

const DAY_MS = 86_400_000;

const listApiKeys: Handler = async ({ caller }, desk) => {
  const keys = await keysFor(desk.store.read, caller);
  return ok({ apiKeys: await Promise.all(keys.map(({ doc }) => keyView(desk.store.read, caller.teamId, doc))) });
};

const createApiKey: Handler = async ({ caller, body }, desk) => {
  const asked = askedOf(body);
  return desk.store.transact(async (tx) => {
    const problem = (await fieldProblem(tx, caller, asked)) ?? reachProblem(caller, asked);
    if (problem !== undefined) return problem;
    const key = desk.ids.key();
    const record = keyRecord(key, caller.teamId, newKey(desk, caller, asked));
    await tx.put(record);
    const view = await keyView(tx, caller.teamId, record.doc as KeyDoc);
    return created({ message: 'API key created. It is shown this once.', apiKey: { ...view, key } });
  });
};

interface Asked {
  readonly name: string;
  readonly expiresInDays?: number;
  readonly scope: 'full' | 'profiles';
  readonly profileIds: readonly string[];
  readonly permission: 'read-write' | 'read';
  readonly disabledGroups: readonly string[];
}

function askedOf(body: Readonly<Record<string, unknown>>): Asked {
  return {
    name: String(body['name']).trim(),
    ...(typeof body['expiresIn'] === 'number' ? { expiresInDays: body['expiresIn'] } : {}),
    scope: body['scope'] === 'profiles' ? 'profiles' : 'full',
    profileIds: [...new Set((body['profileIds'] as string[] | undefined) ?? [])],
    permission: body['permission'] === 'read' ? 'read' : 'read-write',
    disabledGroups: [...new Set((body['disabledResourceGroups'] as string[] | undefined) ?? [])],
  };
}

async function fieldProblem(tx: Tx, caller: Caller, asked: Asked): Promise<Reply | undefined> {
  const { name, expiresInDays, scope, profileIds } = asked;
  if (name === '') return refuse('invalid_field_value', { param: 'name', message: '`name` must not be empty.' });
  if (expiresInDays !== undefined && !(expiresInDays >= 1 && expiresInDays <= LONGEST_DAYS)) {
    return refuse('invalid_field_value', {
      param: 'expiresIn',
      message: `\`expiresIn\` is 1 to ${LONGEST_DAYS} days.`,
    });
  }
  if (scope === 'profiles' && profileIds.length === 0) return refuse('missing_required_field', { param: 'profileIds' });
  if (scope === 'full' && profileIds.length > 0) {
    return refuse('invalid_field_value', { param: 'scope', message: '`profileIds` belongs to the scope `profiles`.' });
  }
  for (const id of profileIds) {
    if ((await profileFor(tx, caller, id)) === undefined) {
      return refuse('profile_not_found', { param: 'profileIds', details: { profileId: id } });
    }
  }
  return undefined;
}

/** Ten years; a key meant to last longer does not expire. */
const LONGEST_DAYS = 3_650;

/** A restricted key makes no key that reaches further than itself. Source: AUTH-09, AUTH-12 */
function reachProblem(caller: Caller, asked: Asked): Reply | undefined {
  const wider = caller.profileIds !== null && asked.scope === 'full';
  const missing = caller.disabledGroups.find((group) => !asked.disabledGroups.includes(group));
  if (!wider && missing === undefined) return undefined;
  return refuse('insufficient_permissions', {
    message: 'A restricted key cannot make a key that reaches further.',
    ...(missing === undefined ? {} : { more: { required_group: missing } }),
  });
}

function newKey(desk: Desk, caller: Caller, asked: Asked): Omit<KeyDoc, 'keyPreview'> {
  const now = desk.clock.now();
  const { expiresInDays } = asked;
  return {
    id: desk.ids.record(),
    name: asked.name,
    ...(expiresInDays === undefined ? {} : { expiresAt: new Date(now + expiresInDays * DAY_MS).toISOString() }),
    createdAt: new Date(now).toISOString(),
    scope: asked.scope,
    profileIds: asked.profileIds,
    permission: asked.permission,
    disabledResourceGroups: asked.disabledGroups,
    $userId: caller.userId,
  };
}

const deleteApiKey: Handler = ({ caller, path }, desk) =>
  desk.store.transact(async (tx) => {
    const key = (await keysFor(tx, caller)).find(({ id }) => id === path['keyId']);
    if (key === undefined) return refuse('api_key_not_found');
    await tx.remove(KEY_KIND, key.id);
    return ok({ message: 'API key revoked.' });
  });

/** A key limited to profiles sees keys that reach no further. */
async function keysFor(reader: Reader, caller: Caller): Promise<StoredRecord<KeyDoc>[]> {
  const keys = await reader.list<KeyDoc>(KEY_KIND, { teamId: caller.teamId });
  const reached = caller.profileIds;
  if (reached === null) return keys;
  return keys.filter(({ doc }) => doc.scope === 'profiles' && doc.profileIds.every((id) => reached.includes(id)));
}

async function keyView(reader: Reader, teamId: string, doc: KeyDoc): Promise<Record<string, unknown>> {
  const profiles = await Promise.all(doc.profileIds.map((id) => reader.get<ProfileDoc>(PROFILE_KIND, id)));
  const user = await userOf(reader, teamId, doc.$userId);
  const shown = Object.entries(doc).filter(([key]) => !key.startsWith('$'));
  return {
    ...Object.fromEntries(shown),
    profileIds: profiles.flatMap((profile) => (profile === undefined ? [] : [nameOf(profile.doc)])),
    createdBy: user === undefined ? null : { id: user.id, email: user.doc.email },
  };
}

const nameOf = ({ _id, name, color }: ProfileDoc) => ({ _id, name, ...(color === undefined ? {} : { color }) });

export const handlers: Record<string, Handler> = { listApiKeys, createApiKey, deleteApiKey, ...connectedApps };
