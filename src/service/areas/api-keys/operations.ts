/** API keys: made once in the clear, listed as previews, revoked; and the apps that signed in through the browser. */
import { created, ok, type Caller } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { KEY_KIND, keyRecord, type KeyDoc } from '../../records/keys.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';
import { PROFILE_KIND, type ProfileDoc } from '../../records/profile.ts';
import { userOf } from '../../records/user.ts';
import { keyDoc, limitsIn, limitsProblem } from './key-limits.ts';
import { handlers as connectedApps } from './connected-apps.ts';

const listApiKeys: Handler = async ({ caller }, desk) => {
  const keys = await keysFor(desk.store.read, caller);
  return ok({ apiKeys: await Promise.all(keys.map(({ doc }) => keyView(desk.store.read, caller.teamId, doc))) });
};

const createApiKey: Handler = async ({ caller, body }, desk) => {
  const name = String(body['name']).trim();
  if (name === '') return refuse('invalid_field_value', { param: 'name', message: '`name` must not be empty.' });
  const limits = limitsIn(body);
  return commit(desk, [`team/${caller.teamId}`], async (view) => {
    const problem = await limitsProblem(view, caller, limits);
    if (problem !== undefined) return { result: problem };
    const key = desk.ids.key();
    const record = keyRecord(key, caller.teamId, keyDoc(desk, limits, { name, userId: caller.userId }));
    const shown = await keyView(view, caller.teamId, record.doc as KeyDoc);
    const result = created({ message: 'API key created. It is shown this once.', apiKey: { ...shown, key } });
    return { records: [record], result };
  });
};

const deleteApiKey: Handler = ({ caller, path }, desk) =>
  commit(desk, [`${KEY_KIND}/${path['keyId'] ?? ''}`], async (view) => {
    const key = (await keysFor(view, caller)).find(({ id }) => id === path['keyId']);
    if (key === undefined) return { result: refuse('api_key_not_found') };
    return { removed: [key], result: ok({ message: 'API key revoked.' }) };
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
