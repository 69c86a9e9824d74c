/** `svc calls web`: a session is dialled with until it expires, and for no call that would outlive it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService, type Json } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const EXPIRY = '2026-01-05T10:00:00.000Z';

/** A team with a number that calls, and the command line in its local context: the clock that counts is that of the service. */
async function scene() {
  const [dataDir, folder] = [await temporaryFolder(), await temporaryFolder()];
  const under = await startService({ dataDir });
  const { api, control, advance, service } = under;
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const body = { profileId: await under.profileId(), country: 'US' };
  const bought = (await api('POST', '/v1/phone-numbers/purchase', { body })).body['phoneNumber'];
  await advance(30);
  await api('POST', `/v1/phone-numbers/${String(bought?.['id'])}/voice`, { body: {} });
  await mkdir(join(folder, 'config'), { recursive: true });
  const settings = { currentContext: 'local', contexts: { local: { baseUrl: url, dataDir } } };
  await writeFile(join(folder, 'config', 'settings.json'), JSON.stringify(settings));
  const env = { SVC_API_KEY: service.apiKey };
  const run = (...words: string[]) => svc(['calls', 'web', ...words, '--yes', '-o', 'json'], { env, folder });
  const start = async () => JSON.parse((await run('start')).stdout) as { credentialId: string; expiresAt: string };
  const dial = (id: string, ...more: string[]) => run('dial', '--to', '+12025550198', '--credential-id', id, ...more);
  const asked = async () =>
    (await control<{ requests: Json[] }>('GET', '/_local/requests?operation=dialVoiceWebCall')).body.requests.length;
  return { ...under, start, dial, asked };
}

test('VOI-25 a session that has expired by the clock of the service is refused before any call', async () => {
  const { start, dial, asked, advance } = await scene();
  const { credentialId, expiresAt } = await start();
  expect((await dial(credentialId)).code).toBe(0);
  expect(await asked()).toBe(1);
  await advance(3_599);
  expect((await dial(credentialId)).code).toBe(0);
  await advance(1);
  const said = await dial(credentialId);
  expect([said.code, errorIn(said)]).toMatchObject([
    2,
    {
      code: 'usage',
      message: `The browser session expired at ${expiresAt}.`,
      param: '--credential-id',
      hint: expect.stringContaining('`svc calls web start`'),
    },
  ]);
  expect(await asked()).toBe(2);
  expect((await dial((await start()).credentialId)).code).toBe(0);
});

test('VOI-25 a session that would expire during the call is refused', async () => {
  const { start, dial, asked, advance } = await scene();
  const { credentialId, expiresAt } = await start();
  await advance(1_800);
  const said = await dial(credentialId, '--minutes', '31');
  expect([said.code, errorIn(said)['message']]).toEqual([
    2,
    `The browser session expires at ${expiresAt}, before a call of 31 minutes is over.`,
  ]);
  expect(await asked()).toBe(0);
  expect((await dial(credentialId, '--minutes', '30')).code).toBe(0);
  expect((await dial(credentialId, '--minutes', '-1')).code).toBe(2);
});

test('VOI-25 the time of a session that was started elsewhere is typed, and the service refuses what nobody knew', async () => {
  const { api, dial, asked, advance } = await scene();
  const { credentialId, expiresAt } = (await api('POST', '/v1/voice/calls/web')).body;
  const id = String(credentialId);
  expect(errorIn(await dial(id, '--minutes', '5'))).toMatchObject({ code: 'usage', param: '--minutes' });
  expect((await dial(id, '--minutes', '5', '--expires-at', String(expiresAt))).code).toBe(0);
  expect((await dial(id, '--expires-at', 'soon')).code).toBe(2);
  expect((await dial(id, '--expires-at', EXPIRY, '--dry-run')).code).toBe(0);
  await advance(3_600);
  expect((await dial(id, '--expires-at', String(expiresAt))).code).toBe(2);
  expect(await asked()).toBe(1);
  const refused = await dial(id);
  expect([refused.code, errorIn(refused)]).toMatchObject([3, { status: 422, param: 'credentialId' }]);
  expect(await asked()).toBe(2);
});
