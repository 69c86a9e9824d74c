import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const create = (body: object) => service.api('POST', '/v1/account-groups', { body });
const groups = async (key?: string) =>
  (await service.api('GET', '/v1/account-groups', key === undefined ? {} : { key })).body['groups'];
const idOf = (answer: Awaited<ReturnType<typeof create>>) => answer.body['group']?.['_id'] as unknown as string;

describe('account groups', () => {
  test('a group is made, renamed, filled anew and dissolved', async () => {
    const one = await service.account('twitter');
    const two = await service.account('bluesky');
    const made = await create({ name: 'Launch', accountIds: [one._id] });
    expect(made).toMatchObject({ status: 201, body: { group: { name: 'Launch', accountIds: [one._id] } } });
    const path = `/v1/account-groups/${idOf(made)}`;
    await service.api('PUT', path, { body: { name: 'Spring' } });
    await service.api('PUT', path, { body: { accountIds: [two._id, two._id] } });
    expect(await groups()).toMatchObject([{ name: 'Spring', accountIds: [two._id] }]);
    expect((await service.api('DELETE', path)).status).toBe(200);
    expect(await groups()).toEqual([]);
    expect((await service.api('DELETE', path)).body).toMatchObject({ code: 'group_not_found' });
  });

  test('a name is given once', async () => {
    const first = await create({ name: 'Launch', accountIds: [] });
    const second = await create({ name: 'Other', accountIds: [] });
    expect(await create({ name: 'Launch', accountIds: [] })).toMatchObject({ status: 409, body: { param: 'name' } });
    const renamed = await service.api('PUT', `/v1/account-groups/${idOf(second)}`, { body: { name: 'Launch' } });
    expect(renamed.status).toBe(409);
    const same = await service.api('PUT', `/v1/account-groups/${idOf(first)}`, { body: { name: 'Launch' } });
    expect(same.status).toBe(200);
  });

  test('an unknown account cannot be added, and one that is gone may stay', async () => {
    expect(await create({ name: 'Launch', accountIds: ['f'.repeat(24)] })).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
    const account = await service.account('twitter');
    const made = await create({ name: 'Launch', accountIds: [account._id] });
    await service.api('DELETE', `/v1/accounts/${account._id}`);
    const body = { name: 'Later', accountIds: [account._id] };
    expect((await service.api('PUT', `/v1/account-groups/${idOf(made)}`, { body })).status).toBe(200);
  });

  test('AUTH-12 a key limited to profiles sees groups with an account of these', async () => {
    const made = await service.api('POST', '/v1/profiles', { body: { name: 'Mine' } });
    const profileId = made.body['profile']?.['_id'] as unknown as string;
    const mine = await service.account('twitter', { profileId });
    const other = await service.account('twitter');
    await create({ name: 'Mine', accountIds: [mine._id] });
    await create({ name: 'Other', accountIds: [other._id] });
    const body = { name: 'limited', scope: 'profiles', profileIds: [profileId] };
    const key = (await service.api('POST', '/v1/api-keys', { body })).body['apiKey']?.['key'] as unknown as string;
    expect(await groups(key)).toMatchObject([{ name: 'Mine' }]);
  });
});
