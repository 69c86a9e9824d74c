import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openDoor, type DoorOptions, type Turned } from '../../src/world/receive.ts';

const OPTIONS: DoorOptions = {
  host: '127.0.0.1',
  port: 0,
  maxBodyBytes: 1_000,
  withinMs: 200,
  maxConnections: 3,
  maxHeldBytes: 1_500,
};

async function door(options: Partial<DoorOptions> = {}) {
  const turned: Turned[] = [];
  let taken = 0;
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  const open = await openDoor(
    {
      look: ({ target }) => (target === '/no' ? { status: 418 } : undefined),
      async take({ target }, body) {
        taken += 1;
        if (target === '/held') await held;
        if (target === '/broken') throw new Error('broken');
        return { status: 200, body: `${String(body.length)} bytes` };
      },
      turned: (why) => turned.push(why),
    },
    { ...OPTIONS, ...options },
  );
  onTestFinished(open.close);
  return { ...open, turned, taken: () => taken, free };
}

interface Line {
  readonly socket: Socket;
  /** Resolves with all that came when the other side has ended, or when it matches. */
  until(match?: RegExp): Promise<string>;
}

function line(port: number, text: string): Line {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', (piece) => (said += piece.toString()));
  socket.on('error', () => undefined);
  const until = (match?: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => void ((match?.test(said) === true || socket.closed) && resolve(said));
      socket.on('data', look);
      socket.on('close', () => resolve(said));
      look();
    });
  return { socket, until };
}

const post = (path: string, body: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Length: ${String(body.length)}\r\n\r\n${body}`;

test('takes whole requests, several on a connection', async () => {
  const { port, taken } = await door();
  const { until } = line(port, post('/', 'abc') + post('/', 'abcde'));
  const said = await until(/5 bytes/);
  expect(said).toMatch(/3 bytes/);
  expect(taken()).toBe(2);
});

test('ends who does not finish the head, or the body, in time', async () => {
  const { port, turned, taken } = await door();
  const head = line(port, 'POST / HTTP/1.1\r\nHost: local');
  const body = line(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc');
  expect(await head.until()).toMatch(/^HTTP\/1.1 408 /);
  expect(await body.until()).toMatch(/^HTTP\/1.1 408 /);
  expect(turned).toEqual(['slow', 'slow']);
  expect(taken()).toBe(0);
});

test('holds no more bytes at once than it may, and has room again afterwards', async () => {
  const { port, turned, free } = await door();
  const first = line(port, post('/held', 'a'.repeat(900)));
  const second = line(port, post('/', 'b'.repeat(900)));
  expect(await second.until(/crowded/)).toMatch(/^HTTP\/1.1 503 /);
  expect(turned).toEqual(['crowded']);
  free();
  expect(await first.until(/900 bytes/)).toMatch(/^HTTP\/1.1 200 /);
  expect(await line(port, post('/', 'c'.repeat(900))).until(/900 bytes/)).toMatch(/^HTTP\/1.1 200 /);
});

test('closes connections beyond the number that it serves', async () => {
  const { port, turned } = await door();
  const held = [1, 2, 3].map(() => line(port, post('/', 'a')));
  await Promise.all(held.map(({ until }) => until(/1 bytes/)));
  expect(await line(port, post('/', 'a')).until()).toBe('');
  expect(turned).toEqual(['crowded']);
});

test('asks for a body that waits to be asked for, and tells no before it comes', async () => {
  const { port } = await door();
  const expecting = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n`;
  const { until, socket } = line(port, expecting('/'));
  expect(await until(/100 Continue/)).toMatch(/100 Continue/);
  socket.write('abc');
  expect(await until(/3 bytes/)).toMatch(/200 OK/);
  const no = line(port, expecting('/no'));
  expect(await no.until(/418/)).not.toMatch(/100 Continue/);
});

test('answers 500 when the taker fails, and is not bothered by who goes away', async () => {
  const { port, taken } = await door();
  expect(await line(port, post('/broken', 'a')).until(/500/)).toMatch(/^HTTP\/1.1 500 /);
  line(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc').socket.destroy();
  expect(await line(port, post('/', 'a')).until(/1 bytes/)).toMatch(/200 OK/);
  expect(taken()).toBe(2);
});
