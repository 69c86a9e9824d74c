import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi, type TestContext } from 'vitest';
import { endToEnd } from '../../../src/service/members/headers.ts';
import { begin, bodyOf, call } from './http.ts';
import { openTeam, type Team } from './team.ts';
import type { Member } from '../../../src/service/members/member.ts';

// The tests run beside each other: most of their time they wait for processes that end.
const SOON = { timeout: 20_000, interval: 5 };

type Context = Pick<TestContext, 'onTestFinished'>;

async function openPair(context: Context): Promise<{ team: Team; first: Member; standby: Member }> {
  const team = await openTeam(context);
  const first = await team.join();
  return { team, first, standby: await team.join() };
}

const pieceOf = async (incoming: IncomingMessage): Promise<string> => {
  const [piece] = (await once(incoming, 'data')) as [Buffer];
  return piece.toString();
};

test('headers of one connection are dropped, and all others are kept as they came', () => {
  const raw = ['Host', 'a', 'X-B', '1', 'x-b', '2', 'Connection', 'close, X-Own', 'X-Own', '1', 'TE', 'trailers'];
  expect(endToEnd(raw, 'close, X-Own')).toEqual(['Host', 'a', 'X-B', '1', 'x-b', '2']);
});

test.concurrent(
  'a standby forwards method, address, host and headers, and brings back all of the answer',
  async (context) => {
    const { first, standby } = await openPair(context);
    const headers = { Host: 'api.example:80', 'X-Mine': 'yes', 'Content-Type': 'text/plain' };
    const received = call(`${standby.url}/a/b?c=%20d`, { method: 'PUT', headers, body: 'hello' });
    const { status, rawHeaders } = await received;
    const seen = await bodyOf(received);
    expect(status).toBe(200);
    expect(rawHeaders.join()).toContain('Set-Cookie,a=1,Set-Cookie,b=2,X-Mixed-Case,kept');
    expect(seen).toMatchObject({ by: first.id, method: 'PUT', url: '/a/b?c=%20d', size: 5 });
    expect(seen.headers).toMatchObject({ host: 'api.example:80', 'x-mine': 'yes', 'content-length': '5' });
    expect(seen.headers['x-svc-forwarded']).toBe(String(standby.id));
    expect(seen.rawHeaders).toContain('X-Mine');
  },
);

test.concurrent('calls one after the other go over one connection between the processes', async (context) => {
  const { standby } = await openPair(context);
  const from: number[] = [];
  for (const body of ['', 'a', 'b'.repeat(2_000_000), '']) {
    const sent = { method: 'POST', headers: { 'Content-Length': String(body.length) }, body };
    from.push((await bodyOf(call(`${standby.url}/x`, sent))).from);
  }
  expect(new Set(from).size).toBe(1);
});

test.concurrent.for(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])(
  'a standby forwards %s without a body',
  async (method, context) => {
    const { standby } = await openPair(context);
    const { status, text } = await call(`${standby.url}/x`, { method });
    expect(status).toBe(200);
    expect(text === '').toBe(method === 'HEAD');
  },
);

test.concurrent.for([
  ['small', 1_000, false],
  ['as large as a kept one may be', 1024 * 1024, false],
  ['large', 5_000_000, false],
  ['of unknown size', 3_000_000, true],
] as const)('a standby forwards a body that is %s', async ([, size, isChunked], context) => {
  const { standby } = await openPair(context);
  const headers: Record<string, string> = isChunked ? { 'Transfer-Encoding': 'chunked' } : {};
  for (const method of ['POST', 'DELETE']) {
    const length = isChunked ? {} : { 'Content-Length': String(size) };
    const sent = { method, headers: { ...headers, ...length }, body: Buffer.alloc(size, 7) };
    expect((await bodyOf(call(`${standby.url}/x`, sent))).size).toBe(size);
  }
});

test.concurrent('a standby answers a caller that waits before it sends the body', async (context) => {
  const { first, standby } = await openPair(context);
  for (const { url } of [first, standby]) {
    const headers = { Expect: '100-continue', 'Content-Length': '5' };
    const { outgoing, answer } = begin(`${url}/x`, { method: 'POST', headers }, true);
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.end('hello');
    expect((await answer).statusCode).toBe(200);
    (await answer).resume();
  }
});

test.concurrent('a refusal comes through before the body was sent', async (context) => {
  const { standby } = await openPair(context);
  const headers = { 'Content-Length': '50000000' };
  const { outgoing, answer } = begin(`${standby.url}/refuse`, { method: 'POST', headers }, true);
  outgoing.write('a');
  expect((await answer).statusCode).toBe(413);
  expect(await pieceOf(await answer)).toBe('too large');
  outgoing.destroy();
});

test.concurrent('both directions pass a standby piece by piece', async (context) => {
  const { standby } = await openPair(context);
  const { outgoing, answer } = begin(`${standby.url}/back`, { method: 'POST' }, true);
  for (const piece of ['one', 'two', 'three']) {
    outgoing.write(piece);
    expect(await pieceOf(await answer)).toBe(piece);
  }
  outgoing.end();
  await once(await answer, 'end');
});

test.concurrent('events pass a standby at once, and a caller that leaves is seen by the primary', async (context) => {
  const { team, standby } = await openPair(context);
  const { outgoing, answer } = begin(`${standby.url}/events`);
  const events = await answer;
  const [stream] = team.open[0]?.streams ?? [];
  for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
    stream?.write(text);
    expect(await pieceOf(events)).toBe(text);
  }
  events.on('error', () => undefined);
  outgoing.destroy();
  await vi.waitFor(() => expect(stream?.destroyed).toBe(true), SOON);
});

test.concurrent('a caller that leaves before the answer is seen by the primary', async (context) => {
  const { team, standby } = await openPair(context);
  const { outgoing } = begin(`${standby.url}/hang`);
  await vi.waitFor(() => expect(team.open[0]?.hanging).toHaveLength(1), SOON);
  outgoing.destroy();
  await vi.waitFor(() => expect(team.open[0]?.hanging[0]?.destroyed).toBe(true), SOON);
});

test.concurrent('a call that the primary cut off is cut off for its caller, and not sent again', async (context) => {
  const { team, standby } = await openPair(context);
  const received = call(`${standby.url}/hang`, { method: 'POST', body: 'a' });
  await vi.waitFor(() => expect(team.open[0]?.hanging).toHaveLength(1), SOON);
  team.open[0]?.hanging[0]?.destroy();
  await expect(received).rejects.toThrow('socket hang up');
  expect(team.open[0]?.hanging).toHaveLength(1);
});

test.concurrent('an answer that breaks off breaks off for its caller', async (context) => {
  const { team, standby } = await openPair(context);
  const events = await begin(`${standby.url}/events`).answer;
  team.open[0]?.streams[0]?.write('data: 1\n\n');
  await pieceOf(events);
  team.open[0]?.streams[0]?.destroy();
  await expect(once(events, 'end')).rejects.toThrow('aborted');
});

test.concurrent('a call to a primary that does not listen any more waits for the next one', async (context) => {
  const { team, first, standby } = await openPair(context);
  const stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  stranger.close();
  await team.sql('UPDATE svc.process SET url = $1 WHERE id = $2', [`http://127.0.0.1:${String(port)}`, first.id]);
  await team.sql(`SELECT pg_notify('svc_term', '')`);
  await vi.waitFor(() => expect(standby.primary()?.url).toContain(String(port)), SOON);
  const received = bodyOf(call(`${standby.url}/x`, { method: 'POST', body: 'hello' }));
  await first.stepDown();
  expect(await received).toMatchObject({ by: standby.id, size: 5 });
});

test.concurrent('a primary that stays silent after the next one has begun is not waited for', async (context) => {
  const { team, first, standby } = await openPair(context);
  const deaf = createServer(() => undefined).listen(0, '127.0.0.1');
  context.onTestFinished(() => void deaf.close());
  await once(deaf, 'listening');
  const { port } = deaf.address() as AddressInfo;
  await team.sql('UPDATE svc.process SET url = $1 WHERE id = $2', [`http://127.0.0.1:${String(port)}`, first.id]);
  await team.sql(`SELECT pg_notify('svc_term', '')`);
  await vi.waitFor(() => expect(standby.primary()?.url).toContain(String(port)), SOON);
  const received = call(`${standby.url}/x`);
  received.catch(() => undefined);
  await once(deaf, 'request');
  await first.stepDown();
  await expect(received).rejects.toThrow('socket hang up');
});

test.concurrent('a forwarded request is not forwarded again', async (context) => {
  const { standby } = await openPair(context);
  const { status, headers } = await call(`${standby.url}/x`, { headers: { 'X-Svc-Forwarded': '9' } });
  expect([status, headers['x-svc-not-primary']]).toEqual([503, '1']);
});
