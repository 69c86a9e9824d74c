/** Laws of one call, tried on every operation of the contract: what it commits, what it leaves when it fails, what it says to an id of nothing, what two readings say. */
import { beforeAll, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { operationsIn } from '../support/asking.ts';
import { isWaiting } from '../support/not-simulated.ts';
import { declaredIn } from './support/declared.ts';
import { otherPlatformsIn, unresolvedIn } from './support/ids.ts';
import { compareWithLists, type Listed } from './support/in-list.ts';
import { lookForWrongEvents, type WrongEvent } from './support/events.ts';
import { expectKept } from './support/kept.ts';
import { inventedIn } from './support/provenance.ts';
import { compareReadings, isReadBack, type ReadBack } from './support/read-back.ts';
import { readersIn } from './support/reader.ts';
import { sweepAll, type Look, type Sweep } from './support/sweep.ts';
import { SEED, succeed, type Unknown } from './support/trial.ts';
import type { Operation } from '../journeys/sweep/reading.ts';
import { speaksOfIt } from './support/unknown-words.ts';

const catalog = openCatalog('dist/cards');
const operations = operationsIn(catalog);
const listed: Listed[] = [];

const lookIntoLists: Look = async (done, world) => {
  const ground = {
    service: world.service,
    catalog,
    operations,
    seed: 3,
    made: new Map(),
    restore: async () => undefined,
  };
  listed.push(await compareWithLists(done, ground));
};

const declared = declaredIn(catalog);
const ground = { declared, readers: readersIn(operations, declared) };
const unresolved: string[] = [];
const otherPlatforms: string[] = [];
const readBack: ReadBack[] = [];
const wrongEvents: WrongEvent[] = [];

const lookForIds: Look = async (done, world) => {
  const { id } = done.operation.card;
  unresolved.push(...(await unresolvedIn(done, world, ground)).map((path) => `${id} ${path}`));
  otherPlatforms.push(...(await otherPlatformsIn(done, world)).map((path) => `${id} ${path}`));
};

/** Further calls whose values are read back; more of them in a long run by hand: `LAWS_RUNS=50`. */
const RUNS = Number(process.env['LAWS_RUNS'] ?? 1);

/** The last look: it brings the beginning back. */
const lookForSent: Look = async (done, world) => {
  readBack.push(await compareReadings(done, world, ground));
  if (!isReadBack(done, ground)) return;
  for (let run = 1; run <= RUNS; run += 1) {
    const other = await succeed(done.operation, world, { seed: SEED + run });
    if (other !== undefined) readBack.push(await compareReadings(other, world, ground));
  }
};

type Published = Readonly<Record<string, Readonly<Record<string, { readonly description: string }>>>>;

let sweep: Sweep;
beforeAll(async () => {
  sweep = await sweepAll(catalog, [lookForWrongEvents(wrongEvents), lookIntoLists, lookForIds, lookForSent]);
}, 600_000);

test('every operation that is simulated has a valid call that succeeds on the demo pack', () => {
  const succeeding = new Set(sweep.trials.map(({ operation }) => operation.card.id));
  const failing = operations.map(({ card }) => card).filter((card) => !succeeding.has(card.id));
  expect(failing.filter((card) => !isWaiting(catalog, card)).map(({ id }) => id)).toEqual([]);
});

test('the first reading of anything commits nothing', () => {
  const breaking = sweep.first.filter(({ operation, commits }) => declared.isRead(operation) && commits > 0);
  expectKept(
    'reads-commit',
    breaking.map(({ operation }) => operation.card.id),
  );
});

test('a call commits as often as is declared: a write once or for each of its steps, a reading never', () => {
  const breaking = sweep.trials.filter(({ operation, commits }) => commits !== declared.commitsOf(operation));
  expectKept(
    'commits',
    breaking.map(({ operation, commits }) => `${operation.card.id} ${String(commits)}`),
  );
});

test('a call under a key commits once', () => {
  const breaking = sweep.trials.filter(
    ({ operation, keyed }) => keyed !== undefined && keyed.commits !== declared.commitsOf(operation),
  );
  expectKept(
    'commits-keyed',
    breaking.map(({ operation, keyed }) => `${operation.card.id} ${String(keyed?.commits)}`),
  );
});

test('a call that is repeated under its key answers the same and writes nothing', () => {
  const keyed = sweep.trials.filter((one) => one.keyed !== undefined);
  const breaking = keyed.filter((one) => one.keyed?.isSameAgain !== true || one.keyed.hasWrittenAgain);
  expect(keyed.length).toBeGreaterThan(0);
  expect(breaking.map(({ operation }) => operation.card.id)).toEqual([]);
});

test('a call that fails at any of its commits leaves the store as before or after that step', () => {
  const breaking = sweep.trials.filter(({ interrupted }) => interrupted.some(({ left }) => left === 'between'));
  expectKept(
    'interrupted',
    breaking.map(({ operation }) => operation.card.id),
  );
});

test('an id of nothing is refused', () => {
  expectKept(
    'unknown-accepted',
    unknownsWhere(({ told }) => told.status < 400 || told.status >= 500),
  );
});

test('an id of nothing is refused in the words of its kind', () => {
  const breaking = sweep.trials.flatMap(({ operation, unknown }) =>
    unknown
      .filter((one) => one.told.status >= 400 && !speaksOfIt(operation.card, one, kindsOf(operation, one)))
      .map(({ place }) => `${operation.card.id} ${place.part} ${place.name}`),
  );
  expectKept('unknown-words', breaking);
});

test('an id of nothing in a path is refused as the published description says', () => {
  const { paths } = catalog.published() as Readonly<Record<'paths', Published>>;
  const places = sweep.trials.flatMap(({ unknown }) => unknown.filter(({ place }) => place.part === 'path'));
  const breaking = sweep.trials.flatMap(({ operation: { card }, unknown }) =>
    unknown
      .filter((one) => places.includes(one))
      .flatMap(({ place, told }) => {
        const { description } = paths[card.path]?.[card.method.toLowerCase()] ?? { description: '' };
        const { code } = JSON.parse(told.text) as { readonly code?: string };
        const said = `An unknown \`${place.name}\` is refused with ${String(told.status)} \`${String(code)}\`.`;
        return description.includes(said) ? [] : [`${card.id} ${said}`];
      }),
  );
  expect(places.length).toBeGreaterThan(300);
  expect(breaking).toEqual([]);
});

test('a call with an id of nothing writes nothing', () => {
  expectKept(
    'unknown-writes',
    unknownsWhere(({ hasWritten }) => hasWritten),
  );
});

test('two readings under a frozen clock are equal, byte for byte', () => {
  const breaking = sweep.trials.filter(
    ({ operation, told, again }) => declared.isRead(operation) && again !== undefined && again.text !== told.text,
  );
  expectKept(
    'reads-differ',
    breaking.map(({ operation }) => operation.card.id),
  );
});

test('what get returns is in list', () => {
  expectKept(
    'not-in-list',
    listed.flatMap(({ missing }) => missing),
  );
});

test('what get returns reads the same in list', () => {
  expectKept(
    'other-in-list',
    listed.flatMap(({ other }) => other),
  );
});

test('every id of an answer that names a kind which callers make resolves', () => {
  expectKept('ids-resolve', unresolved);
});

test('every platform of an answer is that of the account beside it', () => {
  expectKept('platforms', otherPlatforms);
});

test('every value of an answer has a provenance', () => {
  const found = sweep.first.map((done) => [done.operation.card.id, inventedIn(done, sweep.state, declared)] as const);
  expectKept(
    'provenance',
    found.filter(([, paths]) => paths.length > 0),
  );
});

test('every event that a call emits is as its schema says, and so is every event of the demo pack', () => {
  expectKept('events-fit', wrongEvents);
});

test('every field that is written reads back equal in every reading of its kind', () => {
  expectKept(
    'read-back',
    readBack.flatMap(({ other }) => other),
  );
});

test('every kind that is written is read by some operation', () => {
  expectKept(
    'unread-kinds',
    readBack.flatMap(({ unread }) => unread ?? []),
  );
});

const kindsOf = (operation: Operation, { place }: Unknown): readonly string[] =>
  declared.kindsIn(operation, place.part, place.name);

/** `getPost path postId` for each place of an id that breaks a law. */
const unknownsWhere = (isBreaking: (one: Sweep['trials'][number]['unknown'][number]) => boolean): readonly string[] =>
  sweep.trials.flatMap(({ operation, unknown }) =>
    unknown
      .filter((one) => isBreaking(one) && !declared.isNoId(operation, one.place.name))
      .map(({ place }) => `${operation.card.id} ${place.part} ${place.name}`),
  );
