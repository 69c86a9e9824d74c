/** Two journeys of a number, killed in the middle of every step: the next start has the state before or after, and the step is repeated only where it was not done. */
import { expect, test } from 'vitest';
import type { Fields } from '../../src/kernel/json.ts';
import { registrationOf } from '../service/areas/sms/registration.ts';
import { untilPassed } from '../support/killed.ts';
import { startFrozen, type ServiceProcess } from '../support/process.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(1);

const PERSON = '+15550100300';

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

/** The calls of a client and of whoever steers the service, on the process that runs at the moment. */
interface World {
  readonly api: (method: string, path: string, body?: object, key?: string) => Promise<Answer>;
  readonly upload: (kind: string) => Promise<Answer>;
  readonly control: (method: string, path: string, body?: object) => Promise<Answer>;
  readonly list: (path: string, name: string) => Promise<readonly Fields[]>;
  readonly events: (type: string) => Promise<readonly Fields[]>;
}

interface Step {
  readonly name: string;
  readonly act: (world: World) => Promise<Answer>;
  readonly isDone: (world: World) => Promise<boolean>;
}

const worldOf = ({ url, apiKey, controlKey }: ServiceProcess): World => {
  const call = async (path: string, key: string, { headers, ...init }: RequestInit): Promise<Answer> => {
    const answer = await fetch(url + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(headers as Readonly<Record<string, string>>) },
    });
    return { status: answer.status, body: (await answer.json()) as Fields };
  };
  const json = (
    method: string,
    body: object | undefined,
    more: Readonly<Record<string, string>> = {},
  ): RequestInit => ({
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const api: World['api'] = (method, path, body, key) =>
    call(path, apiKey, json(method, body, key === undefined ? {} : { 'idempotency-key': key }));
  const control: World['control'] = (method, path, body) => call(path, controlKey, json(method, body));
  return {
    api,
    control,
    upload(kind) {
      const form = new FormData();
      form.set('kind', kind);
      form.set('file', new Blob(['%PDF']), `${kind}.pdf`);
      return call('/v1/phone-numbers/port-in/documents', apiKey, { method: 'POST', body: form });
    },
    list: async (path, name) => (await api('GET', path)).body[name] as readonly Fields[],
    events: async (type) => (await control('GET', `/_local/events?type=${type}`)).body['events'] as readonly Fields[],
  };
};

const numbersOf = ({ list }: World) => list('/v1/phone-numbers', 'numbers');
const registrationsOf = ({ list }: World) => list('/v1/sms/registrations', 'registrations');
const portsOf = ({ list }: World) => list('/v1/phone-numbers/port-in', 'orders');
const optOutsOf = ({ list }: World) => list('/v1/sms/opt-outs', 'optOuts');
/** Also of the one that the carrier refuses later. */
const isSent = async ({ events }: World, text: string): Promise<boolean> =>
  (await events('message.sent')).some(({ payload }) => ((payload as Fields)['message'] as Fields)['text'] === text);

const idOf = (one: Fields | undefined): string => String(one?.['_id'] ?? one?.['id']);

const START = Date.parse('2026-01-05T09:00:00Z');

/** The clock at so many seconds from the start, with all that was due until then. */
const clockAt = (name: string, seconds: number, isDone: Step['isDone']): Step => {
  const to = new Date(START + seconds * 1_000).toISOString();
  return { name, isDone, act: ({ control }) => control('POST', '/_local/clock/advance', { to }) };
};

const inbound = (name: string, body: (world: World) => Promise<object>, isDone: Step['isDone']): Step => ({
  name,
  isDone,
  act: async (world) => world.control('POST', '/_local/inbound', await body(world)),
});

/** A text from the number of the team, under a key of its own. */
const texting = (name: string): Step => ({
  name,
  isDone: (world) => isSent(world, name),
  act: async (world) => {
    const from = (await numbersOf(world))[0]?.['phoneNumber'];
    return world.api('POST', '/v1/sms/messages', { from, to: PERSON, text: name }, name);
  },
});

const person = async (world: World, text: string) => {
  return { type: 'sms', to: (await numbersOf(world))[0]?.['phoneNumber'], from: PERSON, text };
};

const isStatus = async (records: Promise<readonly Fields[]>, ...statuses: readonly string[]): Promise<boolean> =>
  statuses.includes(String((await records)[0]?.['status']));

const enabling: Step = {
  name: 'texts on',
  isDone: async (world) => (await numbersOf(world))[0]?.['smsEnabled'] === true,
  act: async (world) => world.api('POST', `/v1/phone-numbers/${idOf((await numbersOf(world))[0])}/sms`),
};

const DAY = 86_400;

const REGISTERED: readonly Step[] = [
  {
    name: 'purchase',
    isDone: async (world) => (await numbersOf(world)).length > 0,
    act: async (world) => {
      const profileId = idOf((await world.list('/v1/profiles', 'profiles'))[0]);
      return world.api('POST', '/v1/phone-numbers/purchase', { profileId, country: 'US' });
    },
  },
  clockAt('activation', 30, (world) => isStatus(numbersOf(world), 'active')),
  enabling,
  {
    name: 'registration',
    isDone: async (world) => (await registrationsOf(world)).length > 0,
    act: async (world) => {
      const phone = String((await numbersOf(world))[0]?.['phoneNumber']);
      return world.api('POST', '/v1/sms/registrations', registrationOf([phone]));
    },
  },
  inbound(
    'changes requested',
    async (world) => {
      const registrationId = idOf((await registrationsOf(world))[0]);
      return { type: 'registration_status', registrationId, status: 'changes_requested' };
    },
    (world) => isStatus(registrationsOf(world), 'changes_requested'),
  ),
  {
    name: 'response',
    isDone: (world) => isStatus(registrationsOf(world), 'requested'),
    act: async (world) => {
      const id = idOf((await registrationsOf(world))[0]);
      return world.api('POST', `/v1/sms/registrations/${id}/respond`, { note: 'Corrected.' });
    },
  },
  clockAt('taken up', 100, (world) => isStatus(registrationsOf(world), 'pending')),
  clockAt('approval', 2 * DAY, (world) => isStatus(registrationsOf(world), 'approved')),
  texting('first'),
  inbound(
    'STOP',
    (world) => person(world, 'STOP'),
    async (world) => (await optOutsOf(world)).length === 1,
  ),
  texting('second'),
  clockAt('refusal', 2 * DAY + 60, async ({ events }) => (await events('message.failed')).length > 0),
  inbound(
    'START',
    (world) => person(world, 'START'),
    async (world) => (await optOutsOf(world)).length === 0,
  ),
  texting('third'),
];

const END_USER = {
  entityName: 'Northwind',
  authPersonName: 'A. Person',
  streetAddress: '1 High Street',
  locality: 'London',
  administrativeArea: 'London',
  postalCode: 'SW1A 1AA',
  countryCode: 'GB',
  accountNumber: '77',
};

const PORTED: readonly Step[] = [
  {
    name: 'order',
    isDone: async (world) => (await portsOf(world)).length > 0,
    act: async (world) => {
      const [letter, invoice] = [await world.upload('loa'), await world.upload('invoice')];
      return world.api('POST', '/v1/phone-numbers/port-in', {
        phoneNumbers: ['+442071838750'],
        endUser: END_USER,
        requirements: [{ requirementTypeId: 'entity_name', fieldValue: 'Northwind' }],
        loaDocumentId: letter.body['documentId'],
        invoiceDocumentId: invoice.body['documentId'],
      });
    },
  },
  clockAt('confirmation', DAY, (world) => isStatus(portsOf(world), 'foc_confirmed')),
  clockAt('port', 8 * DAY, (world) => isStatus(portsOf(world), 'ported')),
  enabling,
  texting('hello'),
];

interface Killed {
  readonly folder: string;
  readonly random: () => number;
}

/** Every step once, each cut off by a kill. @returns how many were cut off before they were done */
async function walk(steps: readonly Step[], { folder, random }: Killed): Promise<number> {
  let cut = 0;
  for (const { name, act, isDone } of steps) {
    const cutting = await startFrozen(folder);
    const acting = act(worldOf(cutting)).catch(() => undefined);
    await Promise.race([acting, untilPassed(random() * 40)]);
    await cutting.kill();
    await acting;
    const service = await startFrozen(folder);
    const world = worldOf(service);
    if (!(await isDone(world))) {
      cut += 1;
      const { status, body } = await act(world);
      expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(300);
    }
    expect(await isDone(world), name).toBe(true);
    await service.kill();
  }
  return cut;
}

const idsIn = (events: readonly Fields[]): readonly string[] =>
  events.map(({ payload }) => String(((payload as Fields)['message'] as Fields)['id']));

const isEachOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

test(
  `SMS-01 SMS-18 NUM-11 two journeys of a number lose and double nothing, killed at every step (${String(ROUNDS)} of each)`,
  async () => {
    const random = seeded(20260105);
    let [kills, cut] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const steps of [REGISTERED, PORTED]) {
        const folder = await temporaryFolder();
        cut += await walk(steps, { folder, random });
        kills += steps.length;
        const service = await startFrozen(folder);
        const world = worldOf(service);
        await world.control('POST', '/_local/clock/advance', { seconds: DAY });
        expect(await numbersOf(world)).toMatchObject([{ status: 'active', smsEnabled: true }]);
        expect(await world.list('/v1/accounts', 'accounts')).toHaveLength(1);
        for (const type of ['message.sent', 'message.delivered', 'message.failed', 'message.received'])
          expect(isEachOnce(idsIn(await world.events(type))), type).toBe(true);
        if (steps === REGISTERED) await expectRegistered(world);
        else await expectPorted(world);
        await service.kill();
      }
    }
    await sayFigure(
      `${String(kills)} kills, one in every step of ${String(2 * ROUNDS)} journeys of a number: ${String(cut)} steps left the state before and were repeated, every other one was done, nothing was lost or doubled`,
    );
  },
  120_000 + ROUNDS * 240_000,
);

async function expectRegistered(world: World): Promise<void> {
  expect(await registrationsOf(world)).toMatchObject([{ status: 'approved' }]);
  const words = (await world.events('sms.registration.status_updated')).map(
    ({ payload }) => ((payload as Fields)['registration'] as Fields)['status'],
  );
  const course = ['requested', 'changes_requested', 'requested', 'pending', 'approved'];
  expect([...words].sort()).toEqual([...course].sort());
  expect(await world.events('message.received')).toHaveLength(2);
  expect(await world.events('message.failed')).toHaveLength(1);
  // The three texts, and what the campaign answers to STOP and START.
  expect(await world.events('message.sent')).toHaveLength(5);
  expect(await world.events('whatsapp.number.activated')).toHaveLength(1);
}

async function expectPorted(world: World): Promise<void> {
  expect(await portsOf(world)).toMatchObject([{ status: 'ported', phoneNumbers: ['+442071838750'] }]);
  expect(await world.events('message.sent')).toHaveLength(1);
  expect(await world.events('message.delivered')).toHaveLength(1);
}
