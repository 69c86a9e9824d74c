/** A name that others could make lead here is refused at every address, whatever the method, before anything is looked at. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { addressesOf } from '../../../src/service/addresses.ts';
import { operationsOf } from '../../../src/service/operations.ts';
import { startService, type ServiceUnderTest } from '../../support/service.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const UNKNOWN = [
  '/v1/nowhere',
  '/api/v1/profiles',
  '/_local/nowhere',
  '/nowhere',
  '/mcp',
  '/mcp/',
  '/favicon.ico',
  '//',
];

/** Every address there is, with something in its places. */
function addressesIn({ service }: ServiceUnderTest): string[] {
  const operations = operationsOf(openCatalog('dist/cards'), service.desk);
  const tools = async () => Promise.reject(new Error('Nobody comes so far.'));
  const { served, raw } = addressesOf(service.parts, { operations, tools });
  const paths = [...served, ...raw].map(({ path }) => path.replace(/\{[^}]+\}|:\w+|\*/g, '0123456789abcdef01234567'));
  return [...new Set([...paths, ...UNKNOWN])];
}

test('every address refuses it with every method, with and without a key', async () => {
  const at = await startService();
  const addresses = addressesIn(at);
  expect(addresses.length).toBeGreaterThan(500);
  for (const path of addresses)
    for (const method of METHODS) {
      const key = method === 'GET' ? at.service.apiKey : null;
      const { status, body } = await at.api(method, path, { key, headers: { host: 'evil.example' } });
      expect([status, method === 'HEAD' ? undefined : body?.code], `${method} ${path}`).toEqual([
        403,
        method === 'HEAD' ? undefined : 'insufficient_permissions',
      ]);
    }
});

test('an upgrade is refused, and so is an address in the request line; nothing of a body is read', async () => {
  const { service } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const said = (head: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(head));
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
  const upgrade = 'Connection: close, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  expect(await said(`GET / HTTP/1.1\r\nHost: evil.example\r\n${upgrade}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
  expect(await said('GET /_local/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')).toMatch(/ 403 /);
  expect(
    await said('GET http://localhost/_local/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
  ).toMatch(/ 403 /);
});

test('a service beyond this machine answers under its own name, and not under others', async () => {
  const { api } = await startService({ isPublic: true, host: 'box.lan' });
  const status = async (host: string) => (await api('GET', '/v1/profiles', { headers: { host } })).status;
  expect([await status('box.lan:4010'), await status('svc:4010'), await status('evil.example')]).toEqual([
    200, 200, 403,
  ]);
});
