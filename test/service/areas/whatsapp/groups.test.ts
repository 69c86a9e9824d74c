/** Group chats: members and requests are read where they are, come and go once, and only with the account of the group. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

const GROUP = '/v1/whatsapp/wa-groups/121662124507896';

async function demo() {
  const service = await startService({ seedPack: 'demo' });
  const query = { accountId: '652aee65951895842314dc4b' };
  const group = async () => {
    const { body } = await service.api('GET', GROUP, { query });
    return body['group'] as unknown as { participants: { user: string }[]; participantCount: number };
  };
  const members = async () => (await group()).participants.map(({ user }) => user);
  const requests = async () => {
    const { joinRequests } = (await service.api('GET', `${GROUP}/join-requests`, { query })).body;
    return (joinRequests as unknown as { user: string }[]).map(({ user }) => user);
  };
  const send = (method: string, path: string, phone: string) =>
    service.api(method, `${GROUP}${path}`, { query, body: { phoneNumbers: [phone] } });
  return { ...service, query, group, members, requests, send };
}

test('a request that was decided on waits no longer, and who was let in is in the group', async () => {
  const { members, requests, send } = await demo();
  const [one, other] = ['+4915112345678', '+4915112345679'];
  expect(await requests()).toEqual([one, other]);
  await send('DELETE', '/participants', one);
  expect(await members()).not.toContain(one);
  await send('POST', '/join-requests', one);
  expect([await requests(), await members()]).toEqual([[other], [one]]);
  await send('DELETE', '/join-requests', other);
  expect([await requests(), await members()]).toEqual([[], [one]]);
  expect((await send('POST', '/join-requests', other)).status).toBe(404);
});

test('members of a group are read and counted in the group, come and go once', async () => {
  const { group, members, send } = await demo();
  const before = await members();
  const person = '+4915112340000';
  await send('POST', '/participants', person);
  await send('POST', '/participants', person);
  expect(await members()).toEqual([...before, person]);
  expect((await group()).participantCount).toBe(before.length + 1);
  expect((await send('DELETE', '/participants', person)).status).toBe(200);
  expect(await members()).toEqual(before);
  expect((await send('DELETE', '/participants', person)).status).toBe(404);
});

test('a new group is empty, with a link that a newer one replaces; another account does not have it', async () => {
  const { account, api } = await startService();
  const { _id: accountId } = await account('whatsapp');
  const made = await api('POST', '/v1/whatsapp/wa-groups', { body: { accountId, subject: 'Early birds' } });
  expect(made.status).toBe(201);
  const { groupId, inviteLink } = made.body['group'] as unknown as { groupId: string; inviteLink: string };
  const path = `/v1/whatsapp/wa-groups/${groupId}`;
  const query = { accountId };
  expect((await api('GET', path, { query })).body['group']).toMatchObject({ subject: 'Early birds', participants: [] });
  const newer = (await api('POST', `${path}/invite-link`, { query })).body['inviteLink'];
  expect(newer).toMatch(/^https:\/\/chat\.whatsapp\.com\/\w+$/);
  expect(newer).not.toBe(inviteLink);
  const profile = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
  const { _id: other } = await account('whatsapp', { profileId: profile.body['profile']?.['_id'] });
  const stranger = { query: { accountId: other }, body: { phoneNumbers: ['+4915112340000'] } };
  expect((await api('GET', path, { query: stranger.query })).status).toBe(404);
  expect((await api('POST', `${path}/participants`, stranger)).status).toBe(404);
  expect((await api('DELETE', path, { query: stranger.query })).status).toBe(404);
});

test('somebody who has not asked is neither approved nor rejected, and nobody beside them is', async () => {
  const { api, query, requests, members } = await demo();
  const [before, there] = [await requests(), await members()];
  for (const method of ['POST', 'DELETE'])
    for (const phoneNumbers of [['+4915100000000'], [...before, '+4915100000000']]) {
      const answer = await api(method, `${GROUP}/join-requests`, { query, body: { phoneNumbers } });
      expect(answer).toMatchObject({ status: 404, body: { param: 'phoneNumbers' } });
      expect(JSON.stringify(answer.body)).toContain('+4915100000000');
    }
  expect([await requests(), await members()]).toEqual([before, there]);
});

test('whoever follows the link is in the group, or asks to join where the group wants that', async () => {
  const { account, api, control } = await startService();
  const { _id: accountId } = await account('whatsapp');
  const create = async (joinApprovalMode: string) => {
    const made = await api('POST', '/v1/whatsapp/wa-groups', {
      body: { accountId, subject: 'Birds', joinApprovalMode },
    });
    return String(made.body['group']?.['groupId']);
  };
  const join = (groupId: string) =>
    control('POST', '/_local/inbound', { type: 'group_join', accountId, groupId, from: '+4915112345678' });
  const read = async (groupId: string) => {
    const path = `/v1/whatsapp/wa-groups/${groupId}`;
    const { participants } = (await api('GET', path, { query: { accountId } })).body['group'] as unknown as {
      readonly participants: readonly object[];
    };
    const { joinRequests } = (await api('GET', `${path}/join-requests`, { query: { accountId } })).body;
    return [participants, joinRequests];
  };
  const [open, closed] = [await create('auto_approve'), await create('approval_required')];
  expect((await join(open)).status).toBe(201);
  expect(await read(open)).toMatchObject([[{ user: '+4915112345678' }], []]);
  expect((await join(open)).status).toBe(409);
  await join(closed);
  await join(closed);
  expect(await read(closed)).toMatchObject([[], [{ user: '+4915112345678' }]]);
  expect((await read(closed))[1]).toHaveLength(1);
  expect((await join('1')).status).toBe(404);
});

test.each([
  [[], 'missing_required_field'],
  [['+4915112340000', 'bad'], 'invalid_field_value'],
  [['12'], 'invalid_field_value'],
])(
  'readings, "WhatsApp": whoever is added to a group is a phone number: %j is refused as a whole',
  async (phoneNumbers, code) => {
    const { api, query, members } = await demo();
    const before = await members();
    const answer = await api('POST', `${GROUP}/participants`, { query, body: { phoneNumbers } });
    expect(answer).toMatchObject({ status: 400, body: { code, param: 'phoneNumbers' } });
    expect(await members()).toEqual(before);
  },
);
