/** `svc connect url --wait` as a process in a pipe: its page on stderr, its result alone on stdout, its end on Ctrl-C. */
import { expect, test } from 'vitest';
import { execa } from 'execa';
import { BINARY } from '../support/process.ts';
import { startService } from '../support/service.ts';

async function waiting(words: readonly string[]) {
  const service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const argv = ['connect', ...words, '--profile-id', await service.profileId(), '--wait', '-o', 'json'];
  const child = execa(process.execPath, [BINARY, ...argv], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SVC_BASE_URL: url,
      SVC_API_KEY: service.service.apiKey,
      CI: 'true',
    },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  });
  return { ...service, child };
}

type Waiting = Awaited<ReturnType<typeof waiting>>;

/** The word after the text, once the process has said it on stderr. */
async function said({ child }: Waiting, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr) {
    text += String(chunk);
    const [, word] = pattern.exec(text) ?? [];
    if (word !== undefined) return word;
  }
  throw new Error(`It ended with: ${text}`);
}

test('AUTH-17 approved elsewhere, it ends with the account as one document', async () => {
  const at = await waiting(['url', 'bluesky']);
  const state = await said(at, /\/connect\/([0-9a-f]{24})\n/);
  await at.control('POST', `/_local/connect/${state}`, { decision: 'approve', username: 'a.example' });
  const { exitCode, stdout } = await at.child;
  expect([exitCode, JSON.parse(String(stdout))]).toMatchObject([0, { connected: 'bluesky', username: 'a.example' }]);
});

test.each([
  ['url bluesky', /\/connect\/([0-9a-f]{24})\n/],
  ['telegram start', /Send the code ([0-9a-f]{24}) there/],
])('Ctrl-C ends the wait of connect %s with 130 and no result', async (words, pattern) => {
  const at = await waiting(words.split(' '));
  await said(at, pattern);
  at.child.kill('SIGINT');
  const { exitCode, stdout } = await at.child;
  expect([exitCode, stdout]).toEqual([130, '']);
});
