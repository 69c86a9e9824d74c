/** Targets of a listener, each with its own headers, secret, certificates and time limit. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { deliver, eventText, SECRET, startListener } from '../support/listener.ts';
import { startReceiver } from '../support/receiver.ts';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const PUBLISHED = eventText('post.published', 'e1');

test('each target gets its headers, and the signature of its secret in place of the one that came', async () => {
  const folder = await temporaryFolder();
  const [one, other, rest] = [await startReceiver(), await startReceiver(), await startReceiver()];
  const routes = [
    {
      events: 'post.*',
      to: one.url,
      headers: { 'X-Tenant': 'acme', Authorization: 'Bearer of the app' },
      secretEnv: 'OTHER',
    },
    { events: ['post.published', 'message.*'], to: other.url },
  ];
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(routes));
  const { url, until, ready } = await startListener(['--routes', 'routes.json', '--forward-to', rest.url], {
    folder,
    env: { OTHER: 'the other secret' },
  });
  expect(ready['forwardTo']).toEqual([one.url, other.url, rest.url]);
  await deliver(url, PUBLISHED);
  await until('response', 2);
  const body = Buffer.from(PUBLISHED);
  expect(one.arrived[0]?.headers).toMatchObject({
    'x-tenant': 'acme',
    authorization: 'Bearer of the app',
    'x-service-event-id': 'e1',
    'x-service-signature': signatureOf(body, 'the other secret'),
  });
  const names = one.arrived[0]?.rawHeaders.map(([name]) => name.toLowerCase()) ?? [];
  expect(new Set(names).size).toBe(names.length);
  expect(other.arrived[0]?.headers['x-service-signature']).toBe(signatureOf(body, SECRET));
  expect(other.arrived[0]?.headers).not.toHaveProperty('x-tenant');
  expect(rest.arrived).toEqual([]);
});

test('a target with a certificate of its own authority is trusted, and no other is', async () => {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  // prettier-ignore
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, answer) => answer.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const secure = `https://localhost:${String((server.address() as AddressInfo).port)}`;
  writeFileSync(
    join(folder, 'routes.yaml'),
    `- { events: post.*, to: ${secure}/trusted, cacert: ${cert} }\n- { events: post.*, to: ${secure}/unknown }\n`,
  );
  const { url, until } = await startListener(['--routes', 'routes.yaml'], { folder });
  await deliver(url, PUBLISHED);
  const responses = await until('response', 2);
  expect(Object.fromEntries(responses.map(({ to, ok }) => [String(to).split('/').at(-1), ok]))).toEqual({
    trusted: true,
    unknown: false,
  });
});

test('a target has its own time limit', async () => {
  const folder = await temporaryFolder();
  const slow = await startReceiver();
  slow.answer('hang');
  writeFileSync(join(folder, 'routes.yaml'), `- { events: '*', to: ${slow.url}, timeout: 200ms }\n`);
  const { url, until } = await startListener(['--routes', 'routes.yaml', '--ack', 'now'], { folder });
  await deliver(url, PUBLISHED);
  expect(await until('response')).toMatchObject([{ ok: false, status: null }]);
});

test.each([
  ['post.*', 'is not a list of routes'],
  ['- [post.*]', 'has no fields in route 1'],
  ['- { to: 3000 }', 'has no events in route 1'],
  ['- { events: post.* }', 'has no target `to` in route 1'],
  ['- { events: post.*, to: 3000 }\n- { events: a.*, to: 3000 }', 'names http://localhost:3000/ twice'],
  ['- { events: post.*, to: 3000, header: x }', 'has an unknown field `header` in route 1'],
  ['- { events: post.*, to: 3000, headers: { X-Service-Event: x } }', 'This header is set by deliveries'],
  ['- { events: post.*, to: 3000, secretEnv: A, secretName: b }', 'has more than one secret in route 1'],
])('%j is refused before the port is opened', async (text, sentence) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'routes.yaml'), text);
  const said = await svc(['webhooks', 'listen', '--verify', 'off', '--routes', 'routes.yaml'], { folder });
  expect(errorIn(said)).toMatchObject({ exit: 2, param: '--routes', message: expect.stringContaining(sentence) });
});
