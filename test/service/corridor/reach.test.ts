/** Keys limited to profiles, over every operation of the contract. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import type { Card } from '../../../src/kernel/card.ts';
import { exampleId } from '../../../src/kernel/example.ts';
import { startService, type Answer, type ServiceUnderTest } from '../../support/service.ts';

const catalog = openCatalog('dist/cards');
const { kinds, operations } = catalog.service();

/** Kinds by the names under which their ids are sent; `id` alone says nothing. */
const BEARERS = new Map(
  Object.entries(kinds).flatMap(([kind, { names = [], references = [] }]) =>
    [...names, ...references].filter((name) => name !== 'id').map((name): [string, string] => [name, kind]),
  ),
);
const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))];
const CARDS: readonly Card[] = areas.flatMap((area) => catalog.file(area).operations);
const PLATFORMS = (catalog.schema('accounts', '#/schemas/AccountPlatform').enum ?? []).map(String);

/** One of the two brands of the team. */
interface Side {
  readonly profileId: string;
  /** By platform. */
  readonly accounts: ReadonlyMap<string, string>;
}

async function side({ api, control }: ServiceUnderTest, name: string): Promise<Side> {
  const made = await api<{ profile: { _id: string } }>('POST', '/v1/profiles', { body: { name } });
  const profileId = made.body.profile._id;
  const accounts = new Map<string, string>();
  for (const platform of PLATFORMS) {
    const body = { platform, profileId, username: `${name}-${platform}` };
    const { account } = (await control<{ account?: { _id: string } }>('POST', '/_local/accounts', body)).body;
    if (account !== undefined) accounts.set(platform, account._id);
  }
  return { profileId, accounts };
}

/** What an operation is sent: its first example, with accounts, profiles and records of one side in it. */
function sendingTo(card: Card, { profileId, accounts }: Side, records: Readonly<Record<string, string>> = {}) {
  const asked = catalog.examples()[card.id]?.[0] ?? { path: {}, query: {}, body: {} };
  const platform = String(asked.body['platform'] ?? asked.query['platform'] ?? asked.path['platform'] ?? 'instagram');
  const put = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => put(name, one));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(key, one)]));
    const kind = BEARERS.get(name);
    if (kind === 'account') return accounts.get(platform) ?? value;
    return kind === 'profile' ? profileId : ((kind === undefined ? undefined : records[kind]) ?? value);
  };
  const path = card.path.replace(/\{([^}]+)\}/g, (_place, name: string) => {
    const kind = operations[card.id]?.places[name];
    return String((kind === undefined ? undefined : records[kind]) ?? put(name, asked.path[name] ?? 'x'));
  });
  const query = put('', asked.query) as Record<string, string>;
  return { path, sending: { query, ...(card.body === undefined ? {} : { body: put('', asked.body) }) } };
}

async function called({ api }: ServiceUnderTest, card: Card, made: ReturnType<typeof sendingTo> & { key?: string }) {
  const key = made.key === undefined ? {} : { key: made.key };
  const answer = await api(card.method, made.path, { ...made.sending, ...key });
  return { answer, text: JSON.stringify(answer.body) ?? '' };
}

/** Lets the whole team make one of everything on a side; ids by kind of what belongs to that side from then on. */
async function filled(service: ServiceUnderTest, of: Side): Promise<Record<string, string>> {
  for (const card of CARDS)
    if (operations[card.id]?.effect.does === 'create' && operations[card.id]?.effect.kind !== 'account')
      await called(service, card, sendingTo(card, of));
  const ids: Record<string, string> = {};
  for (const kind of Object.keys(kinds)) {
    const records = await service.service.desk.store.read.list(kind, { profileId: of.profileId });
    const last = records.at(-1);
    if (last !== undefined && kind !== 'profile' && kind !== 'account') ids[kind] = last.id;
  }
  const [post] = await service.service.desk.store.read.posts({
    teamId: service.service.parts.lifecycle.teamId(),
    profileIds: [of.profileId],
  });
  return post === undefined ? ids : { ...ids, post: post.id };
}

const limitedTo = async ({ api }: ServiceUnderTest, { profileId }: Side): Promise<string> => {
  const body = { name: 'limited', scope: 'profiles', profileIds: [profileId] };
  return (await api<{ apiKey: { key: string } }>('POST', '/v1/api-keys', { body })).body.apiKey.key;
};

/** Everything that names the other side. */
const namesOf = ({ profileId, accounts }: Side, records: Readonly<Record<string, string>>): string[] => [
  profileId,
  ...accounts.values(),
  ...Object.values(records),
];

test('AUTH-12 a key limited to one profile is shown nothing of another one by any operation', async () => {
  const service = await startService();
  const [own, other] = [await side(service, 'own'), await side(service, 'other')];
  const theirs = await filled(service, other);
  expect(Object.keys(theirs).length).toBeGreaterThan(20);
  const key = await limitedTo(service, own);
  const hidden = namesOf(other, theirs);
  const leaks: string[] = [];
  for (const card of CARDS) {
    const { answer, text } = await called(service, card, { ...sendingTo(card, own), key });
    const found = hidden.filter((name) => text.includes(name));
    if (found.length > 0) leaks.push(`${card.id} ${String(answer.status)} ${found.join()} ${text.slice(0, 200)}`);
  }
  expect(leaks).toEqual([]);
});

test('AUTH-12 what it names of another profile it does not find, wherever the id stands', async () => {
  const service = await startService();
  const [own, other] = [await side(service, 'own'), await side(service, 'other')];
  const theirs = await filled(service, other);
  const key = await limitedTo(service, own);
  const hidden = namesOf(other, theirs);
  const before = await stateOf(service, other);
  const leaks: string[] = [];
  let asked = 0;
  for (const card of CARDS) {
    const made = sendingTo(card, other, theirs);
    const said = JSON.stringify(made);
    if (!hidden.some((name) => said.includes(name))) continue;
    asked += 1;
    const { answer, text } = await called(service, card, { ...made, key });
    if (!isKeptFrom(answer, card, hidden))
      leaks.push(`${card.id} ${String(answer.status)} ${said} ${text.slice(0, 300)}`);
  }
  expect(leaks).toEqual([]);
  expect(asked).toBeGreaterThan(400);
  expect(await stateOf(service, other)).toEqual(before);
});

/** Refused, or a list that the filter leaves empty. */
function isKeptFrom({ status, body }: Answer, { method }: Card, hidden: readonly string[]): boolean {
  if (status >= 400 && status < 500) return true;
  const text = JSON.stringify(body);
  return method === 'GET' && !hidden.some((name) => text.includes(name));
}

/** Everything that is kept of a side. */
async function stateOf({ service }: ServiceUnderTest, { profileId }: Side) {
  const { read } = service.desk.store;
  const records = await Promise.all(Object.keys(kinds).map((kind) => read.list(kind, { profileId })));
  return {
    records: records.flat(),
    posts: await read.posts({ teamId: service.parts.lifecycle.teamId(), profileIds: [profileId] }),
  };
}

test('AUTH-12 a post that also goes elsewhere is seen, but neither changed nor removed', async () => {
  const service = await startService();
  const [own, other] = [await side(service, 'own'), await side(service, 'other')];
  const key = await limitedTo(service, own);
  const platforms = [own, other].map(({ accounts }) => ({ platform: 'twitter', accountId: accounts.get('twitter') }));
  const body = { content: 'both', platforms, scheduledFor: '2026-02-01T09:00:00Z' };
  const made = await service.api<{ post: { _id: string } }>('POST', '/v1/posts', { body });
  const path = `/v1/posts/${made.body.post._id}`;
  expect((await service.api('GET', path, { key })).status).toBe(200);
  for (const [method, sending] of [
    ['PUT', { body: { content: 'mine' } }],
    ['DELETE', {}],
  ] as const)
    expect(await service.api(method, path, { ...sending, key })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_permissions' },
    });
});

test('AUTH-12 an answer kept for a repeated request is not given to a key that does not reach it', async () => {
  const service = await startService();
  const [own, other] = [await side(service, 'own'), await side(service, 'other')];
  const key = await limitedTo(service, own);
  const headers = { 'x-request-id': '6f1f9d4e-5a53-4f34-9d0a-0b3c2f2a7c11' };
  const body = {
    content: 'x',
    platforms: [{ platform: 'twitter', accountId: other.accounts.get('twitter') }],
    publishNow: true,
  };
  expect((await service.api('POST', '/v1/posts', { body, headers })).status).toBe(201);
  expect(await service.api('POST', '/v1/posts', { body, headers, key })).toMatchObject({
    status: 404,
    body: { code: 'account_not_found', param: 'platforms.0.accountId' },
  });
});

test('AUTH-12 the records of the examples belong to the profile of their account, whoever asks first', async () => {
  const service = await startService({ seedPack: 'demo' });
  const { profiles } = (await service.api<{ profiles: { _id: string }[] }>('GET', '/v1/profiles')).body;
  const ids = { broadcasts: exampleId('broadcast'), sequences: exampleId('sequence') };
  const statusesOf = (key: string) =>
    Promise.all(
      Object.entries(ids).map(async ([kind, id]) => (await service.api('GET', `/v1/${kind}/${id}`, { key })).status),
    );
  const keys = await Promise.all(
    profiles.map(({ _id }) => limitedTo(service, { profileId: _id, accounts: new Map() })),
  );
  const seen = [];
  for (const key of keys) seen.push(await statusesOf(key));
  expect(await statusesOf(service.service.apiKey)).toEqual([200, 200]);
  for (const at of [0, 1])
    expect(seen.map((one) => one[at]).sort()).toEqual([200, ...Array<number>(keys.length - 1).fill(404)]);
});
