import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openClock } from '../../../src/world/clock.ts';
import { deliveryHeaders } from '../../../src/webhooks/headers.ts';
import { signatureOf } from '../../../src/webhooks/sign.ts';
import { deliver, eventText, SECRET, startListener } from '../../support/listener.ts';
import { startReceiver } from '../../support/receiver.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

/** Real time. */
const doors = { clock: openClock() };

const PUBLISHED = eventText('post.published', 'e1', { post: { id: 'p1', platforms: [{ accountId: 'a1' }] } });

describe('a stream that a script can read:', () => {
  test('ready first and without the secret, then what came, summary last; Ctrl-C ends it with 0', async () => {
    const { url, until, stop, ready } = await startListener();
    expect(ready).toMatchObject({ v: 1, type: 'ready', url, pid: process.pid, verify: 'require', forwardTo: [] });
    expect(await deliver(url, PUBLISHED)).toEqual({ status: 200, text: '{"received":true}' });
    expect(await until('event')).toMatchObject([
      { n: 1, id: 'e1', event: 'post.published', accountIds: ['a1'], signature: 'valid', arrival: 1, targets: 0 },
    ]);
    const { code, stdout } = await stop();
    expect(code).toBe(0);
    expect(stdout).not.toContain('the secret');
    const last = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as object;
    expect(last).toMatchObject({ type: 'summary', ended: 'interrupted', received: 1, events: 1, invalid: 0 });
  });

  test('numbers of the body stay as they came', async () => {
    const { url, until, stop } = await startListener();
    await deliver(url, '{"id":"e1","event":"post.published","views":12345678901234567890}');
    await until('event');
    expect((await stop()).stdout).toContain('"views":12345678901234567890');
  });

  test('with -o json it is one document', async () => {
    const folder = await temporaryFolder();
    const words = ['--max-events', '1', '--ready-file', 'ready.json'];
    const ended = svc(['webhooks', 'listen', '--verify', 'off', ...words, '-o', 'json'], { folder, doors });
    const ready = await untilThere(join(folder, 'ready.json'));
    await deliver(ready.url, PUBLISHED);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ type: 'ready' }, { type: 'event' }, { ended: 'max_events' }]);
  });

  test('SIGTERM ends it with a summary, too, and with 143', async () => {
    const { stop } = await startListener();
    const { code, stdout } = await stop('terminated');
    expect(code).toBe(143);
    expect(stdout).toMatch(/"type":"summary".*"ended":"terminated"/);
  });

  test('the first line goes to a file as soon as deliveries can come', async () => {
    const { folder, ready } = await startListener(['--ready-file', 'ready.json']);
    const told = JSON.parse(await readFile(join(folder, 'ready.json'), 'utf8')) as object;
    expect(told).toMatchObject({ type: 'ready', url: ready['url'] });
  });

  test.each([['--ready-file'], ['--record']])(
    '%s without a path, as from an unset variable, is refused',
    async (flag) => {
      const said = await svc(['webhooks', 'listen', '--verify', 'off', flag, '']);
      expect([said.code, errorIn(said)['param']]).toEqual([2, flag]);
    },
  );

  test('a folder or a device is no place for it, and is left as it was', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'kept'), 'text');
    for (const place of [folder, '/dev/null']) {
      const { code, stderr } = await svc(['webhooks', 'listen', '--verify', 'off', '--ready-file', place], { folder });
      expect([code, stderr], place).toEqual([2, expect.stringMatching(/ is a (?:folder|device), not a file\./)]);
    }
    expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('text');
  });
});

async function untilThere(path: string): Promise<{ url: string }> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text !== '') return JSON.parse(text) as { url: string };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('an end that was asked for:', () => {
  test('after an event, and 0', async () => {
    const { url, ended, of } = await startListener(['--until', 'post.*']);
    await deliver(url, eventText('account.connected', 'e0'));
    await deliver(url, PUBLISHED);
    expect((await ended).code).toBe(0);
    expect(of('summary')).toMatchObject([{ ended: 'until', events: 2 }]);
  });

  test('after so many distinct events', async () => {
    const { url, ended, of } = await startListener(['--max-events', '2']);
    await deliver(url, PUBLISHED);
    await deliver(url, PUBLISHED);
    await deliver(url, eventText('post.published', 'e2'));
    expect((await ended).code).toBe(0);
    expect(of('summary')).toMatchObject([{ ended: 'max_events', events: 2, duplicates: 1 }]);
  });

  test('after so many, and not one more that comes while the last is under way', async () => {
    const target = await startReceiver();
    target.answer('hang');
    const { url, ended, of } = await startListener(['--max-events', '1', '--forward-to', target.url]);
    const first = deliver(url, PUBLISHED);
    await target.until(1);
    expect(await deliver(url, eventText('post.published', 'e2'))).toMatchObject({ status: 503 });
    await target.close();
    await first;
    expect((await ended).code).toBe(0);
    expect(of('summary')).toMatchObject([{ ended: 'max_events', events: 1, refused: { crowded: 1 } }]);
  });

  test('when nothing comes: 0 alone, 8 when something was waited for', async () => {
    const quiet = await startListener(['--idle-timeout', '20ms']);
    expect((await quiet.ended).code).toBe(0);
    expect(quiet.of('summary')).toMatchObject([{ ended: 'idle' }]);
    const waiting = await startListener(['--idle-timeout', '20ms', '--until', 'post.published']);
    const said = await waiting.ended;
    expect(said.code).toBe(8);
    expect(errorIn(said)).toMatchObject({ code: 'pending' });
  });

  test('with 14 when a delivery was invalid and that matters', async () => {
    const strict = await startListener(['--fail-on-invalid']);
    expect(await deliver(strict.url, PUBLISHED, { secret: 'another' })).toMatchObject({ status: 401 });
    const said = await strict.stop();
    expect(said.code).toBe(14);
    expect(errorIn(said)).toMatchObject({ code: 'bad_signature', details: { invalid: 1 } });
    const warned = await startListener(['--verify', 'warn', '--fail-on-invalid']);
    expect(await deliver(warned.url, PUBLISHED, { secret: 'another' })).toMatchObject({ status: 200 });
    expect(await warned.until('event')).toMatchObject([{ signature: 'invalid', reason: 'mismatch' }]);
    expect((await warned.stop()).code).toBe(14);
    const lax = await startListener();
    await deliver(lax.url, PUBLISHED, { secret: 'another' });
    expect((await lax.stop()).code).toBe(0);
  });

  test('with 13 when the port is lost under it, never quietly', async () => {
    let breakIt: (error: Error) => void = () => undefined;
    const receive = async () => ({
      port: 4242,
      broken: new Promise<Error>((resolve) => (breakIt = resolve)),
      close: async () => undefined,
    });
    const { ended } = await startListener([], { doors: { receive } });
    breakIt(new Error('the interface is gone'));
    const said = await ended;
    expect(said.code).toBe(13);
    expect(said.stdout).toMatch(/"ended":"broken"/);
    expect(errorIn(said)['message']).toBe('The listener can no longer listen: the interface is gone.');
  });
});

describe('which events are meant:', () => {
  test('by name and pattern; others are answered 200, counted, and neither shown nor passed on', async () => {
    const target = await startReceiver();
    const { url, until, of, stop } = await startListener([
      '--events',
      'post.*,!post.external.*',
      '--events',
      'account.connected',
      '--forward-to',
      target.url,
    ]);
    for (const [at, name] of ['post.failed', 'post.external.created', 'account.connected', 'later.kind'].entries())
      expect(await deliver(url, eventText(name, `e${String(at)}`))).toMatchObject({ status: 200 });
    await until('response', 2);
    expect(target.names()).toEqual(['post.failed', 'account.connected']);
    await stop();
    expect(of('summary')).toMatchObject([{ received: 4, events: 2, filtered: 2, forwarded: 2 }]);
  });

  test('a name of a later version is taken when it comes', async () => {
    const { url, until } = await startListener();
    await deliver(url, eventText('later.kind', 'e1'));
    expect(await until('event')).toMatchObject([{ event: 'later.kind' }]);
  });

  test('by what jq makes of the body; what it does not fit is not meant', async () => {
    const { url, until, stop, of } = await startListener(['--jq', '.post.platforms[] | select(.accountId == "a1")']);
    await deliver(url, eventText('account.connected', 'e0'));
    await deliver(url, eventText('post.failed', 'e2', { post: { platforms: 7 } }));
    await deliver(url, PUBLISHED);
    expect(await until('event')).toMatchObject([{ id: 'e1' }]);
    await stop();
    expect(of('summary')).toMatchObject([{ filtered: 2 }]);
  });

  test('by account', async () => {
    const account = '6507aa0280921d60f70a1cd1';
    const { url, until } = await startListener(['--account', account]);
    await deliver(url, PUBLISHED);
    await deliver(url, eventText('post.failed', 'e2', { post: { platforms: [{ accountId: account }] } }));
    expect(await until('event')).toMatchObject([{ id: 'e2' }]);
  });
});

describe('words that cannot be are refused before the port is opened:', () => {
  const off = ['--verify', 'off'];
  test.each([
    [['--events', 'post.publishd', ...off], /post\.publishd/, 'Did you mean post.published?'],
    [['--events', 'psot.*', ...off], /psot/, 'Did you mean post.*?'],
    [['--until', 'nothing.*', ...off], /nothing/, undefined],
    [['--route', 'post.*', ...off], /--route takes/, undefined],
    [['--route', 'pots.*=3000', ...off], /pots/, 'Did you mean post.*?'],
    [['--forward-to', 'ftp://x/', ...off], /--forward-to/, undefined],
    [['--concurrency', '0', ...off], /--concurrency/, undefined],
    [['--port', '70000', ...off], /--port/, undefined],
    [['--path', 'hook', ...off], /--path/, undefined],
    [['--max-events', '0', ...off], /--max-events/, undefined],
    [['--since', '2h', ...off], /--since/, undefined],
    [['--webhook-id', '65c3d4e5f60718293a4b5c6d', ...off], /--webhook-id/, undefined],
    [['--insecure', ...off], /--insecure/, undefined],
    [['--cacert', 'package.json', '--forward-to', '1', ...off], /package\.json/, undefined],
    [['--public-url', 'x.example', ...off], /--public-url/, undefined],
    [['--ready-fd', '0', ...off], /--ready-fd/, undefined],
    [['--jq', '.[', ...off], /jq/, undefined],
    [['--secret-env', 'NOWHERE'], /NOWHERE/, undefined],
    [[], /No secret is known/, undefined],
    [['--verify', 'warn'], /No secret is known/, undefined],
  ])('%j', async (words, message, hint) => {
    const said = await svc(['webhooks', 'listen', ...words]);
    expect(said.code, said.stderr).toBe(2);
    expect(said.stdout).toBe('');
    expect(errorIn(said)['message']).toMatch(message);
    if (hint !== undefined) expect(errorIn(said)['hint']).toBe(hint);
  });

  test('a target that is the listener itself', async () => {
    const { port } = await startListener();
    const said = await svc(['webhooks', 'listen', '--verify', 'off', '--port', String(port)]);
    expect(said.code).toBe(1);
    expect(errorIn(said)).toMatchObject({ code: 'port_taken' });
  });
});

describe('on a terminal', () => {
  test('an event is one aligned line, and what comes from outside cannot leave it', async () => {
    const folder = await temporaryFolder();
    const target = await startReceiver();
    const words = ['--forward-to', target.url, '--verify', 'off', '--ready-file', 'ready.json', '--max-events', '2'];
    const ended = svc(['webhooks', 'listen', ...words], { folder, terminal: 200, doors });
    const { url } = await untilThere(join(folder, 'ready.json'));
    await deliver(url, PUBLISHED);
    await deliver(url, eventText('evil\u001b[2J\r\nfaked  line', 'e2'));
    const { stdout } = await ended;
    const rows = stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(5);
    expect(rows[1]).toBe('Signatures are not checked.');
    expect(rows[0]).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\/ → /);
    expect(rows[2]).toMatch(/^\d\d:\d\d:\d\d {2}post\.published {12,}a1 {20,}unchecked {2}http:\S+ +200 +\d+ ms$/);
    expect(rows[3]).toMatch(/^\d\d:\d\d:\d\d {2}evil \[2J faked line/);
    expect(rows[4]).toBe('2 events, 2 passed on.');
    expect(stdout).not.toContain('\u001b');
  });
});

test('who comes by a tunnel is let in under its name, and told of it under another', async () => {
  const { url, until } = await startListener(['--public-url', 'https://hooks.example.com/in']);
  const under = (host: string) => deliver(url, PUBLISHED, { headers: { host } });
  expect(await under('hooks.example.com')).toMatchObject({ status: 200 });
  for (let times = 0; times < 2; times += 1) expect(await under('other.example.com')).toMatchObject({ status: 421 });
  await until('refused', 2);
  expect(await until('warning')).toMatchObject([
    { message: 'Requests for other.example.com are refused; set a tunnel with --public-url.' },
  ]);
});

test('a local service that does not run is told as that', async () => {
  const folder = await temporaryFolder();
  const env = { SVC_CONFIG_DIR: join(folder, 'config') };
  const words = ['context', 'create', 'here', '--base-url', 'http://127.0.0.1:9'];
  await svc(words, { folder, env });
  const said = await svc(['webhooks', 'listen', '--context', 'here'], { folder, env });
  expect(said.code).toBe(4);
  expect(errorIn(said)).toMatchObject({ code: 'no_credential' });
});

test('a secret may lie in a file; one of several is enough', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'secret.txt'), 'of the file\n', { mode: 0o600 });
  const { url, until } = await startListener(['--secret-file', 'secret.txt'], { folder });
  await deliver(url, PUBLISHED, { secret: 'of the file' });
  await deliver(url, eventText('post.failed', 'e2'));
  expect(await until('event', 2)).toMatchObject([{ signature: 'valid' }, { signature: 'valid' }]);
});

test('WHK-50 an invalid delivery is told with its cause, and never passed on', async () => {
  const target = await startReceiver();
  const { url, until, stop, of } = await startListener(['--forward-to', target.url]);
  expect(await deliver(url, PUBLISHED, { secret: `the secret of the endpoint\n` })).toMatchObject({ status: 401 });
  expect(await until('invalid')).toMatchObject([{ reason: 'secret_without_blank', event: 'post.published', id: 'e1' }]);
  await stop();
  expect(target.arrived).toEqual([]);
  expect(of('summary')).toMatchObject([{ invalid: 1, received: 0, forwarded: 0 }]);
});

test('WHK-50 deliveries with another prefix are verified, and the setting that stores it is said once', async () => {
  const { url, until, of, stop } = await startListener();
  const labels = (id: string, secret: string) => {
    const text = eventText('post.published', id);
    const headers = deliveryHeaders({ event: 'post.published', id, signature: signatureOf(text, secret) }, ACME);
    return [text, headers] as const;
  };
  for (const id of ['e1', 'e2']) {
    const [text, headers] = labels(id, SECRET);
    expect(await sentWith(url, headers, text)).toBe(200);
  }
  const [forged, headers] = labels('e3', 'guessed');
  expect(await sentWith(url, headers, forged)).toBe(401);
  expect(await until('event', 2)).toMatchObject([{ signature: 'valid' }, { signature: 'valid' }]);
  expect(await until('invalid')).toMatchObject([{ id: 'e3', event: 'post.published', reason: 'mismatch' }]);
  await stop();
  expect(of('warning')).toMatchObject([
    { message: expect.stringContaining('`svc config set headerPrefix X-Acme`') as string },
  ]);
});

const ACME = { current: 'Acme', legacy: 'Old-Brand' };

test('WHK-48 the prefixes of the headers are those of the context', async () => {
  const folder = await temporaryFolder();
  const env = { SVC_CONFIG_DIR: join(folder, 'config') };
  await svc(
    [
      'context',
      'create',
      'acme',
      '--base-url',
      'https://api.acme.example',
      '--header-prefix',
      'Acme',
      '--legacy-header-prefix',
      'X-Old',
    ],
    {
      folder,
      env,
    },
  );
  const { url, until } = await startListener(['--context', 'acme'], { folder, env });
  const said = async (...names: string[]): Promise<unknown> => {
    const headers = Object.fromEntries(names.map((name) => [name, signatureOf(PUBLISHED, SECRET)]));
    const labels = { 'x-acme-event': 'post.published', 'content-type': 'application/json' };
    return sentWith(url, { ...headers, ...labels });
  };
  expect(await said('X-Acme-Signature')).toBe(200);
  expect(await said('X-Old-Signature')).toBe(200);
  expect(await said('X-Service-Signature')).toBe(401);
  expect(await said('X-Legacy-Signature')).toBe(401);
  expect(await until('invalid', 2)).toMatchObject([{ reason: 'no_header' }, { reason: 'no_header' }]);
});

const sentWith = async (url: string, headers: Readonly<Record<string, string>>, body = PUBLISHED): Promise<number> =>
  (await fetch(url, { method: 'POST', headers, body })).status;
