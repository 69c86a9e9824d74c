/** A listener in a real terminal beside a local service: what a post causes shows line by line, and keys steer it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY, startProcess } from '../support/process.ts';
import { binary } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';
import { openTerminal } from '../support/terminal.ts';

test('svc webhooks listen in one terminal shows what svc posts create causes in another; d, r and q do as they say', async () => {
  const folder = await temporaryFolder();
  await startProcess(folder);
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') };
  const terminal = openTerminal('bash --norc --noprofile -i', { ...env, TERM: 'xterm', LANG: 'C.UTF-8', PS1: '> ' });
  terminal.type(`stty cols 150; '${process.execPath}' '${BINARY}' webhooks listen --exec 'wc -c >&2'\n`);
  await terminal.see(/Listening on http:\/\/127\.0\.0\.1:\d+\/\s/);
  await terminal.see(/endpoint svc-listen-\S+-\d+\./);
  await terminal.see(/d details of the latest event, r resend it, q quit/);

  expect((await binary(['posts', 'create', 'hi', '--to', 'twitter', '--now'], { env })).code).toBe(0);
  await terminal.see(/\d\d:\d\d:\d\d {2}post\.published {2,}[0-9a-f]{24} {2}signed {2,}exec +exit 0 +\d+ ms/);
  terminal.type('d');
  await terminal.see(/"content": "hi"/);
  terminal.type('r');
  await terminal.see(/post\.\S+ {2,}[0-9a-f]{24} {2}signed {2,}exec +exit 0/);
  terminal.type('q');
  await terminal.see(/2 events, 3 passed on\./);
  terminal.type('echo "CO""DE:$?"\n');
  await terminal.see(/CODE:0/);
  const { stdout } = await binary(['webhooks', 'list', '--jq', '.webhooks[].name'], { env });
  expect(stdout).not.toContain('svc-listen');
}, 60_000);
