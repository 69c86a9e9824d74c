/** What restricted keys may not do, tried on every operation of the contract: a key without the operation's group, one that only reads, one of another profile. */
import { beforeAll, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { exampleId } from '../../src/kernel/example.ts';
import { isChange } from '../../src/service/limits/permission.ts';
import { asked, operationsIn, type Told } from '../support/asking.ts';
import type { Fields } from '../journeys/sweep/trace.ts';
import { expectKept } from './support/kept.ts';
import { BEGINNING, succeed, type Done } from './support/trial.ts';
import { openWorld, type World } from './support/world.ts';

const catalog = openCatalog('dist/cards');
const operations = operationsIn(catalog);
const GROUPS = [...new Set(operations.flatMap(({ card }) => card.group ?? []))];

/** A profile of the demo pack that has nothing. */
const OWN = exampleId('profile:empty');

interface Keys {
  /** Without the group, by its name. */
  readonly without: ReadonlyMap<string, string>;
  readonly reading: string;
  readonly ofProfile: string;
}

interface Tried {
  readonly done: Done;
  readonly withoutGroup?: Tell;
  readonly reading: Tell;
  readonly ofProfile: Tell & { readonly seen: readonly string[]; readonly changed: readonly string[] };
}

interface Tell {
  readonly told: Told;
  readonly hasWritten: boolean;
}

const tried: Tried[] = [];

/** What the calls of the key of one profile have named so far. */
const named: string[] = [];

beforeAll(async () => {
  const world = await openWorld(catalog, { seedPack: 'demo' });
  try {
    const keys = await makeKeys(world);
    await world.keep(BEGINNING);
    for (const operation of operations) {
      const done = await succeed(operation, world);
      if (done !== undefined) tried.push(await tryKeys(done, keys, world));
    }
  } finally {
    await world.close();
  }
}, 600_000);

async function makeKeys({ service }: World): Promise<Keys> {
  const make = async (limits: Fields): Promise<string> => {
    const answer = await service.inject({
      method: 'POST',
      url: '/v1/api-keys',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: 'limited', ...limits }),
    });
    return (JSON.parse(answer.body) as { apiKey: { key: string } }).apiKey.key;
  };
  const without = new Map<string, string>();
  for (const group of GROUPS) without.set(group, await make({ disabledResourceGroups: [group] }));
  return {
    without,
    reading: await make({ permission: 'read' }),
    ofProfile: await make({ scope: 'profiles', profileIds: [OWN] }),
  };
}

async function tryKeys(done: Done, keys: Keys, world: World): Promise<Tried> {
  const { operation, asking } = done;
  const callWith = async (key: string): Promise<Tell> => {
    await world.restore(BEGINNING);
    const before = world.fingerprint();
    const { value: told } = await world.counted(() =>
      asked(world.service, operation, asking, { authorization: `Bearer ${key}` }),
    );
    return { told, hasWritten: world.fingerprint() !== before };
  };
  const { group = '' } = operation.card;
  const other = keys.without.get(group);
  const withoutGroup = other === undefined ? undefined : await callWith(other);
  const reading = await callWith(keys.reading);
  await world.restore(BEGINNING);
  const before = world.rows();
  const ofProfile = await callWith(keys.ofProfile);
  const after = ofProfile.hasWritten ? world.rows() : before;
  return {
    done,
    ...(withoutGroup !== undefined && { withoutGroup }),
    reading,
    ofProfile: { ...ofProfile, seen: foreignIn(ofProfile.told, done, before), changed: changedIn(before, after) },
  };
}

/** Ids of other profiles' records that the answer names and the call did not. */
function foreignIn({ text, status }: Told, { asking }: Done, rows: readonly string[]): readonly string[] {
  // Its own calls are in its log, with all that they named.
  named.push(JSON.stringify(asking));
  if (status >= 300) return [];
  const sent = named.join(' ');
  return rows
    .map((row) => JSON.parse(row) as Fields)
    .filter(({ profile_id: profile }) => typeof profile === 'string' && profile !== OWN)
    .map(({ id }) => String(id))
    .filter((id) => /^[0-9a-f]{24}$|^\d{15,}$/.test(id))
    .filter((id) => text.includes(id) && !sent.includes(id));
}

/** Kinds of the records that are not as they were and belong to another profile, or to the whole team. */
function changedIn(before: readonly string[], after: readonly string[]): readonly string[] {
  const [old, now] = [new Set(before), new Set(after)];
  const rows = [...before.filter((row) => !now.has(row)), ...after.filter((row) => !old.has(row))];
  const kinds = rows
    .map((row) => JSON.parse(row) as Fields)
    .filter(({ profile_id: profile, kind }) =>
      profile === null ? !isShared(String(kind)) : profile !== undefined && profile !== OWN,
    )
    .map(({ kind }) => String(kind));
  return [...new Set(kinds)];
}

/** A key limited to profiles may change these, as far as their areas let it. */
const isShared = (kind: string): boolean => catalog.service().kinds[kind]?.shared === true;

const idOf = ({ done }: Tried): string => done.operation.card.id;

test('AUTH-09 a key without the group of an operation is refused, and nothing is written', () => {
  const wrong = tried.filter(
    ({ withoutGroup }) => withoutGroup !== undefined && (withoutGroup.told.status !== 403 || withoutGroup.hasWritten),
  );
  expect(tried.filter(({ withoutGroup }) => withoutGroup !== undefined).length).toBeGreaterThan(700);
  expectKept('groups', wrong.map(idOf));
});

test('a key that only reads changes nothing, and its readings write nothing', () => {
  const wrong = tried.filter(
    ({ done, reading }) =>
      reading.hasWritten || (isChange(done.operation.card) ? reading.told.status !== 403 : reading.told.status >= 300),
  );
  expectKept(
    'read',
    wrong.map((one) => [idOf(one), one.reading.told.status]),
  );
});

test('AUTH-12 a key of one profile reads nothing of another', () => {
  expectKept(
    'profile-reads',
    tried.filter(({ ofProfile }) => ofProfile.seen.length > 0).map((one) => [idOf(one), one.ofProfile.seen]),
  );
});

test('AUTH-12 a key of one profile changes nothing of another, nor of the team', () => {
  expectKept(
    'profile-writes',
    tried.filter(({ ofProfile }) => ofProfile.changed.length > 0).map((one) => [idOf(one), one.ofProfile.changed]),
  );
});
