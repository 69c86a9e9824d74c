/** `svc webhooks listen` in this process, with a hand on what it is sent and an eye on every line it writes. */
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { failure } from '../../src/kernel/failure.ts';
import { run } from '../../src/main.ts';
import { deliveryHeaders } from '../../src/webhooks/headers.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { openClock } from '../../src/world/clock.ts';
import type { World } from '../../src/world/world.ts';
import type { Said } from './svc.ts';
import { testWorld, type WorldOptions } from './world.ts';

export const SECRET = 'the secret of the endpoint';

/** A line as it was written. */
export type Line = Readonly<Record<string, unknown>> & { readonly type: string };

export interface StartedListener {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly ready: Line;
  /** Everything that was written so far. */
  lines(): readonly Line[];
  of(type: string): readonly Line[];
  /** Resolves when so many lines of a type are there. */
  until(type: string, count?: number): Promise<readonly Line[]>;
  /** Ctrl-C, and all that it has said. */
  stop(how?: 'interrupted' | 'terminated'): Promise<Said>;
  /** Resolves when it ends by itself. */
  readonly ended: Promise<Said>;
}

export interface ListenerOptions extends WorldOptions {
  readonly doors?: Partial<World>;
  /** Verified with SECRET unless false. */
  readonly secret?: boolean;
}

/** Real time passes in it unless another clock is given among the doors. Ended with the test. */
export async function startListener(
  words: readonly string[] = [],
  { doors = {}, secret = true, env = {}, ...options }: ListenerOptions = {},
): Promise<StartedListener> {
  const own = secret ? ['--secret-env', 'HOOK_SECRET'] : [];
  const argv = ['webhooks', 'listen', ...own, ...words];
  const made = testWorld({ argv, env: { HOOK_SECRET: SECRET, ...env }, ...options });
  const waiting = new Set<() => void>();
  const { out } = made.world.io;
  const write = (text: string | Uint8Array): void => {
    out.write(text);
    for (const look of waiting) look();
  };
  const io = { ...made.world.io, out: { ...out, write } };
  const ended = run({ ...made.world, clock: openClock(), ...doors, io }).then((code) => ({
    code,
    stdout: made.out(),
    stderr: made.err(),
  }));
  const lines = (): Line[] =>
    made
      .out()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  const of = (type: string): readonly Line[] => lines().filter((line) => line.type === type);
  const until = (type: string, count = 1): Promise<readonly Line[]> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (of(type).length < count) return;
        waiting.delete(look);
        resolve(of(type));
      };
      waiting.add(look);
      void ended.then((said) => reject(new Error(`The listener ended: ${JSON.stringify(said)}`)));
      look();
    });
  const stop = (how: 'interrupted' | 'terminated' = 'interrupted'): Promise<Said> => {
    made.interrupt(failure(how));
    return ended;
  };
  onTestFinished(async () => void (await stop()));
  const [ready] = await until('ready');
  // With --poll there is none.
  const url = String(ready?.['url'] ?? 'http://127.0.0.1:0/');
  return {
    url,
    port: Number(new URL(url).port),
    folder: made.folder,
    ready: ready as Line,
    lines,
    of,
    until,
    stop,
    ended,
  };
}

export const eventText = (event: string, id: string, more: object = {}): string =>
  JSON.stringify({ id, event, timestamp: '2026-01-05T09:00:00.000Z', ...more });

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Sends a body as the service would, signed with SECRET unless told. */
export function deliver(
  url: string,
  body: string,
  {
    secret = SECRET,
    headers = {},
  }: { readonly secret?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answered> {
  const { id = '', event = '' } = JSON.parse(body) as { id?: string; event?: string };
  const plain = event.replace(/\p{Cc}/gu, '');
  const all = Object.entries(deliveryHeaders({ id, event: plain, signature: signatureOf(body, secret) }));
  // A name that no header can carry goes without one.
  const labels = Object.fromEntries(all.filter(([, value]) => plain === event || value !== plain));
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers: { ...labels, ...headers } });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    // As bytes: a text would take the headers with it into UTF-8.
    asked.end(Buffer.from(body));
  });
}
