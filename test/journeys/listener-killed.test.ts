/** Kills the listener at random moments while the service delivers to it; started again with --since, it has every event. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../src/listener/journal.ts';
import { BINARY, startFrozen, type ServiceProcess } from '../support/process.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';
import { testWorld } from '../support/world.ts';

const KILLS = roundsOf(6);
const BATCH = 8;
const EVENT = 'account.connected';

test(
  `WHK-66 WHK-70 after ${String(KILLS)} kills of the listener it has every event, each once`,
  async () => {
    const folder = await temporaryFolder();
    const journal = join(folder, 'journal');
    const service = await startFrozen(folder);
    const random = seeded(20260105);
    for (let round = 0; round < KILLS; round += 1) {
      const listener = await startListener(folder, journal);
      await killedUnderLoad(service, listener, 1 + Math.floor(random() * BATCH));
      // Nobody listens to this one.
      await control(service, 'POST', '/_local/accounts', { platform: 'telegram' });
      await control(service, 'POST', '/_local/clock/advance', { seconds: 5 });
    }
    const last = await startListener(folder, journal, '--idle-timeout', '500ms');
    const [code] = (await once(last.child, 'exit')) as [number];
    expect(code, last.said()).toBe(0);

    const committed = await committedIds(service);
    expect(committed.length).toBeGreaterThan(KILLS * 2);
    const arrivals: string[] = [];
    let taken = 0;
    for await (const record of readJournal(testWorld().world, journal))
      if (record.type === 'delivery' && record.verdict === 'valid') arrivals.push(record.id ?? '');
      else if (record.type === 'outcome' && record.taken) taken += 1;
    expect(arrivals.length, 'deliveries that came, some of them cut off before they were taken').toBeGreaterThanOrEqual(
      taken,
    );
    expect(new Set(arrivals)).toEqual(new Set(committed));
    const { webhooks } = (await api(service, '/v1/webhooks/settings')) as { webhooks: unknown[] };
    expect(webhooks, 'endpoints that are left').toEqual([]);
    await sayFigure(
      `${String(KILLS)} kills of the listener: ${String(committed.length)} events committed, each of them recorded once, no endpoint left behind`,
    );
  },
  60_000 + KILLS * 5_000,
);

interface ListenerProcess {
  readonly child: ChildProcess;
  readonly reader: Interface;
  said(): string;
}

/** The context `local` of the folder says which service is meant. */
async function startListener(folder: string, journal: string, ...more: string[]): Promise<ListenerProcess> {
  const words = ['webhooks', 'listen', '--record', journal, '--since', '1h', '--duplicates', 'drop', ...more];
  const child = spawn(process.execPath, [BINARY, ...words], {
    env: { PATH: process.env['PATH'], HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const said = (): string => `${lines.join('\n')}\n${told}`;
  await Promise.race([
    once(reader, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the listener ended: ${said()}`))),
  ]);
  return { child, reader, said };
}

/** Emits and delivers at once; SIGKILL after so many events in the listener, whatever is under way then. */
async function killedUnderLoad(
  service: ServiceProcess,
  { child, reader }: ListenerProcess,
  after: number,
): Promise<void> {
  const gone = once(child, 'exit');
  let events = 0;
  reader.on('line', (line) => {
    if (line.includes('"type":"event"')) events += 1;
    if (events === after) child.kill('SIGKILL');
  });
  const emits = Array.from({ length: BATCH }, () =>
    control(service, 'POST', '/_local/accounts', { platform: 'telegram' }),
  );
  await Promise.all([...emits, control(service, 'POST', '/_local/clock/advance', { seconds: 1 }), gone]);
}

async function committedIds(service: ServiceProcess): Promise<string[]> {
  const { events } = (await control(service, 'GET', `/_local/events?type=${EVENT}&limit=1000000`)) as {
    events: { id: string }[];
  };
  return events.map(({ id }) => id);
}

const control = (service: ServiceProcess, method: string, path: string, body?: unknown): Promise<unknown> =>
  asked(service, { method, path, key: service.controlKey, body });

const api = (service: ServiceProcess, path: string): Promise<unknown> =>
  asked(service, { method: 'GET', path, key: service.apiKey, body: undefined });

interface Asking {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
}

async function asked(service: ServiceProcess, { method, path, key, body }: Asking): Promise<unknown> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${await answer.text()}`);
  return answer.json();
}
