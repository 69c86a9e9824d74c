/** On the empty pack with a fresh account of every platform: lists of kinds that callers or arrivals make hold exactly what was made, and no reading invents anything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { parsed, type Operation } from '../journeys/sweep/reading.ts';
import type { Fields } from '../journeys/sweep/trace.ts';
import { asked, operationsIn, type Asking } from '../support/asking.ts';
import { validCalls } from '../support/valid-call.ts';
import { leavesIn } from './support/answers.ts';
import { declaredIn, recordsIn } from './support/declared.ts';
import { openEmptyTeam, type EmptyTeam } from './support/empty.ts';
import { otherPlatformsIn, unresolvedIn } from './support/ids.ts';
import { expectKept } from './support/kept.ts';
import { inventedIn, stateOf, type State } from './support/provenance.ts';
import { readersIn } from './support/reader.ts';
import { BEGINNING, SEED, type Done } from './support/trial.ts';

const catalog = openCatalog('dist/cards');
const declared = declaredIn(catalog);
const operations = operationsIn(catalog);
const ground = { declared, readers: readersIn(operations, declared) };
const isTeamList = (operation: Operation): boolean =>
  declared.effectOf(operation).does === 'list' && declared.kindOf(operation)?.source === 'team';
const lists = operations.filter(isTeamList);
const readings = operations.filter((operation) => operation.card.method === 'GET' && declared.isRead(operation));

type Listing = Pick<Done, 'operation' | 'asking' | 'told'>;

let team: EmptyTeam;
const listings: Listing[] = [];
const invented: (readonly [string, readonly string[]])[] = [];
const unresolved: string[] = [];
const otherPlatforms: string[] = [];

beforeAll(async () => {
  team = await openEmptyTeam(catalog);
  const { world } = team;
  await world.keep(BEGINNING);
  const state = stateOf(world.rows());
  for (const operation of [...new Set([...lists, ...readings])])
    for (const asking of askingsFor(operation)) {
      await world.restore(BEGINNING);
      const { value: told, commits } = await world.counted(() => asked(world.service, operation, asking));
      if (told.status >= 300) continue;
      const done = { operation, asking, told, commits };
      if (isTeamList(operation)) listings.push(done);
      await lookAt(done, state);
      // What a platform's own reading says of one account of it, it says of the others.
      if (!isTeamList(operation)) break;
    }
}, 300_000);
afterAll(() => team.world.close());

async function lookAt(done: Done, state: State): Promise<void> {
  const { id } = done.operation.card;
  invented.push([id, inventedIn(done, state, declared)]);
  unresolved.push(...(await unresolvedIn(done, team.world, ground)).map((path) => `${id} ${path}`));
  otherPlatforms.push(...(await otherPlatformsIn(done, team.world)).map((path) => `${id} ${path}`));
}

test('no reading of the empty pack says what nobody sent, kept or declared', () => {
  expectKept(
    'empty-provenance',
    invented.filter(([, paths]) => paths.length > 0),
  );
});

test('no reading of the empty pack names a record that does not exist', () => {
  expectKept('empty-ids-resolve', unresolved);
});

test('every platform in a reading of the empty pack is that of the account beside it', () => {
  expectKept('empty-platforms', otherPlatforms);
});

test('lists hold nothing that nobody made', () => {
  expectKept(
    'team-lists',
    wrongWhere((listing) => foreignIn(listing).length > 0),
  );
});

test('lists leave out nothing that was made', () => {
  const shown = new Map<string, Set<unknown>>();
  for (const { operation, told } of listings) {
    const { id } = operation.card;
    const key = declared.kindOf(operation)?.key ?? 'id';
    const ids = recordsIn(declared.effectOf(operation), parsed(told)).map((record) => record[key]);
    shown.set(id, new Set([...(shown.get(id) ?? []), ...ids]));
  }
  const breaking = lists.filter((operation) => {
    const made = team.made.get(declared.effectOf(operation).kind ?? '') ?? new Set();
    return shown.has(operation.card.id) && [...made].some((id) => shown.get(operation.card.id)?.has(id) !== true);
  });
  expectKept(
    'team-lists-lacking',
    breaking.map(({ card }) => card.id),
  );
});

test('counts of lists are the numbers of what they hold', () => {
  expectKept(
    'team-counts',
    wrongWhere((listing) => wrongCountsIn(listing).length > 0),
  );
});

test('every account and the profile are there to be listed', () => {
  expect(team.made.get('account')?.size).toBe(team.accountIds.length);
  expect(team.made.get('profile')?.size).toBe(1);
});

const wrongWhere = (isWrong: (listing: Listing) => boolean): readonly string[] =>
  listings.filter(isWrong).map(({ operation }) => operation.card.id);

/** Records of the answer that were not made. */
function foreignIn({ operation, told }: Listing): readonly Fields[] {
  const effect = declared.effectOf(operation);
  const made = team.made.get(effect.kind ?? '');
  const key = declared.kindOf(operation)?.key ?? 'id';
  return recordsIn(effect, parsed(told)).filter((record) => made?.has(String(record[key])) !== true);
}

/** Totals that are not the number of records. */
function wrongCountsIn({ operation, told }: Listing): readonly string[] {
  const answer = parsed(told);
  const count = recordsIn(declared.effectOf(operation), answer).length;
  return leavesIn(answer)
    .filter(({ path, name, value }) => !path.includes('[]') && COUNTS.has(name) && value !== count)
    .map(({ path }) => path);
}

const COUNTS: ReadonlySet<string> = new Set(['total', 'count', 'totalCount', 'totalItems']);

/** One call for each account where an account is named, one otherwise; ids of anything else name nothing. */
function askingsFor(operation: Operation): readonly Asking[] {
  const [first] = validCalls(operation, { catalog, seed: SEED });
  if (first === undefined) return [];
  const places = declared.placesOf(operation);
  const isAccount = (name: string): boolean => name === 'accountId' || places[name] === 'account';
  const params = operation.card.params.filter(
    ({ in: part, required }) => part === 'path' || (part === 'query' && required),
  );
  const names = params.map(({ name }) => name);
  const fill = (accountId: string): Asking => {
    const value = (name: string, given: unknown): unknown =>
      isAccount(name) ? accountId : name === 'profileId' || places[name] === 'profile' ? team.profileId : given;
    const filled = (fields: Fields): Fields =>
      Object.fromEntries(
        Object.entries(fields)
          .filter(([name]) => names.includes(name))
          .map(([name, given]) => [name, value(name, given)]),
      );
    return { path: filled(first.path), query: filled(first.query) };
  };
  return (names.some(isAccount) ? team.accountIds : ['']).map(fill);
}
