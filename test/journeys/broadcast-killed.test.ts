/** A broadcast to many, killed on its way again and again: each recipient gets it once, and other calls are answered meanwhile. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Fields } from '../../src/kernel/json.ts';
import { untilPassed } from '../support/killed.ts';
import { startFrozen, type ServiceProcess } from '../support/process.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { temporaryFolder } from '../support/temp.ts';

const KILLS = roundsOf(2);

/** 100,000 in the long form of 20 kills. */
const PEOPLE = KILLS > 2 ? KILLS * 5_000 : 400;

/** Most memory over that of the idle service, however many the recipients are. */
const MOST_MIB = 80;

const AT_ONCE = 1_000;

interface Client {
  readonly api: (method: string, path: string, body?: object) => Promise<Fields>;
  readonly control: (method: string, path: string, body?: object) => Promise<Fields>;
}

function clientOf({ url, apiKey, controlKey }: ServiceProcess): Client {
  const call = async (
    key: string,
    [method, path, body]: readonly [string, string, (object | undefined)?],
  ): Promise<Fields> => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBeLessThan(300);
    return (await answer.json()) as Fields;
  };
  return { api: (...sent) => call(apiKey, sent), control: (...sent) => call(controlKey, sent) };
}

/** A broadcast to everybody, that has not gone out. */
async function prepare({ api, control }: Client) {
  const { account } = (await control('POST', '/_local/accounts', { platform: 'telegram' })) as { account: Fields };
  const accountId = String(account['_id']);
  const { profiles } = (await api('GET', '/v1/profiles')) as { profiles: readonly Fields[] };
  const owner = { profileId: String(profiles[0]?.['_id']), accountId, platform: 'telegram' };
  for (let from = 0; from < PEOPLE; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, PEOPLE - from);
    const contacts = Array.from({ length: size }, (_, index) => {
      const number = String(1_000_000 + from + index);
      return { name: `Person ${number}`, platformIdentifier: number };
    });
    await api('POST', '/v1/contacts/bulk', { ...owner, contacts });
  }
  const message = { text: 'Hi {{name}}' };
  const { broadcast } = (await api('POST', '/v1/broadcasts', { ...owner, name: 'News', message })) as {
    broadcast: Fields;
  };
  const path = `/v1/broadcasts/${String(broadcast['id'])}`;
  const begun = performance.now();
  expect(await api('POST', `${path}/recipients`, { useSegment: true })).toMatchObject({ added: PEOPLE, skipped: 0 });
  return { path, accountId, addingMs: performance.now() - begun };
}

const stateOf = async ({ api }: Client, path: string) =>
  (await api('GET', path))['broadcast'] as { readonly status: string; readonly sentCount: number };

/** Longest waits of a reading and of a writing call while the broadcast went out. */
interface Waits {
  readonly readMs: number;
  readonly writeMs: number;
}

async function untilSent(client: Client, path: string, count: number, before: Waits): Promise<Waits> {
  let waits = before;
  for (;;) {
    const [readMs, { status, sentCount }] = await timed(() => stateOf(client, path));
    const [writeMs] = await timed(() =>
      client.api('POST', '/v1/profiles', { name: `Brand ${String(performance.now())}` }),
    );
    waits = { readMs: Math.max(waits.readMs, readMs), writeMs: Math.max(waits.writeMs, writeMs) };
    if (sentCount >= count || status !== 'sending') return waits;
    await untilPassed(PEOPLE > 1_000 ? 200 : 5);
  }
}

async function timed<T>(act: () => Promise<T>): Promise<readonly [number, T]> {
  const begun = performance.now();
  const result = await act();
  return [performance.now() - begun, result];
}

/** Memory of the process in MiB: what it has now, or the most that it ever had. */
async function memoryOf({ child }: ServiceProcess, line: 'VmRSS' | 'VmHWM'): Promise<number> {
  const text = await readFile(`/proc/${String(child.pid)}/status`, 'utf8');
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(text)?.[1]) / 1_024;
}

test(
  `AUT-03 a broadcast to ${String(PEOPLE)} people that is killed ${String(KILLS)} times reaches each of them once`,
  async () => {
    const folder = await temporaryFolder();
    let service = await startFrozen(folder);
    const idleMiB = await memoryOf(service, 'VmRSS');
    const { path, accountId, addingMs } = await prepare(clientOf(service));
    await service.kill();
    service = await startFrozen(folder);
    const begun = performance.now();
    await clientOf(service).api('POST', `${path}/send`);
    let waits: Waits = { readMs: 0, writeMs: 0 };
    let cut = 0;
    let peakMiB = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      waits = await untilSent(clientOf(service), path, Math.floor((PEOPLE * kill) / (KILLS + 1)), waits);
      if ((await stateOf(clientOf(service), path)).status === 'sending') cut += 1;
      peakMiB = Math.max(peakMiB, await memoryOf(service, 'VmHWM'));
      await service.kill();
      service = await startFrozen(folder);
    }
    waits = await untilSent(clientOf(service), path, PEOPLE, waits);
    const seconds = (performance.now() - begun) / 1_000;
    const client = clientOf(service);
    await client.control('POST', '/_local/clock/advance', { seconds: 0 });
    peakMiB = Math.max(peakMiB, await memoryOf(service, 'VmHWM'));
    expect(peakMiB - idleMiB).toBeLessThanOrEqual(MOST_MIB);
    expect(await stateOf(client, path)).toMatchObject({ status: 'completed', sentCount: PEOPLE, failedCount: 0 });
    const { items } = (await client.control('GET', `/_local/network/${accountId}/feed?kind=message`)) as {
      items: readonly Fields[];
    };
    expect(items).toHaveLength(PEOPLE);
    expect(new Set(items.map(({ to }) => to)).size).toBe(PEOPLE);
    expect(items[0]?.['text']).toBe(`Hi Person ${String(items[0]?.['to'])}`);
    await sayFigure(
      `${String(PEOPLE)} recipients, ${String(KILLS)} kills (${String(cut)} of them midway): each recipient once, in ${seconds.toFixed(0)} s; a segment of all of them was added in ${(addingMs / 1_000).toFixed(1)} s; at most ${(peakMiB - idleMiB).toFixed(0)} MiB over idle, and other calls answered within ${waits.readMs.toFixed(0)} ms (reading) and ${waits.writeMs.toFixed(0)} ms (writing)`,
    );
    await service.kill();
  },
  KILLS > 2 ? 3_600_000 : 120_000,
);
