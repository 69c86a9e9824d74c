/** Fields that follow from the account: looked up where they are not typed, and shown as placeholders by --dry-run. */
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';

async function scene() {
  const service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const { _id: accountId } = await service.account('telegram');
  const other = (await service.api('POST', '/v1/profiles', { body: { name: 'Other' } })).body['profile']?.['_id'];
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  return {
    accountId,
    own: await service.profileId(),
    other: String(other),
    run: (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      svc([...words, '-o', 'json'], { env: { ...env, ...more } }),
    made: async () => (await service.api('GET', '/v1/broadcasts')).body['broadcasts']?.[0],
  };
}

const CREATE = ['broadcasts', 'create', '--name', 'Spring', '--message', '{"text":"Spring is here."}'];

test.each([
  ['by its id', (accountId: string) => accountId],
  ['by its platform', () => 'telegram'],
])('profile and platform are those of an account that is given %s', async (_how, word) => {
  const { run, accountId, made } = await scene();
  const said = await run([...CREATE, '--account-id', word(accountId)]);
  expect(said.code, said.stderr).toBe(0);
  expect(await made()).toMatchObject({ accountId, platform: 'telegram' });
});

test('a default profile is not put beside an account of another one, and a profile that is typed is sent', async () => {
  const { run, accountId, own, other } = await scene();
  const sent = async (words: readonly string[]) =>
    JSON.parse((await run([...words, '--dry-run'], { SVC_PROFILE: other })).stdout) as { body: object };
  expect((await run([...CREATE, '--account-id', accountId], { SVC_PROFILE: other })).code).toBe(0);
  expect((await sent([...CREATE, '--account-id', accountId, '--profile-id', own])).body).toMatchObject({
    profileId: own,
    platform: `<platform of ${accountId}>`,
  });
  expect((await sent([...CREATE, '--account-id', 'telegram'])).body).toMatchObject({
    accountId: '<account telegram>',
    profileId: '<profile of account telegram>',
  });
  expect((await sent(['contacts', 'create', '--name', 'Ana'])).body).toEqual({ name: 'Ana', profileId: other });
});

test('an account that does not exist is named, and so is what is missing without one', async () => {
  const { run } = await scene();
  const unknown = 'a'.repeat(24);
  const said = await run([...CREATE, '--account-id', unknown]);
  expect([said.code, errorIn(said)]).toMatchObject([
    2,
    { message: `No account has the id ${unknown}.`, param: '--account-id' },
  ]);
  const without = await run(CREATE);
  expect([without.code, errorIn(without)['message']]).toEqual([
    2,
    expect.stringMatching(/--account-id.* (?:is|are) required/),
  ]);
  const contact = await run(['contacts', 'create', '--name', 'Ana']);
  expect([contact.code, errorIn(contact)['message']]).toEqual([2, expect.stringContaining('--profile-id is required')]);
});
