import { once } from 'node:events';
import type { Agent } from 'node:http';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Member } from '../../../src/service/members/member.ts';
import { openSession } from '../../../src/service/store/postgres/session.ts';
import { freePort } from '../../support/free-port.ts';
import { begin, bodyOf, call, keepAlive, type Received } from './http.ts';
import { openTeam } from './team.ts';

const SOON = { timeout: 20_000, interval: 5 };

/** Calls without a pause until it is told to end. A refused connection is tried at the next address, as a balancer does. */
function callAlways(members: readonly Member[], first: number, agent: Agent) {
  let isOver = false;
  const [answers, failures]: [number[], string[]] = [[], []];
  const run = async (): Promise<void> => {
    for (let at = first; !isOver; at += 1) {
      const { url = '' } = members[at % members.length] ?? {};
      const isWrite = at % 2 === 0;
      const sent = { agent, method: isWrite ? 'POST' : 'GET', ...(isWrite ? { body: 'x'.repeat(at % 3_000) } : {}) };
      await call(`${url}/n/${String(at)}`, sent).then(
        ({ status, text }) => (status === 200 ? answers.push(JSON.parse(text).epoch) : failures.push(text)),
        (error: Error) => error.message.includes('ECONNREFUSED') || failures.push(error.message),
      );
    }
  };
  const done = run();
  return {
    answers,
    failures,
    end: async () => {
      isOver = true;
      await done;
    },
  };
}

const callEightTimes = (members: readonly Member[]) => {
  const clients = [0, 1, 2, 3, 4, 5, 6, 7].map((first) => callAlways(members, first, keepAlive()));
  return {
    epochs: () => new Set(clients.flatMap(({ answers }) => answers)),
    end: async () => {
      await Promise.all(clients.map((client) => client.end()));
      return clients.flatMap(({ failures }) => failures);
    },
  };
};

test('eight callers without a pause lose no call while primaries step down', async () => {
  const team = await openTeam();
  const members = [await team.join(), await team.join(), await team.join()];
  const calling = callEightTimes(members);
  for (let epoch = 1; epoch <= 4; epoch += 1) {
    await vi.waitFor(() => expect(calling.epochs()).toContain(epoch), SOON);
    await members.find((member) => member.isPrimary())?.stepDown();
  }
  await vi.waitFor(() => expect(calling.epochs()).toContain(5), SOON);
  expect(await calling.end()).toEqual([]);
});

test('eight callers without a pause lose no call while every process is replaced in turn', async () => {
  const team = await openTeam();
  const members = [await team.join(), await team.join()];
  const calling = callEightTimes(members);
  await vi.waitFor(() => expect(calling.epochs().size).toBeGreaterThan(0), SOON);
  for (const old of [...members]) {
    members.push(await team.join());
    const closed = old.close();
    await vi.waitFor(async () => expect((await call(`${old.url}/_local/health/ready`)).status).toBe(503), SOON);
    members.splice(members.indexOf(old), 1);
    await closed;
  }
  const last = team.epochs.at(-1) ?? 0;
  await vi.waitFor(() => expect(calling.epochs()).toContain(last), SOON);
  expect(await calling.end()).toEqual([]);
  expect(last).toBeGreaterThan(1);
  expect(await members[0]?.processes()).toHaveLength(2);
});

test('a call that comes before a process has reached its database waits for it', async () => {
  const team = await openTeam();
  const first = await team.join();
  const port = await freePort();
  // Whoever enters the table of processes waits for this one.
  const locking = await openSession({ url: team.database, name: 'test' });
  await locking.exec('BEGIN; LOCK TABLE svc.process IN SHARE MODE');
  const joining = team.join({ port });
  const url = `http://127.0.0.1:${String(port)}`;
  await vi.waitFor(async () => expect((await call(`${url}/_local/health/ready`)).status).toBe(503), SOON);
  const { outgoing, answer } = begin(`${url}/early`);
  await once(outgoing, 'finish');
  expect((await call(`${url}/_local/health/live`)).status).toBe(200);
  await locking.close();
  expect((await answer).statusCode).toBe(200);
  expect((await joining).primary()?.processId).toBe(first.id);
});

test('a process that ends answers what it began, and says that its connections end', async () => {
  const team = await openTeam();
  const first = await team.join();
  const second = await team.join();
  const { outgoing, answer } = begin(`${first.url}/back`, { method: 'POST', agent: keepAlive() }, true);
  outgoing.write('1');
  const back = await answer;
  const closed = first.close();
  await vi.waitFor(async () => expect((await call(`${first.url}/_local/health/ready`)).status).toBe(503), SOON);
  const waiting = call(`${first.url}/x`, { agent: keepAlive() });
  outgoing.end('2');
  const pieces: Buffer[] = [];
  for await (const piece of back) pieces.push(piece as Buffer);
  expect(Buffer.concat(pieces).toString()).toBe('12');
  const received = await waiting;
  expect(JSON.parse(received.text)).toMatchObject({ by: second.id });
  expect(received.headers.connection).toBe('close');
  await closed;
  expect((await second.processes()).map(({ id }) => id)).toEqual([second.id]);
  await expect(call(`${first.url}/x`)).rejects.toThrow('ECONNREFUSED');
});

test('callers that wait for a process that ends alone are answered with 503', async () => {
  const team = await openTeam();
  const only = await team.join();
  const { outgoing, answer } = begin(`${only.url}/back`, { method: 'POST' }, true);
  outgoing.write('one');
  await answer;
  const closed = only.close();
  const waiting = call(`${only.url}/x`);
  await vi.waitFor(async () => expect((await call(`${only.url}/_local/health/ready`)).status).toBe(503), SOON);
  outgoing.end();
  (await answer).resume();
  expectNobody(await waiting);
  await closed;
});

function expectNobody({ status, headers, text }: Received): void {
  expect(status).toBe(503);
  expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/json; charset=utf-8' });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(text)).toEqual({
    error: 'The service is temporarily unavailable.',
    type: 'api_error',
    code: 'temporarily_unavailable',
  });
}

// From here on beside each other: the first one waits for as long as a call does.
test.concurrent('a call waits for a primary, and is answered with 503 where none comes', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  let may = true;
  const only = await team.join({ canServe: async () => may });
  may = false;
  await only.stepDown();
  const [given, waiting] = [call(`${only.url}/x`), call(`${only.url}/_local/health/ready`)];
  expect((await waiting).status).toBe(503);
  expect((await call(`${only.url}/_local/health/live`)).status).toBe(200);
  expectNobody(await given);
  const soon = call(`${only.url}/x`);
  may = true;
  expect((await soon).status).toBe(200);
});

test.concurrent(
  'health of the process is its own, and health of the service that of the primary',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const first = await team.join();
    const standby = await team.join();
    for (const what of ['live', 'ready'])
      expect((await call(`${standby.url}/_local/health/${what}`)).text).toBe(JSON.stringify({ status: what }));
    expect(await bodyOf(call(`${standby.url}/_local/health`))).toMatchObject({ by: first.id, url: '/_local/health' });
  },
);

test.concurrent(
  'a primary whose term is not valid does not answer, and its callers get the answer of the next one',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const first = await team.join();
    const second = await team.join();
    const term = team.open[0]?.term;
    await team.kill(first, 'term');
    await vi.waitFor(() => expect(term?.lost.aborted).toBe(true), SOON);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => bodyOf(call(`${first.url}/x`, { method: 'POST', body: 'a' }))),
    );
    expect(answers.map(({ by }) => by)).toEqual([2, 2, 2, 2]);
    expect(second.isPrimary()).toBe(true);
  },
);

test.concurrent('a call during the opening of a term waits for it', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const first = await team.join();
  const second = await team.join({
    openTerm: async (term) => {
      await opened;
      return {
        handle: (_request, response) => void response.end(JSON.stringify({ epoch: term.epoch })),
        close: async () => undefined,
      };
    },
  });
  await first.stepDown();
  await vi.waitFor(() => expect(first.primary()?.processId).toBe(second.id), SOON);
  const waiting = [first, second].map(({ url }) => call(`${url}/x`));
  open();
  for (const { text } of await Promise.all(waiting)) expect(JSON.parse(text)).toEqual({ epoch: 2 });
});

test.concurrent('a port that is taken fails the start before anything is entered', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const holder = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void holder.close());
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  await expect(team.join({ port })).rejects.toThrow(`Port ${String(port)} is taken.`);
  expect(await team.sql(`SELECT to_regclass('svc.process') AS made`)).toEqual([{ made: null }]);
});

test.concurrent('bytes that are no request are answered in the form of the service', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const { port } = await team.join();
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1').end('nonsense\r\n\r\n');
  const [text] = (await once(socket, 'data')) as [Buffer];
  expect(text.toString()).toMatch(/^HTTP\/1.1 400 [^]*"The request cannot be read."/);
});
