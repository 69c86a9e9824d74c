/** `analytics.synced` is only a trigger: a listener that runs a script for it reads on from where it left off. */
import { execa } from 'execa';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY, startFrozen } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const FOLLOW = `#!/bin/sh
set -eu
cursor=$(cat cursor 2>/dev/null || true)
echo "$SVC_EVENT from \${cursor:-the beginning}" >> asked
svc analytics delta \${cursor:+--cursor "$cursor"} --jq .nextCursor > next
mv next cursor
cat cursor >> answered
`;

interface Logged {
  readonly method: string;
  readonly path: string;
}

test('EVT-99 each analytics.synced is followed by one read of the delta, from the cursor of the one before', async () => {
  const folder = await temporaryFolder();
  const { url, controlKey } = await startFrozen(folder);
  const headers = { authorization: `Bearer ${controlKey}`, 'content-type': 'application/json' };
  const steer = async (path: string, body: object) => {
    const answer = await fetch(`${url}/_local/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBeLessThan(300);
  };
  await steer('accounts', { platform: 'instagram' });
  await mkdir(join(folder, 'bin'));
  await symlink(BINARY, join(folder, 'bin', 'svc'));
  await writeFile(join(folder, 'follow.sh'), FOLLOW);
  await chmod(join(folder, 'follow.sh'), 0o700);
  const env = {
    HOME: folder,
    SVC_CONFIG_DIR: join(folder, 'config'),
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
  };
  const words = ['webhooks', 'listen', '--events', 'analytics.synced', '--ordered', '--exec', './follow.sh'];
  const listener = execa(process.execPath, [BINARY, ...words, '--max-events', '2', '-o', 'ndjson'], {
    cwd: folder,
    env,
    extendEnv: false,
  });
  const lines = listener[Symbol.asyncIterator]();
  expect((await lines.next()).value).toContain('"type":"ready"');
  await steer('clock/advance', { seconds: 3_600 });
  await steer('accounts', { platform: 'discord' });
  await steer('clock/advance', { seconds: 3_600 });
  for (let line = await lines.next(); line.done !== true;) line = await lines.next();
  await listener;
  const linesOf = async (name: string) => (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
  const [first, ...more] = await linesOf('answered');
  expect(more).toHaveLength(1);
  expect(await linesOf('asked')).toEqual([
    'analytics.synced from the beginning',
    `analytics.synced from ${first ?? ''}`,
  ]);
  const answer = await fetch(`${url}/_local/requests?limit=50`, { headers });
  const { requests } = (await answer.json()) as { requests: Logged[] };
  const reads = requests.filter(({ path }) => path.includes('/analytics/delta'));
  expect(reads).toHaveLength(2);
}, 60_000);
