/** Roles of a server are read from the network, and are what calls make of them from then on. */
import { expect, test } from 'vitest';
import { ANN, BEN, BOT_ROLE, EARLY_BIRD, FOUNDER, GUILD, MODERATOR, startCommunity } from './community.ts';

const ROLES = `guilds/${GUILD}/roles`;
const MEMBERS = `guilds/${GUILD}/members`;

test('readings, "Discord": a new role stands below all others, is changed, and goes from whoever has it', async () => {
  const { call, list } = await startCommunity();
  const names = async () => (await list(ROLES)).map((one) => [one['position'], one['name']]);
  expect(await names()).toEqual([
    [0, '@everyone'],
    [1, 'Early bird'],
    [2, 'Founding member'],
    [3, 'Harbour Bot'],
    [4, 'Moderator'],
  ]);
  const made = await call('POST', ROLES, { name: 'Night reader', mentionable: true });
  const role = made.body['data'];
  expect(role).toMatchObject({ name: 'Night reader', position: 1, mentionable: true, hoist: false, managed: false });
  const id = String(role?.['id']);
  expect((await names()).slice(1, 3)).toEqual([
    [1, 'Night reader'],
    [2, 'Early bird'],
  ]);
  await call('PATCH', `${ROLES}/${id}`, { name: 'Night owl', color: 255 });
  expect(await list(ROLES)).toContainEqual(expect.objectContaining({ id, name: 'Night owl', color: 255 }));
  expect((await call('PUT', `${MEMBERS}/${BEN}/roles/${id}`)).body).toMatchObject({ operation: 'role_assigned' });
  const rolesOf = async (userId: string) => (await call('GET', `${MEMBERS}/${userId}`)).body['data']?.['roles'];
  expect(await rolesOf(BEN)).toEqual([id]);
  expect(await rolesOf(ANN)).toEqual([EARLY_BIRD]);
  await call('DELETE', `${MEMBERS}/${ANN}/roles/${EARLY_BIRD}`);
  expect(await rolesOf(ANN)).toEqual([]);
  expect((await call('DELETE', `${ROLES}/${id}`)).status).toBe(200);
  expect(await rolesOf(BEN)).toEqual([]);
  expect((await call('DELETE', `${ROLES}/${EARLY_BIRD}`)).status).toBe(200);
  expect(await list(ROLES)).toHaveLength(4);
  expect(await call('PUT', `${MEMBERS}/${ANN}/roles/${EARLY_BIRD}`)).toMatchObject({
    status: 404,
    body: { error: 'There is no such Discord role.' },
  });
});

test.each([
  ['PATCH', `${ROLES}/${BOT_ROLE}`, { name: 'Me' }],
  ['DELETE', `${ROLES}/${MODERATOR}`, undefined],
  ['PUT', `${MEMBERS}/${ANN}/roles/${MODERATOR}`, undefined],
  ['PUT', `${MEMBERS}/${ANN}/roles/${GUILD}`, undefined],
] as const)('DSC-09 the bot has no permission for %s %s', async (method, path, body) => {
  const { call, list } = await startCommunity();
  const answer = await call(method, path, body);
  expect(answer).toMatchObject({ status: 502, body: { code: 'platform_api_error' } });
  expect(await list(ROLES)).toHaveLength(5);
});

test.each([
  ['role', 'POST', ROLES, { name: 'Night reader' }],
  ['role', 'PUT', `${MEMBERS}/${ANN}/roles/${FOUNDER}`, undefined],
  ['event', 'DELETE', `guilds/${GUILD}/events/1`, undefined],
] as const)(
  'DSC-09 a bot without the permission for %s answers 502 to %s %s',
  async (operation, method, path, body) => {
    const { call, control, accountId } = await startCommunity();
    const behaviour = { operation, outcome: 'reject', status: 403, message: 'Missing Permissions' };
    await control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
    expect(await call(method, path, body)).toMatchObject({
      status: 502,
      body: { code: 'platform_api_error', error: 'Missing Permissions' },
    });
  },
);

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'Red', color: 16777216 }, 'color'],
  [{ name: 'Red', permissions: 'all' }, 'permissions'],
])('readings, "Discord": a role like %j is refused', async (body, param) => {
  const { call } = await startCommunity();
  expect(await call('POST', ROLES, body)).toMatchObject({ status: 400, body: { param } });
});

test('DSC-04 members are listed page by page, found by the beginning of a name, and unknown ones are not there', async () => {
  const { call, list, api, accountId } = await startCommunity();
  const page = await api('GET', `/v1/discord/${MEMBERS}`, { query: { accountId, limit: '2' } });
  const { nextCursor } = page.body['pagination'] as unknown as { nextCursor: string };
  expect(page.body).toMatchObject({ pagination: { hasMore: true } });
  const rest = await list(MEMBERS, { after: nextCursor });
  const all = [...(page.body['data'] as unknown as object[]), ...rest];
  expect(all).toEqual(await list(MEMBERS));
  expect(all).toHaveLength(4);
  const found = async (query: string) =>
    (await list(`${MEMBERS}/search`, { query })).map((one) => one['user']?.['username']);
  expect(await found('ben')).toEqual(['ben_okafor']);
  expect(await found('keller')).toEqual([]);
  expect(await call('GET', `${MEMBERS}/1`)).toMatchObject({
    status: 404,
    body: { error: 'There is no such Discord member.' },
  });
});

test('unknown servers and accounts of other platforms are refused', async () => {
  const { call, api, account } = await startCommunity();
  expect(await call('GET', 'guilds/1/roles')).toMatchObject({
    status: 404,
    body: { error: 'There is no such Discord guild.' },
  });
  const { _id: accountId } = await account('telegram');
  expect(await api('GET', `/v1/discord/${ROLES}`, { query: { accountId } })).toMatchObject({
    status: 400,
    body: { code: 'platform_not_supported' },
  });
});

test.each([
  [{ name: 'x'.repeat(100) }],
  [{ name: 'Red', color: 0 }],
  [{ name: 'White', color: 16777215 }],
  [{ name: 'Guest', permissions: '0' }],
])('readings, "Discord": a role like %j is taken', async (body) => {
  const { call, list } = await startCommunity();
  expect((await call('POST', ROLES, body)).status).toBe(200);
  expect(await list(ROLES)).toContainEqual(expect.objectContaining(body));
});

test.each([[-1], [1.5]])('readings, "Discord": a color of %d is refused', async (color) => {
  const { call } = await startCommunity();
  expect(await call('POST', ROLES, { name: 'Red', color })).toMatchObject({ status: 400, body: { param: 'color' } });
});

test('readings, "Discord": a server has 250 roles, and one more when one is deleted', async () => {
  const { call, list } = await startCommunity();
  const made: string[] = [];
  for (let at = 5; at < 250; at += 1) {
    const { status, body } = await call('POST', ROLES, { name: `Role ${String(at)}` });
    expect(status).toBe(200);
    made.push(String(body['data']?.['id']));
  }
  expect((await call('POST', ROLES, { name: 'One more' })).status).toBe(400);
  expect(await list(ROLES)).toHaveLength(250);
  expect((await list(ROLES)).map(({ position }) => Number(position))).toEqual(
    Array.from({ length: 250 }, (_, at) => at),
  );
  await call('DELETE', `${ROLES}/${made[0] ?? ''}`);
  expect((await call('POST', ROLES, { name: 'One more' })).status).toBe(200);
});

test('readings, "Discord": a role is given again and taken away again without harm', async () => {
  const { call } = await startCommunity();
  const role = `${MEMBERS}/${BEN}/roles/${EARLY_BIRD}`;
  const answer = { success: true, guildId: GUILD, userId: BEN, roleId: EARLY_BIRD };
  for (const [method, operation] of [
    ['PUT', 'role_assigned'],
    ['PUT', 'role_assigned'],
    ['DELETE', 'role_removed'],
    ['DELETE', 'role_removed'],
  ] as const)
    expect((await call(method, role)).body).toEqual({ ...answer, operation });
  expect((await call('GET', `${MEMBERS}/${BEN}`)).body['data']?.['roles']).toEqual([]);
});
