/** The carrier of deliveries against real sockets: limits, kept connections, redirects, and addresses that are refused. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Carrier } from '../../src/kernel/delivery.ts';
import { isRefused, lookupFor, refusedLiteral, type Reach } from '../../src/world/address.ts';
import { openCarrier } from '../../src/world/deliver.ts';
import { startReceiver } from '../support/receiver.ts';

function carrier(reach: Reach = 'local'): Carrier {
  const opened = openCarrier(reach);
  onTestFinished(() => opened.cut());
  return opened;
}

const to = (url: string, more: object = {}) => ({
  url,
  headers: { 'X-A': '1' },
  body: '{"id":"1"}',
  timeoutMs: 5_000,
  ...more,
});

/** A server that speaks bytes, and how many connections it had. */
async function byteServer(speak: (socket: Socket) => void): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`, connections: () => connections };
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a delivery', () => {
  test('is posted as it is, and its answer handed back', async () => {
    const receiver = await startReceiver();
    const body = '{"id":"1","text":"café 🌅"}';
    expect(await carrier().post(to(receiver.url, { body }))).toMatchObject({ status: 200, body: 'ok' });
    const [one] = receiver.arrived;
    expect(one?.body.equals(Buffer.from(body))).toBe(true);
    expect(one?.rawHeaders).toContainEqual(['X-A', '1']);
  });

  test('ASM-31 does not follow a redirect', async () => {
    const receiver = await startReceiver();
    receiver.answer((_request, response) => response.writeHead(307, { location: receiver.url }).end());
    expect(await carrier().post(to(receiver.url))).toMatchObject({ status: 307 });
    expect(receiver.arrived).toHaveLength(1);
  });

  test('WHK-51 fails when no answer comes in time', async () => {
    const receiver = await startReceiver();
    receiver.answer('hang');
    expect(await carrier().post(to(receiver.url, { timeoutMs: 40 }))).toMatchObject({ fault: 'timeout' });
  });

  test('has arrived with the head of the answer: a body that dawdles is cut', async () => {
    const receiver = await startReceiver();
    receiver.answer((_request, response) => void response.writeHead(200).write('slowly'));
    expect(await carrier().post(to(receiver.url, { timeoutMs: 60 }))).toMatchObject({ status: 200, body: 'slowly' });
  });

  test('shows the beginning of an endless answer and reads no more of it', async () => {
    const server = await byteServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const more = (): void => {
          if (socket.writable) socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`, more);
        };
        more();
      });
    });
    const arrival = await carrier().post(to(server.url));
    expect(arrival).toMatchObject({ status: 200 });
    expect('body' in arrival && arrival.body.length).toBe(4_096);
  });

  test.each([
    ['reset', (socket: Socket): void => void socket.once('data', () => void socket.resetAndDestroy())],
    ['protocol', (socket: Socket): void => void socket.once('data', () => void socket.end('nonsense\r\n\r\n'))],
  ] as const)('tells a fault of the kind %s', async (fault, speak) => {
    expect(await carrier().post(to((await byteServer(speak)).url))).toMatchObject({ fault });
  });

  test('tells a connection that cannot be made, a name without an address and a URL that is none', async () => {
    expect(await carrier().post(to('http://127.0.0.1:1/'))).toMatchObject({ fault: 'connect' });
    expect(await carrier().post(to('http://nobody.invalid/'))).toMatchObject({ fault: 'dns' });
  });

  test('with a header that cannot be sent fails without a throw', async () => {
    const receiver = await startReceiver();
    const arrival = await carrier().post(to(receiver.url, { headers: { 'X-A': 'a\r\nX-B: b' } }));
    expect(arrival).toMatchObject({ fault: 'protocol' });
    expect(receiver.arrived).toEqual([]);
  });
});

describe('connections', () => {
  test('are kept from one delivery to the next', async () => {
    const server = await byteServer((socket) => void socket.on('data', () => socket.write(OK)));
    const one = carrier();
    for (let n = 0; n < 5; n += 1) expect(await one.post(to(server.url))).toMatchObject({ status: 200 });
    expect(server.connections()).toBe(1);
  });

  test('that the endpoint closes while one is sent are no failure of the delivery', async () => {
    let requests = 0;
    const server = await byteServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 2) socket.resetAndDestroy();
        else socket.write(OK);
      });
    });
    const one = carrier();
    expect(await one.post(to(server.url))).toMatchObject({ status: 200 });
    expect(await one.post(to(server.url))).toMatchObject({ status: 200 });
    expect(requests).toBe(3);
  });

  test('are cut on demand, and the carrier can be used again', async () => {
    const receiver = await startReceiver();
    receiver.answer('hang', 200);
    const one = carrier();
    const waiting = one.post(to(receiver.url));
    await receiver.until(1);
    one.cut();
    expect(await waiting).toMatchObject({ fault: 'aborted' });
    expect(await one.post(to(receiver.url))).toMatchObject({ status: 200 });
  });
});

describe('addresses', () => {
  // prettier-ignore
  test.each([
    ['127.0.0.1', false, true], ['::1', false, true], ['0.0.0.0', false, true],
    ['10.1.2.3', false, true], ['172.16.0.1', false, true], ['172.32.0.1', false, false], ['192.168.1.1', false, true],
    ['100.64.0.1', false, true], ['fd12::1', false, true], ['::ffff:10.0.0.1', false, true],
    ['64:ff9b::a00:1', false, true], ['2002:a00:1::', false, true], ['198.18.0.1', false, true],
    ['169.254.169.254', true, true], ['::ffff:169.254.169.254', true, true], ['fd00:ec2::254', true, true],
    ['fe80::1', true, true], ['224.0.0.1', true, true], ['255.255.255.255', true, true], ['ff02::1', true, true],
    ['8.8.8.8', false, false], ['2606:4700::1111', false, false],
  ])('%s is refused within reach of this machine: %s, and for the internet alone: %s', (address, local, open) => {
    expect([isRefused('local', address), isRefused('public', address)]).toEqual([local, open]);
  });

  test.each([
    'http://127.0.0.1:9/',
    'http://0x7f.1:9/',
    'http://2130706433:9/',
    'http://[::1]:9/',
    'http://[::ffff:127.0.0.1]:9/',
  ])('for the internet alone %s is refused, however it is written', async (url) => {
    expect(await carrier('public').post(to(url))).toMatchObject({ fault: 'address' });
  });

  test('a name that leads to a refused address is refused when the connection is made', async () => {
    const receiver = await startReceiver();
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    expect(await carrier('public').post(to(url))).toMatchObject({ fault: 'address' });
    expect(receiver.arrived).toEqual([]);
    expect(await carrier('local').post(to(url))).toMatchObject({ status: 200 });
  });

  test('a lookup gives the checked addresses in both forms that node asks for', async () => {
    const asked = (options: object): Promise<unknown[]> =>
      new Promise((told) => lookupFor('local')('localhost', options, (...answer) => told(answer)));
    expect((await asked({ all: true }))[1]).toEqual(expect.arrayContaining([expect.objectContaining({ family: 4 })]));
    expect(await asked({ family: 4 })).toEqual([null, '127.0.0.1', 4]);
    expect(refusedLiteral('public', 'localhost')).toBeUndefined();
  });
});
