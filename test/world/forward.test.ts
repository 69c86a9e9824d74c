import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForwarder, type ForwarderOptions, type Passing } from '../../src/world/forward.ts';
import { startReceiver } from '../support/receiver.ts';
import { temporaryFolder } from '../support/temp.ts';

function forwarder(options: Partial<ForwarderOptions> = {}, env: Readonly<Record<string, string>> = {}) {
  const opened = openForwarder(env, { connections: 4, ...options });
  onTestFinished(opened.close);
  return (url: string, more: Partial<Passing> = {}) =>
    opened.pass({
      url,
      method: 'POST',
      headers: [['content-type', 'application/json']],
      body: Buffer.from('{}'),
      timeoutMs: 5_000,
      signal: new AbortController().signal,
      ...more,
    });
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a delivery is passed on', () => {
  test('with its bytes and headers, doubles included', async () => {
    const target = await startReceiver();
    const headers = [
      ['X-A', '1'],
      ['x-a', '2'],
      ['X-Latin', 'caf\u00e9'],
    ] as const;
    const body = Buffer.from('{"text":"caf\u00e9 \u{1f305}"}');
    expect(await forwarder()(target.url, { headers, body })).toMatchObject({ status: 200, contentType: 'text/plain' });
    const [came] = target.arrived;
    expect(came?.body).toEqual(body);
    expect(came?.rawHeaders.filter(([name]) => /^x-/i.test(name))).toEqual(headers.map((pair) => [...pair]));
  });

  test('and the beginning of the answer comes back, however long it is', async () => {
    const server = createServer((_, answer) => {
      const timer = setInterval(() => answer.write(Buffer.alloc(128 * 1024, 'a')), 0);
      answer.on('close', () => clearInterval(timer));
    });
    const port = await listening(server);
    const passed = await forwarder()(`http://127.0.0.1:${String(port)}/`);
    expect(passed.status).toBe(200);
    expect('body' in passed && passed.body.length).toBe(64 * 1024);
  });

  test('loopback never goes through a proxy; elsewhere the one of the environment is asked', async () => {
    const target = await startReceiver();
    const proxied: string[] = [];
    const proxy = createServer((request, answer) => {
      proxied.push(request.url ?? '');
      answer.end('of the proxy');
    });
    const env = { HTTP_PROXY: `http://127.0.0.1:${String(await listening(proxy))}` };
    const pass = forwarder({}, env);
    expect(await pass(target.url)).toMatchObject({ status: 200 });
    expect(await pass('http://hooks.example.com/in')).toMatchObject({ status: 200 });
    expect(target.arrived).toHaveLength(1);
    expect(proxied).toEqual(['http://hooks.example.com/in']);
  });
});

describe('no answer is told in a sentence:', () => {
  test('nobody listens, it timed out, it is cut off, it was stopped', async () => {
    const pass = forwarder();
    const target = await startReceiver();
    target.answer('hang');
    const late = await pass(target.url, { timeoutMs: 30 });
    expect(late).toMatchObject({ sentence: 'No response within 0.03 s.' });
    const stopped = AbortSignal.abort();
    expect(await pass(target.url, { signal: stopped })).toMatchObject({
      sentence: 'Stopped before the response arrived.',
    });
    target.answer('reset');
    const reset = await pass(target.url);
    expect('sentence' in reset && reset.sentence).toMatch(/^No response: /);
    await target.close();
    const nobody = await pass(target.url);
    expect('sentence' in nobody && nobody.sentence).toMatch(/^Nothing is listening there: /);
  });

  test.each(['http://169.254.169.254/latest/meta-data', 'http://[fd00:ec2::254]/'])(
    'nothing is sent where clouds keep their secrets: %s',
    async (url) => {
      const passed = await forwarder()(url);
      expect('sentence' in passed && passed.sentence).toMatch(/^Nothing is sent to the address /);
    },
  );
});

test('a certificate that nobody vouches for is refused, unless its authority is given or nobody minds', async () => {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  // prettier-ignore
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' });
  const pem = readFileSync(cert, 'utf8');
  const server = createSecureServer({ key: readFileSync(key), cert: pem }, (_, answer) => answer.end('ok'));
  const url = `https://localhost:${String(await listening(server))}/`;
  expect(await forwarder()(url)).toHaveProperty('sentence');
  expect(await forwarder({ authorities: pem })(url)).toMatchObject({ status: 200 });
  expect(await forwarder({ insecure: true })(url)).toMatchObject({ status: 200 });
});
