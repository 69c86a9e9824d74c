/** API keys: made once in the clear, listed as previews, revoked; and the apps that signed in through the browser. */
import type { Fields } from '../../../kernel/json.ts';
import { created, ok, type Caller } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { KEY_KIND, keyRecord, type KeyRecord } from '../../records/keys.ts';
import { shownFields } from '../../records/shown.ts';
import type { Reader } from '../../store/store.ts';
import { PROFILE_KIND, type ProfileDoc } from '../../records/profile.ts';
import { userOf } from '../../records/user.ts';
import { keyDoc, limitsIn, limitsProblem } from './offers.ts';
import { handlers as connectedApps } from './connected-apps.ts';

const listApiKeys: Handler = async ({ caller }, desk) => {
  const keys = await keysFor(desk.store.read, caller);
  return ok({ apiKeys: await Promise.all(keys.map((key) => keyView(desk.store.read, desk, key))) });
};

const createApiKey: Handler = async ({ caller, body }, desk) => {
  const name = String(body['name']).trim();
  if (name === '') return refuse('invalid_field_value', { param: 'name', message: '`name` must not be empty.' });
  const limits = limitsIn(body);
  return commit(desk, [`team/${caller.teamId}`], async (view) => {
    const problem = await limitsProblem(view, caller, { limits, now: desk.clock.now() });
    if (problem !== undefined) return { result: problem };
    const key = desk.ids.key();
    const record = keyRecord(key, caller.teamId, keyDoc(desk, limits, { name, userId: caller.userId }));
    const shown = await keyView(view, desk, record);
    const result = created({ message: 'API key created. It is shown only once.', apiKey: { ...shown, key } });
    return { records: [record], result };
  });
};

const deleteApiKey: Handler = ({ caller, path }, desk) =>
  commit(desk, [`${KEY_KIND}/${path['keyId'] ?? ''}`], async (view) => {
    const key = (await keysFor(view, caller)).find(({ id }) => id === path['keyId']);
    if (key === undefined) return { result: refuse('api_key_not_found') };
    const isWider = caller.disabledGroups.some((group) => !key.doc.disabledResourceGroups.includes(group));
    if (isWider && key.id !== caller.keyId) return { result: WIDER };
    return { removed: [key], result: ok({ message: 'API key revoked.' }) };
  });

/** Source: AUTH-09 */
const WIDER = refuse('insufficient_permissions', {
  message: 'A restricted key cannot revoke a key with more access than its own.',
});

/** A key limited to profiles sees keys that reach no further. */
async function keysFor(reader: Reader, caller: Caller): Promise<KeyRecord[]> {
  const keys = await reader.list(KEY_KIND, { teamId: caller.teamId });
  const reached = caller.profileIds;
  if (reached === null) return keys;
  return keys.filter(({ doc }) => doc.scope === 'profiles' && doc.profileIds.every((id) => reached.includes(id)));
}

async function keyView(reader: Reader, { catalog }: Pick<Desk, 'catalog'>, key: KeyRecord): Promise<Fields> {
  const { profileIds, userId } = key.doc;
  const profiles = await Promise.all(profileIds.map((id) => reader.get(PROFILE_KIND, id)));
  const user = await userOf(reader, key.teamId, userId);
  return {
    ...shownFields(key, catalog),
    profileIds: profiles.flatMap((profile) => (profile === undefined ? [] : [nameOf(profile.doc)])),
    createdBy: user === undefined ? null : { id: user.id, email: user.doc.email },
  };
}

const nameOf = ({ _id, name, color }: ProfileDoc) => ({ _id, name, ...(color === undefined ? {} : { color }) });

export const handlers: Record<string, Handler> = { listApiKeys, createApiKey, deleteApiKey, ...connectedApps };
