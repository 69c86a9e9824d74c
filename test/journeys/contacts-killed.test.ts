/** `svc contacts import` killed with SIGKILL at any of its requests, alone or together with the service: repeated, each contact exists once, with its fields. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MOMENTS } from '../support/gate.ts';
import { startKilledCommands, type Kill } from '../support/killed-command.ts';
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
  const { service, run } = await startKilledCommands(folder);
  writeFileSync(join(folder, 'people.csv'), ['name,email,plan', ...PEOPLE].join('\n'));
  async function api<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(service().url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${service().apiKey}`, 'content-type': 'application/json' },
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

    /** Imports the file, killed where that is asked for. */
    async importAll(profileId: string, kill?: Kill) {
      const ran = await run(['contacts', 'import', 'people.csv', '--profile', profileId], kill);
      return { ...ran, report: ran.report as Report };
    },
  };
}
