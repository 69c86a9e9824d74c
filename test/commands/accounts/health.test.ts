/** What `svc accounts health` and `svc accounts check` say on a terminal about an account that needs reconnecting. */
import { expect, test } from 'vitest';
import { startService, TEST_NOW } from '../../support/service.ts';
import { svc } from '../../support/svc.ts';

const LOST = '6595c19b335d9d7a71df0776';
const COMMAND =
  'To reconnect harborbooks (Pinterest):\n' +
  '  svc connect url pinterest --profile-id 65dec29c8912b3ab34925516 --wait\n';

async function ready() {
  const { service } = await startService({ seedPack: 'demo' });
  const { url, apiKey } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: apiKey, NO_COLOR: '1' };
  return (words: readonly string[], terminal?: number) =>
    svc(words, { env, now: TEST_NOW, ...(terminal !== undefined && { terminal }) });
}

test.each([[['accounts', 'health']], [['accounts', 'check', LOST]]])(
  '%j names the command that reconnects the account, below what it shows',
  async (words) => {
    const run = await ready();
    const said = await run(words, 80);
    expect(said).toMatchObject({ code: 0, stderr: COMMAND });
    expect(said.stdout).toContain('harborbooks');
    expect((await run([...words, '--quiet'], 80)).stderr).toBe('');
  },
);

test.each([
  ['a healthy account', ['accounts', 'check', 'twitter'], 80],
  ['accounts that are all well', ['accounts', 'health', '--platform', 'twitter'], 80],
  ['a pipe', ['accounts', 'health'], undefined],
])('%s has no such line', async (_case, words, terminal) => {
  const run = await ready();
  const said = await run(words, terminal);
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).not.toBe('');
});
