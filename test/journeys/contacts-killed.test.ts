/** `svc contacts import` killed with SIGKILL at any of its requests, alone or together with the service: repeated, each contact exists once, with its fields. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { MOMENTS, startGate, type Strike } from '../support/gate.ts';
import { BINARY, startFrozen } from '../support/process.ts';
import { roundsOf, sayFigure, seedOf } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(3);

/** Three groups, and some rows with a custom field. */
const ROWS = 1_200;
const WITH_PLAN = 6;

const planOf = (at: number): string => (at % (ROWS / WITH_PLAN) === 0 ? 'gold' : '');

/** Every other one is known by its name alone. */
const PEOPLE = Array.from(
  { length: ROWS },
  (_, at) => `Person ${String(at)},${at % 2 === 0 ? `p${String(at)}@example.com` : ''},${planOf(at)}`,
);

interface Kill extends Strike {
  readonly withService: boolean;
}

test('an import of contacts that is killed anywhere and repeated adds each contact once', async () => {
  const { importAll, contactsOf, newProfile, journals } = await startStage();
  const random = seeded(seedOf(15));
  const { requests } = await importAll(await newProfile('Whole'));
  const counts = { withService: 0, already: 0, instants: new Set<string>() };
  for (let round = 0; round < ROUNDS; round += 1) {
    const profileId = await newProfile(`Round ${String(round)}`);
    const kill: Kill = {
      at: 1 + Math.floor(random() * requests),
      moment: MOMENTS[Math.floor(random() * MOMENTS.length)] ?? 'unsent',
      withService: random() < 0.25,
    };
    const told = JSON.stringify(kill);
    expect((await importAll(profileId, kill)).code, told).toBeNull();
    const { code, err, report } = await importAll(profileId);
    expect(code, `${told} ${err}`).toBe(0);
    const { created, existing, already } = report;
    expect(created + existing + already, told).toBe(ROWS);
    expect(existing, told).toBe(0);
    const contacts = await contactsOf(profileId);
    const names = Array.from({ length: ROWS }, (_, at) => `Person ${String(at)}${planOf(at)}`);
    expect(contacts, told).toEqual(names.sort());
    expect(journals(), told).toEqual([]);
    counts.withService += kill.withService ? 1 : 0;
    counts.already += already;
    counts.instants.add(`${String(kill.at)} ${kill.moment}`);
  }
  await sayFigure(
    `${String(ROUNDS)} kills of \`svc contacts import\` with ${ROWS.toLocaleString('en-US')} rows, ${String(counts.withService)} of them together with the service, at ${String(counts.instants.size)} different instants: repeated, each contact exists once and has its custom field; ${counts.already.toLocaleString('en-US')} rows of earlier runs were skipped.`,
  );
}, 3_600_000);

interface Report {
  readonly created: number;
  readonly existing: number;
  readonly already: number;
}

interface Contact {
  readonly name: string;
  readonly customFields: { readonly plan?: string };
}

async function startStage() {
  const folder = await temporaryFolder();
  let service = await startFrozen(folder);
  const gate = await startGate(() => service.url);
  writeFileSync(join(folder, 'people.csv'), ['name,email,plan', ...PEOPLE].join('\n'));
  async function api<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(service.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as T;
  }
  return {
    journals: () => readdirSync(join(folder, 'config', 'state', 'imports')),
    async newProfile(name: string): Promise<string> {
      const { profile } = await api<{ profile: { _id: string } }>('/v1/profiles', { name });
      await api('/v1/custom-fields', { profileId: profile._id, name: 'Plan', type: 'text' });
      return profile._id;
    },

    /** Names with their custom field, sorted. */
    async contactsOf(profileId: string): Promise<readonly string[]> {
      const found: Contact[] = [];
      for (;;) {
        const query = `profileId=${profileId}&limit=200&skip=${String(found.length)}`;
        const { contacts } = await api<{ contacts: readonly Contact[] }>(`/v1/contacts?${query}`);
        found.push(...contacts);
        if (contacts.length < 200)
          return found.map(({ name, customFields }) => name + (customFields.plan ?? '')).sort();
      }
    },

    /** Imports the file, killed where that is asked for; a service that was killed with it is started again. */
    async importAll(profileId: string, kill?: Kill) {
      const words = ['contacts', 'import', 'people.csv', '--profile', profileId, '-o', 'json'];
      const child = spawn(process.execPath, [BINARY, ...words], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          SVC_CONFIG_DIR: join(folder, 'config'),
          SVC_BASE_URL: gate.url,
          SVC_API_KEY: service.apiKey,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const seen = gate.watch(kill, () => {
        if (kill?.withService === true) service.child.kill('SIGKILL');
        child.kill('SIGKILL');
      });
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit') as Promise<[number | null]>,
      ]);
      if (kill?.withService === true) {
        await service.kill();
        service = await startFrozen(folder);
      }
      await gate.idle();
      const report = (code === 0 ? JSON.parse(out) : {}) as Report;
      return { code, err, report, ...seen };
    },
  };
}
