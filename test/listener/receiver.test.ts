import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openReceiver,
  type Delivery,
  type Invalid,
  type ReceiverOptions,
  type Refused,
} from '../../src/listener/receiver.ts';
import { deliveryHeaders } from '../../src/webhooks/headers.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { testWorld, TEST_WORLD_NOW } from '../support/world.ts';

const SECRET = 'a secret of some length';
const BODY = '{ "id": "e1",\n "event": "post.published", "text": "caf\u00e9" }';

async function receiver(options: Partial<ReceiverOptions> = {}) {
  const came = { deliveries: [] as Delivery[], invalid: [] as Invalid[], refused: [] as Refused[] };
  const { url, port, close, broken } = await openReceiver(testWorld().world, {
    mode: 'require',
    secrets: [{ name: 'own', secret: SECRET }],
    onDelivery: async (delivery) => void came.deliveries.push(delivery),
    onInvalid: async (invalid) => void came.invalid.push(invalid),
    onRefused: (refused) => came.refused.push(refused),
    ...options,
  });
  onTestFinished(close);
  return { ...came, url, port, broken };
}

interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  readonly path?: string;
}

const signed = (body: string | Buffer = BODY, secret = SECRET) =>
  deliveryHeaders({ event: 'post.published', id: 'e1', signature: signatureOf(body, secret) });

function send(port: number, { method = 'POST', headers = signed(), body = BODY, path = '/' }: Sending = {}) {
  return new Promise<{ status: number; text: string; headers: object }>((resolve, reject) => {
    const asked = httpRequest({ port, host: '127.0.0.1', method, path, headers: headers as Record<string, string> });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString(), headers: answer.headers }),
      );
    });
    asked.end(['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : body);
  });
}

/** Everything that is answered to these bytes. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.on('data', (piece) => (said += piece.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
  });
}

describe('a delivery', () => {
  test('WHK-49 is verified over its bytes before they are parsed, and handed on as it came', async () => {
    const { port, deliveries, url } = await receiver();
    expect(url).toBe(`http://127.0.0.1:${String(port)}/`);
    expect(await send(port, { path: '/a?b=c' })).toMatchObject({ status: 200, text: '{"received":true}' });
    expect(deliveries).toMatchObject([
      { at: TEST_WORLD_NOW, target: '/a?b=c', signature: 'valid', secretName: 'own', envelope: { id: 'e1' } },
    ]);
    expect(Buffer.from(deliveries[0]?.body ?? [])).toEqual(Buffer.from(BODY));
    expect(deliveries[0]?.headers).toContainEqual(['X-Service-Event', 'post.published']);
  });

  test('WHK-50 whose signature does not match is answered 401 and not handed on; the answer says no more than the reason', async () => {
    const { port, deliveries, invalid } = await receiver();
    const tampered = BODY.replace('caf', 'tea');
    expect(await send(port, { body: tampered })).toMatchObject({ status: 401, text: 'mismatch\n' });
    expect(await send(port, { headers: { 'content-type': 'application/json' } })).toMatchObject({
      status: 401,
      text: 'no_header\n',
    });
    expect(deliveries).toEqual([]);
    expect(invalid).toMatchObject([
      { problem: { reason: 'mismatch' }, event: 'post.published', id: 'e1' },
      { problem: { reason: 'no_header' } },
    ]);
  });

  test('WHK-48 is taken under the alias of the headers alone', async () => {
    const { port } = await receiver();
    const aliases = Object.entries(signed()).filter(([name]) => !name.startsWith('X-Service'));
    expect(await send(port, { headers: Object.fromEntries(aliases) })).toMatchObject({ status: 200 });
  });

  test('with two signatures, or with labels that contradict the body, is invalid', async () => {
    const { port, invalid, deliveries } = await receiver();
    const signature = signatureOf(BODY, SECRET);
    await send(port, { headers: { ...signed(), 'X-Service-Signature': [signature, signature] } });
    await send(port, { headers: { ...signed(), 'X-Legacy-Signature': 'a'.repeat(64) } });
    await send(port, { headers: { ...signed(), 'X-Service-Event': 'post.failed', 'X-Legacy-Event': 'post.failed' } });
    expect(invalid.map(({ problem }) => problem.reason)).toEqual([
      'several_headers',
      'several_headers',
      'label_differs',
    ]);
    expect(deliveries).toEqual([]);
  });

  test('that no secret can be held against is taken with --verify off, and told with --verify warn', async () => {
    const off = await receiver({ mode: 'off', secrets: [] });
    await send(off.port);
    expect(off.deliveries).toMatchObject([{ signature: 'unchecked' }]);
    const warn = await receiver({ mode: 'warn' });
    await send(warn.port, { headers: signed(BODY, 'another') });
    expect(warn.deliveries).toMatchObject([{ signature: 'invalid', problem: { reason: 'mismatch' } }]);
  });

  test('that is signed and no JSON is answered 400', async () => {
    const { port, invalid } = await receiver();
    expect(await send(port, { body: 'nothing', headers: signed('nothing') })).toMatchObject({ status: 400 });
    expect(invalid).toMatchObject([{ problem: { reason: 'not_json' } }]);
  });

  test('is answered as its taker says, and with 500 when that fails', async () => {
    const told = await receiver({ onDelivery: async () => ({ status: 409, body: 'no' }) });
    expect(await send(told.port)).toMatchObject({ status: 409, text: 'no' });
    const broken = await receiver({ onDelivery: () => Promise.reject(new Error('broken')) });
    expect(await send(broken.port)).toMatchObject({ status: 500 });
  });
});

test('what is refused is told in few words, and a method with the one that is taken', async () => {
  const { port, refused } = await receiver({ path: '/hook' });
  expect((await send(port, { path: '/hook', method: 'PUT' })).headers).toMatchObject({
    allow: 'POST',
    'content-type': 'text/plain',
  });
  await send(port, { path: `/${'x'.repeat(300)}?query` });
  await send(port, { path: '/hook', headers: {} });
  expect(refused).toEqual([
    { why: 'method', status: 405, what: 'PUT' },
    { why: 'path', status: 404, what: `/${'x'.repeat(99)}` },
    { why: 'content_type', status: 415, what: '' },
  ]);
});

describe('a request that is no delivery is refused and counted, and the next is taken:', () => {
  const json = { 'content-type': 'application/json' };
  test.each<[string, Sending, number, Refused['why']]>([
    ['another method', { method: 'PUT' }, 405, 'method'],
    ['a page in a browser that asks first', { method: 'OPTIONS' }, 405, 'method'],
    ['a read', { method: 'GET' }, 405, 'method'],
    ['another path', { path: '/elsewhere' }, 404, 'path'],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'content_type'],
    ['no type at all', { headers: {} }, 415, 'content_type'],
    ['a type that begins like JSON', { headers: { 'content-type': 'application/jsonx' } }, 415, 'content_type'],
    ['a name that was pointed at this machine', { headers: { ...json, host: 'evil.example' } }, 421, 'host'],
    ['a name that begins like ours', { headers: { ...json, host: 'localhost.evil.example:1' } }, 421, 'host'],
    ['a length beyond the limit', { headers: { ...json, 'content-length': '6000000' }, body: '' }, 413, 'too_large'],
    ['a body beyond the limit', { headers: json, body: Buffer.alloc(5 * 1024 * 1024 + 1) }, 413, 'too_large'],
    [
      'an endless body in pieces',
      { headers: { ...json, 'transfer-encoding': 'chunked' }, body: Buffer.alloc(6 * 1024 * 1024) },
      413,
      'too_large',
    ],
  ])('%s', async (_, sending, status, why) => {
    const { port, refused, deliveries, invalid } = await receiver({ path: '/hook' });
    expect(await send(port, { path: '/hook', ...sending })).toMatchObject({ status });
    expect(refused).toMatchObject([{ why, status }]);
    expect(await send(port, { path: '/hook' })).toMatchObject({ status: 200 });
    expect(deliveries).toHaveLength(1);
    expect(invalid).toEqual([]);
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 'malformed', '400'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'malformed',
      '400',
    ],
    [
      'a length beside pieces',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'malformed',
      '400',
    ],
    [
      'a header with a line end of its own',
      'POST / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\rX-B: 2\r\n\r\n',
      'malformed',
      '400',
    ],
    ['headers without end', `POST / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 'malformed', '400'],
    ['no host', 'POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', 'host', '421'],
    ['two hosts', 'POST / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\nConnection: close\r\n\r\n', 'host', '421'],
  ] as const)('%s', async (_, text, why, status) => {
    const { port, refused } = await receiver();
    expect(await raw(port, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(refused).toMatchObject([{ why, status: Number(status) }]);
    expect(await send(port)).toMatchObject({ status: 200 });
  });

  test('but a name that a tunnel goes by is answered', async () => {
    const { port } = await receiver({ hostNames: ['hooks.example.com'] });
    expect(await send(port, { headers: { ...signed(), host: 'hooks.example.com' } })).toMatchObject({ status: 200 });
    expect(await send(port, { headers: { ...signed(), host: 'other.example.com' } })).toMatchObject({ status: 421 });
  });
});

test('/healthz says that it is there', async () => {
  const { port, refused } = await receiver({ path: '/hook' });
  expect(await send(port, { method: 'GET', path: '/healthz', headers: {} })).toMatchObject({
    status: 200,
    text: '{"ok":true}',
  });
  expect(await send(port, { method: 'HEAD', path: '/healthz', headers: {} })).toMatchObject({ status: 200, text: '' });
  expect(await send(port, { path: '/healthz' })).toMatchObject({ status: 404 });
  expect(refused).toMatchObject([{ why: 'path' }]);
});

test('a port that is taken, and an address that is not ours, are refused in a sentence', async () => {
  const { port } = await receiver();
  await expect(receiver({ port })).rejects.toMatchObject({ fields: { code: 'port_taken', param: '--port' } });
  await expect(receiver({ host: '203.0.113.7' })).rejects.toMatchObject({ exit: 'usage' });
});
