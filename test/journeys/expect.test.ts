/** `svc webhooks expect` in a shell script as CI runs it, against the local service, all of them processes of their own. */
import { execa } from 'execa';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY, startFrozen } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const SCRIPT = `#!/bin/sh
set -eu

account=$(svc local accounts add twitter --username northwind --jq .account._id)

echo 'it comes'
svc webhooks expect post.published --where '.post.content == "From CI"' --timeout 30s -- \\
  svc posts create 'From CI' --to "$account" --now -o lines > came.ndjson

echo 'a script of its own may be the program'
svc webhooks expect 'post.*' --count 2 -- sh -c 'svc posts create "And this" --to "$0" --now' "$account" > two.ndjson

echo 'it does not come'
code=0
svc webhooks expect post.failed --timeout 1s -- svc posts create 'Fine' --to "$account" --now > none.ndjson || code=$?
test "$code" -eq 8

echo 'the program fails'
code=0
svc webhooks expect post.published -- svc posts create 'Too much' --to nobody --now > failed.ndjson || code=$?
test "$code" -eq 2

echo 'nothing is left behind'
svc webhooks list --jq '.webhooks | length'
`;

test('a script goes on when the event came, and stops when it did not', async () => {
  const folder = await temporaryFolder();
  await startFrozen(folder);
  await mkdir(join(folder, 'bin'));
  await symlink(BINARY, join(folder, 'bin', 'svc'));
  await writeFile(join(folder, 'ci.sh'), SCRIPT);
  const env = {
    HOME: folder,
    SVC_CONFIG_DIR: join(folder, 'config'),
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    CI: 'true',
  };
  const run = await execa('sh', ['ci.sh'], { cwd: folder, env, extendEnv: false, reject: false, all: true });
  expect(run.exitCode, run.all).toBe(0);
  expect(run.stdout.trimEnd().split('\n')).toEqual([
    'it comes',
    'a script of its own may be the program',
    'it does not come',
    'the program fails',
    'nothing is left behind',
    '0',
  ]);
  expect(run.stderr).toContain('post.failed did not arrive within 1 s.');
  const came = await execa('cat', ['came.ndjson', 'two.ndjson', 'none.ndjson', 'failed.ndjson'], { cwd: folder });
  const events = came.stdout.split('\n').map((line) => JSON.parse(line) as { event: string; signature: string });
  expect(events.map(({ event }) => event)).toEqual(['post.published', 'post.platform.published', 'post.published']);
  expect(events.every(({ signature }) => signature === 'valid')).toBe(true);
}, 60_000);
