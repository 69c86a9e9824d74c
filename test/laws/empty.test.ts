/** On the empty pack with a fresh account of every platform, lists of kinds that callers or arrivals make hold exactly what was made. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { parsed, type Operation } from '../journeys/sweep/reading.ts';
import type { Fields } from '../journeys/sweep/trace.ts';
import { asked, operationsIn, type Asking, type Told } from '../support/asking.ts';
import { validCalls } from '../support/valid-call.ts';
import { leavesIn } from './support/answers.ts';
import { declaredIn, recordsIn } from './support/declared.ts';
import { openEmptyTeam, type EmptyTeam } from './support/empty.ts';
import { expectKnown } from './support/known.ts';

const catalog = openCatalog('dist/cards');
const declared = declaredIn(catalog);
const lists = operationsIn(catalog).filter(
  (operation) => declared.effectOf(operation).does === 'list' && declared.kindOf(operation)?.source === 'team',
);

interface Listing {
  readonly operation: Operation;
  readonly told: Told;
}

let team: EmptyTeam;
const listings: Listing[] = [];

beforeAll(async () => {
  team = await openEmptyTeam(catalog);
  for (const operation of lists)
    for (const asking of askingsFor(operation))
      listings.push({ operation, told: await asked(team.world.service, operation, asking) });
}, 300_000);
afterAll(() => team.world.close());

test('lists hold nothing that nobody made', () => {
  expectKnown(
    'team-lists',
    wrongWhere((listing) => foreignIn(listing).length > 0),
  );
});

test('lists leave out nothing that was made', () => {
  const shown = new Map<string, Set<unknown>>();
  for (const { operation, told } of listings.filter((one) => one.told.status < 300)) {
    const { id } = operation.card;
    const key = declared.kindOf(operation)?.key ?? 'id';
    const ids = recordsIn(declared.effectOf(operation), parsed(told)).map((record) => record[key]);
    shown.set(id, new Set([...(shown.get(id) ?? []), ...ids]));
  }
  const breaking = lists.filter((operation) => {
    const made = team.made.get(declared.effectOf(operation).kind ?? '') ?? new Set();
    return shown.has(operation.card.id) && [...made].some((id) => shown.get(operation.card.id)?.has(id) !== true);
  });
  expectKnown(
    'team-lists-lacking',
    breaking.map(({ card }) => card.id),
  );
});

test('counts of lists are the numbers of what they hold', () => {
  expectKnown(
    'team-counts',
    wrongWhere((listing) => wrongCountsIn(listing).length > 0),
  );
});

test('every account and the profile are there to be listed', () => {
  expect(team.made.get('account')?.size).toBe(team.accountIds.length);
  expect(team.made.get('profile')?.size).toBe(1);
});

const wrongWhere = (isWrong: (listing: Listing) => boolean): readonly string[] =>
  listings.filter((one) => one.told.status < 300 && isWrong(one)).map(({ operation }) => operation.card.id);

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
  const [first] = validCalls(operation, { catalog, seed: 3 });
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
