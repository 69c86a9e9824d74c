/** One suite over both senders: whatever sends, it behaves the same. */
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TransportFault } from '../../src/kernel/transport.ts';
import { proxyFor } from '../../src/world/connect.ts';
import { openHttp } from '../../src/world/http.ts';
import type { HttpRequest, Sender } from '../../src/world/http-call.ts';
import { scriptedApi } from '../support/scripted-api.ts';

const senders: readonly (readonly [string, () => Sender])[] = [
  ['the single sender', () => openHttp({}).single],
  ['the pool', () => openHttp({}).pool],
];

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  ...more,
});

describe.each(senders)('%s', (_, open) => {
  const sender = (): Sender => {
    const opened = open();
    onTestFinished(() => opened.close());
    return opened;
  };

  test('answers with status, headers and the whole body', async () => {
    const api = await scriptedApi(() => ({ status: 201, headers: { 'x-one': '1' }, body: { a: 'ü' } }));
    const answer = await sender().send(get(`${api.url}/v1/things?a=1`, { headers: { 'x-request-id': 'r' } }));
    expect(answer.status).toBe(201);
    expect(answer.headers['x-one']).toBe('1');
    expect(JSON.parse(Buffer.from(await answer.bytes()).toString())).toEqual({ a: 'ü' });
    expect(api.asked).toHaveLength(1);
    expect(api.asked[0]).toMatchObject({ method: 'GET', url: '/v1/things?a=1', headers: { 'x-request-id': 'r' } });
  });

  test('sends a text body with its length in bytes', async () => {
    const api = await scriptedApi(() => ({ body: {} }));
    await (await sender().send({ ...get(api.url), method: 'POST', body: 'grün' })).bytes();
    expect(api.asked[0]?.headers['content-length']).toBe('5');
    expect(api.asked[0]?.body.toString()).toBe('grün');
  });

  test('streams an upload with the length it was told', async () => {
    const api = await scriptedApi(() => ({ body: {} }));
    const pieces = [Buffer.alloc(70_000, 1), Buffer.alloc(70_000, 2)];
    const body = { sizeBytes: 140_000, stream: async function* () { yield* pieces; } }; // prettier-ignore
    await (await sender().send({ ...get(api.url), method: 'PUT', body })).bytes();
    expect(api.asked[0]?.headers['content-length']).toBe('140000');
    expect(api.asked[0]?.headers['transfer-encoding']).toBeUndefined();
    expect(api.asked[0]?.body.equals(Buffer.concat(pieces))).toBe(true);
  });

  test('a stream that fails ends the request with its own error', async () => {
    const api = await scriptedApi(() => ({ body: {} }));
    const stream = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(10);
      throw new Error('the disk is gone');
    };
    const sending = sender().send({ ...get(api.url), method: 'PUT', body: { sizeBytes: 20, stream } });
    await expect(sending).rejects.toThrow('the disk is gone');
  });

  test('follows a redirect of a read and keeps the credentials on the same origin', async () => {
    const api = await scriptedApi(({ url }) =>
      url === '/old' ? { status: 302, headers: { location: '/new' } } : { body: { at: url } },
    );
    const answer = await sender().send(get(`${api.url}/old`, { headers: { authorization: 'Bearer k' } }));
    expect(answer.url).toBe(`${api.url}/new`);
    await answer.bytes();
    expect(api.asked[1]?.headers.authorization).toBe('Bearer k');
  });

  test('a redirect to another host never carries the key', async () => {
    const other = await scriptedApi(() => ({ body: { stolen: false } }));
    const api = await scriptedApi(() => ({ status: 307, headers: { location: `${other.url}/x` } }));
    await (await sender().send(get(api.url, { headers: { authorization: 'Bearer k', accept: 'a/b' } }))).bytes();
    expect(other.asked[0]?.headers.authorization).toBeUndefined();
    expect(other.asked[0]?.headers.accept).toBe('a/b');
  });

  test('a redirect of a write is an answer, not a second write', async () => {
    const api = await scriptedApi(() => ({ status: 308, headers: { location: '/elsewhere' } }));
    const answer = await sender().send({ ...get(api.url), method: 'POST', body: '{}' });
    answer.discard();
    expect(answer.status).toBe(308);
    expect(api.asked).toHaveLength(1);
  });

  test('endless redirects end', async () => {
    const api = await scriptedApi(() => ({ status: 302, headers: { location: '/again' } }));
    await expect(sender().send(get(api.url))).rejects.toMatchObject({ kind: 'redirect' });
    expect(api.asked).toHaveLength(6);
  });

  test('a refused connection is a fault before anything was sent', async () => {
    const closed = await closedPort();
    await expect(sender().send(get(`http://127.0.0.1:${closed}/`))).rejects.toMatchObject({
      kind: 'connect',
      sent: false,
    });
  });

  test('a host without an address is a fault before anything was sent', async () => {
    await expect(sender().send(get('http://no-such-host.invalid/'))).rejects.toMatchObject({
      kind: 'dns',
      sent: false,
    });
  });

  test('a connection that is cut before the answer is a reset', async () => {
    const api = await scriptedApi(() => ({ cut: 'before' }));
    await expect(sender().send(get(api.url))).rejects.toMatchObject({ kind: 'reset', sent: true });
  });

  test('an answer that ends too early is a fault, not a short answer', async () => {
    const api = await scriptedApi(() => ({ body: 'x'.repeat(1000), cut: 'half' }));
    const reading = sender()
      .send(get(api.url))
      .then((answer) => answer.bytes());
    await expect(reading).rejects.toMatchObject({ kind: 'reset', sent: true });
  });

  test('an answer that does not come in time is a timeout', async () => {
    const api = await scriptedApi(() => new Promise(() => undefined));
    await expect(sender().send(get(api.url, { timeoutMs: 60 }))).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('an answer that begins and never ends is a timeout too, and no reset that a retry would help', async () => {
    const port = await tcpServer('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx');
    const reading = sender()
      .send(get(`http://127.0.0.1:${port}/`, { timeoutMs: 60 }))
      .then((answer) => answer.bytes());
    await expect(reading).rejects.toMatchObject({ kind: 'timeout', sent: true });
  });

  test('a server that speaks no HTTP is told apart', async () => {
    const port = await tcpServer('SSH-2.0-something\r\n');
    const sending = sender().send(get(`http://127.0.0.1:${port}/`));
    await expect(sending).rejects.toMatchObject({ kind: 'protocol' });
  });

  test('TLS against a plain server is a fault of TLS or the connection, before anything was sent', async () => {
    const port = await tcpServer('nonsense');
    const fault: unknown = await sender()
      .send(get(`https://127.0.0.1:${port}/`))
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(TransportFault);
    expect(['tls', 'reset']).toContain((fault as TransportFault).kind);
  });

  test('an abort stops a request under way', async () => {
    const controller = new AbortController();
    const api = await scriptedApi(() => {
      controller.abort(new Error('stop'));
      return new Promise(() => undefined);
    });
    const sending = sender().send(get(api.url, { signal: controller.signal }));
    await expect(sending).rejects.toMatchObject({ kind: 'aborted' });
  });

  test('an abort that came before stops the request before it is sent', async () => {
    const api = await scriptedApi(() => ({ body: {} }));
    const sending = sender().send(get(api.url, { signal: AbortSignal.abort(new Error('stop')) }));
    await expect(sending).rejects.toMatchObject({ kind: 'aborted', sent: false });
    expect(api.asked).toHaveLength(0);
  });

  test('repeated headers are joined', async () => {
    const api = await scriptedApi(() => ({ headers: { 'x-a': '1, 2' }, body: {} }));
    const answer = await sender().send(get(api.url));
    await answer.bytes();
    expect(answer.headers['x-a']).toBe('1, 2');
  });
});

test('a plain http target behind a proxy is asked for by its full address', async () => {
  const proxy = await scriptedApi(() => ({ body: { by: 'proxy' } }));
  const http = openHttp({ HTTP_PROXY: proxy.url });
  onTestFinished(() => http.single.close());
  const answer = await http.single.send(get('http://api.example/v1/posts'));
  expect(JSON.parse(Buffer.from(await answer.bytes()).toString())).toEqual({ by: 'proxy' });
  expect(proxy.asked[0]?.url).toBe('http://api.example/v1/posts');
});

test('loopback is never proxied', async () => {
  const proxy = await scriptedApi(() => ({ body: { by: 'proxy' } }));
  const api = await scriptedApi(() => ({ body: { by: 'api' } }));
  const http = openHttp({ HTTP_PROXY: proxy.url, http_proxy: proxy.url });
  onTestFinished(() => http.single.close());
  for (const sender of [http.single, http.pool]) {
    const answer = await sender.send(get(api.url));
    expect(JSON.parse(Buffer.from(await answer.bytes()).toString())).toEqual({ by: 'api' });
  }
  expect(proxy.asked).toHaveLength(0);
});

// prettier-ignore
test.each([
  ['http://api.example/',       { HTTP_PROXY: 'http://p:1' },                             'http://p:1'],
  ['https://api.example/',      { HTTP_PROXY: 'http://p:1' },                             undefined],
  ['https://api.example/',      { https_proxy: 'http://p:2' },                            'http://p:2'],
  ['https://api.example/',      { HTTPS_PROXY: 'http://p:2', NO_PROXY: 'example' },       undefined],
  ['https://api.example/',      { HTTPS_PROXY: 'http://p:2', NO_PROXY: '.example' },      undefined],
  ['https://api.example/',      { HTTPS_PROXY: 'http://p:2', NO_PROXY: 'xample' },        'http://p:2'],
  ['https://api.example/',      { HTTPS_PROXY: 'http://p:2', no_proxy: '*' },             undefined],
  ['https://api.example/',      { HTTPS_PROXY: 'http://p:2', NO_PROXY: 'api.example:80' }, 'http://p:2'],
  ['https://api.example/',      { HTTPS_PROXY: 'http://p:2', NO_PROXY: 'a, api.example:443' }, undefined],
  ['http://localhost:4010/',    { HTTP_PROXY: 'http://p:1' },                             undefined],
  ['http://127.8.9.1/',         { HTTP_PROXY: 'http://p:1' },                             undefined],
  ['http://[::1]:80/',          { HTTP_PROXY: 'http://p:1' },                             undefined],
  ['http://localhost.evil.example/', { HTTP_PROXY: 'http://p:1' },                        'http://p:1'],
])('the proxy for %s with %j is %s', (url, env, proxy) => {
  expect(proxyFor(url, env)).toBe(proxy);
});

test('a proxy address that is no URL is a clear fault', async () => {
  const http = openHttp({ HTTP_PROXY: 'not a url' });
  await expect(http.single.send(get('http://api.example/'))).rejects.toMatchObject({ kind: 'proxy', sent: false });
});

test('a proxy that cannot be reached is told apart from the service, and its credentials are not shown', async () => {
  const http = openHttp({ HTTP_PROXY: `http://user:secret@127.0.0.1:${await closedPort()}` });
  onTestFinished(() => http.single.close());
  const fault: unknown = await http.single.send(get('http://api.example/')).catch((error: unknown) => error);
  expect(fault).toMatchObject({ kind: 'proxy', sent: false });
  expect((fault as Error).message).not.toContain('secret');
});

test('reads that follow each other share a connection, and a write has one of its own', async () => {
  let connections = 0;
  const server = createHttp((asked, answer) => asked.resume().on('end', () => answer.end('{}')));
  server.on('connection', () => (connections += 1));
  const url = await listening(server);
  const { single } = openHttp({});
  onTestFinished(() => single.close());
  const seen: number[] = [];
  for (const method of ['GET', 'GET', 'POST', 'GET', 'POST']) {
    await (await single.send(get(url, { method, ...(method === 'POST' && { body: '{}' }) }))).bytes();
    seen.push(connections);
  }
  expect(seen).toEqual([1, 1, 2, 2, 3]);
});

test('a resting connection that the server has closed is a reset, or is not used at all', async () => {
  const server = createHttp((asked, answer) => asked.resume().on('end', () => answer.end('{}')));
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const sockets: Socket[] = [];
  const url = await listening(server);
  const { single } = openHttp({});
  onTestFinished(() => single.close());
  await (await single.send(get(url))).bytes();
  sockets[0]?.destroy();
  const again = await single.send(get(url)).then(
    (answer) => answer.bytes(),
    (error: unknown) => error,
  );
  expect(again instanceof Uint8Array || (again instanceof TransportFault && again.kind === 'reset')).toBe(true);
  expect(Buffer.from(await (await single.send(get(url))).bytes()).toString()).toBe('{}');
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A server that says something else than HTTP to whoever connects. */
async function tcpServer(says: string): Promise<number> {
  const sockets: Socket[] = [];
  const server = createTcp((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(says);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy());
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createTcp();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
