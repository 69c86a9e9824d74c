/** What is one platform's own is refused to accounts of another, tried on every operation whose kind of record says which platforms it is of. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { asked, operationsIn, type Asking } from '../support/asking.ts';
import { declaredIn } from './support/declared.ts';
import { openWorld, type World } from './support/world.ts';

const catalog = openCatalog('dist/cards');
const declared = declaredIn(catalog);

/** On these platforms nothing is of one platform alone. */
const ELSEWHERE = 'telegram';

const withAccount = (fields: unknown, accountId: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(Object(fields)).map(([name, value]) => [name, name === 'accountId' ? accountId : value]),
  );

const namesAccount = ({ path, query, body }: Asking): boolean =>
  [path, query, Object(body)].some((fields) => Object.hasOwn(fields, 'accountId'));

/** Each operation of a kind of some platforms that takes no file, with a call of its examples that names an account. */
const own = operationsIn(catalog).flatMap((operation) => {
  const { platforms } = declared.kindOf(operation) ?? {};
  const { kind = 'json' } = operation.card.body ?? {};
  const asking = (catalog.examples()[operation.card.id] ?? []).find(namesAccount);
  return kind !== 'json' || asking === undefined || platforms === undefined || platforms.includes(ELSEWHERE)
    ? []
    : [{ operation, asking }];
});

let world: World;
beforeAll(async () => {
  world = await openWorld(catalog, { seedPack: 'demo' });
});
afterAll(() => world.close());

test('an account of another platform is refused, and nothing is written', async () => {
  const made = await world.service.inject({
    method: 'POST',
    url: '/_local/accounts',
    headers: { authorization: `Bearer ${world.service.controlKey}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ platform: ELSEWHERE }),
  });
  const accountId = (JSON.parse(made.body) as { account: { _id: string } }).account._id;
  const before = world.fingerprint();
  const wrong: string[] = [];
  for (const { operation, asking } of own) {
    const { path, query, body } = asking;
    const there = { path: withAccount(path, accountId), query: withAccount(query, accountId) };
    const sent = { ...there, ...(body !== undefined && { body: withAccount(body, accountId) }) };
    const { status, text } = await asked(world.service, operation, sent);
    const { code } = JSON.parse(text) as { code?: string };
    if (status !== 400 || code !== 'platform_not_supported')
      wrong.push(`${operation.card.id} ${String(status)} ${text}`);
  }
  expect(own.length).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
  expect(world.fingerprint()).toBe(before);
});
