/** Key and address from the environment, as on a build machine: the built binary leaves no file behind. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../support/process.ts';
import { binary } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const COMMANDS = [
  ['accounts', 'list'],
  ['profiles', 'list', '--all'],
  ['posts', 'list', '-o', 'csv'],
  ['posts', 'create', 'hello', '--draft'],
  ['api', 'GET', '/v1/profiles'],
  ['api', 'search', 'posts'],
  ['whoami'],
  ['auth', 'status'],
  ['webhooks', 'list', '--jq', '.'],
  ['commands'],
  ['doctor'],
  ['config', 'list'],
  ['posts', 'create', '--help'],
  ['__complete', 'bash'],
];

test('no command writes a file into home or temporary folder', async () => {
  const { url, apiKey } = await startProcess(await temporaryFolder());
  const folder = await temporaryFolder();
  for (const name of ['home', 'tmp']) mkdirSync(join(folder, name));
  const env = { HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp'), SVC_BASE_URL: url, SVC_API_KEY: apiKey };
  for (const argv of COMMANDS) {
    await binary(argv, { env });
    expect(readdirSync(folder, { recursive: true }), argv.join(' ')).toEqual(['home', 'tmp']);
  }
  const { stdout } = await binary(['accounts', 'list'], { env });
  expect(JSON.parse(stdout)).toHaveProperty('accounts');
});
