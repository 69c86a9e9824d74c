/** News of the API itself. */
import { beforeEach, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { delivering, type Delivering } from '../../delivery/delivering.ts';

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

const publish = (message: string, changes: object = { operations: { added: ['listThings'] } }) =>
  at.service.control('POST', '/_local/changelog', {
    type: 'added',
    message,
    url: 'https://docs.example/changes',
    changes,
  });
const listed = async (query: Record<string, number> = {}) =>
  (await at.service.api('GET', '/v1/changelog', { query })).body as unknown as {
    entries: Record<string, unknown>[];
    pagination: Record<string, unknown>;
  };

test('CHG-01 CHG-02 ASM-11 entries are listed, the newest first, page by page', async () => {
  await publish('older');
  await at.service.advance(1);
  await publish('newer');
  const { entries } = await listed();
  expect(entries.slice(0, 2).map(({ message }) => message)).toEqual(['newer', 'older']);
  expect(entries[0]).toMatchObject({ type: 'added', url: 'https://docs.example/changes', changes: {} });
  expect((await listed({ limit: 1, skip: 1 })).entries).toMatchObject([{ message: 'older' }]);
});

test('CHG-03 EVT-120 EVT-122 an entry is told to every subscriber without scope', async () => {
  const scoped = await startReceiver();
  const events = ['api.changelog.published'];
  await at.webhook({ events });
  await at.webhook({ name: 'scoped', url: scoped.url, events, profileIds: [await at.service.profileId()] });
  await publish('news');
  await at.settled();
  const entry = at.receiver.arrived[0]?.payload['entry'] as Record<string, unknown>;
  expect(entry).toMatchObject({
    type: 'added',
    message: 'news',
    url: 'https://docs.example/changes',
    specVersion: openCatalog('dist/cards').index().version,
    changes: { operations: { added: ['listThings'] } },
  });
  expect((await listed({ limit: 1 })).entries).toMatchObject([entry]);
  expect(at.receiver.arrived).toHaveLength(1);
  expect(scoped.arrived).toEqual([]);
});

test('EVT-121 the changes are lists of what came, went and changed, of operations and of schemas', async () => {
  await at.webhook({ events: ['api.changelog.published'] });
  await publish('news');
  const changes = {
    operations: { added: ['listThings'], removed: ['listBooks'], modified: ['getThing', 'setThing'] },
    schemas: { added: ['Thing'], removed: ['Book'], modified: ['Shelf'] },
  };
  await publish('more', changes);
  await at.settled();
  expect(at.receiver.arrived.map(({ payload }) => Object(payload['entry']).changes)).toEqual([
    {
      operations: { added: ['listThings'], removed: [], modified: [] },
      schemas: { added: [], removed: [], modified: [] },
    },
    changes,
  ]);
  expect((await listed({ limit: 2 })).entries).toContainEqual(expect.objectContaining({ message: 'more', changes }));
});

test('EVT-122 an endpoint that is switched off gets none', async () => {
  await at.webhook({ events: ['api.changelog.published'], isActive: false });
  await publish('news');
  await at.settled();
  expect(at.receiver.arrived).toEqual([]);
});

test('CHG-04 everything deprecated has an entry', async () => {
  const deprecated = openCatalog('dist/cards')
    .operations()
    .filter((one) => one.deprecated === true);
  const { entries } = await listed({ limit: 100 });
  expect(deprecated.length).toBeGreaterThan(0);
  for (const { method, path } of deprecated)
    expect(
      entries.map(({ message }) => String(message)).filter((text) => text.startsWith(`${method} ${path} `)),
    ).toHaveLength(1);
});
