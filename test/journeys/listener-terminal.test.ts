/** A listener in a real terminal beside a local service: what a post causes shows line by line, and keys steer it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { deliver, eventText } from '../support/listener.ts';
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

test('a reader who has gone ends it, with nothing left to say; --ready-fd tells another one when to begin', async () => {
  const folder = await temporaryFolder();
  const line = `"$0" "$1" webhooks listen --verify off --ready-fd 3 | head -1`;
  const child = spawn('sh', ['-c', line, process.execPath, BINARY], {
    env: { PATH: process.env['PATH'], HOME: folder, SVC_CONFIG_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const pipes = { open: true };
  const said = Promise.all([text(child.stdout as Readable), text(child.stderr as Readable)]).finally(() => {
    pipes.open = false;
  });
  const [ready] = (await once(child.stdio[3] as Readable, 'data')) as [Buffer];
  const { url } = JSON.parse(ready.toString()) as { url: string };
  // The first one that is written after the reader has gone ends it; a slow reader lets several pass.
  for (let at = 1; pipes.open; at += 1)
    await deliver(url, eventText('post.published', `e${at}`)).catch(() => undefined);
  const [stdout, stderr] = await said;
  expect(JSON.parse(stdout)).toMatchObject({ type: 'ready', url });
  expect(stderr).toBe('');
}, 60_000);
