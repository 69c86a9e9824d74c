/** `POST /_local/inbound` as a whole: its judgement of bodies, and any event as it stands. Each type has a file of its own. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { problemsOf } from '../../../src/schema/problems.ts';
import { accountIdsIn, accountPathsOf } from '../../../src/webhooks/catalogue.ts';
import { startService, type ServiceUnderTest } from '../../support/service.ts';

const catalog = openCatalog('dist/cards');
const { schemas } = catalog.file('events');
const EVENTS = catalog.index().events.filter((event) => event !== 'webhook.test');

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const inbound = (body: object) => service.control<{ eventIds: string[] }>('POST', '/_local/inbound', body);

test('every event of the catalogue can be caused, valid and with its account in its place', async () => {
  const account = await service.account('instagram');
  for (const event of EVENTS) {
    const { status, body } = await inbound({ type: 'event', event, accountId: account._id });
    expect(status, event).toBe(201);
    expect(body.eventIds).toHaveLength(1);
    const told = (await service.events(event)).at(-1);
    expect(told?.id).toBe(body.eventIds[0]);
    expect(problemsOf(schemas[event] ?? {}, told?.payload, schemas), event).toEqual([]);
    const named = accountPathsOf(event).length === 0 ? undefined : account._id;
    expect(accountIdsIn(event, told?.payload ?? {})[0], event).toBe(named);
  }
});

describe('a body is refused', () => {
  test.each([
    [{}, 'type'],
    [{ type: 'nonsense' }, 'type'],
    [{ type: 'event' }, 'event'],
    [{ type: 'event', event: 'post.exploded' }, 'event'],
    [{ type: 'event', event: 'post.failed', colour: 'red' }, 'colour'],
    [{ type: 'message', accountId: 'x' }, 'participant'],
    [{ type: 'message', accountId: 'x', participant: {} }, 'participant.id'],
    [{ type: 'review', accountId: 'x', author: {}, rating: 6 }, 'rating'],
  ])('%j for %s', async (body, param) => {
    expect(await inbound(body)).toMatchObject({ status: 400, body: { param } });
  });

  test('webhook.test comes from the test of an endpoint alone', async () => {
    expect(await inbound({ type: 'event', event: 'webhook.test' })).toMatchObject({
      status: 400,
      body: { param: 'event' },
    });
  });

  test('for an account that is not there', async () => {
    const body = { type: 'message', accountId: 'f'.repeat(24), participant: { id: '1' } };
    expect(await inbound(body)).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
    expect(await inbound({ type: 'event', event: 'post.failed', accountId: 'nobody' })).toMatchObject({ status: 404 });
  });

  test('and nothing of it is kept when its payload would not be valid', async () => {
    const account = await service.account('telegram');
    const metadata = { interactiveType: 'no such thing' };
    const body = { type: 'message', accountId: account._id, participant: { id: '1' }, text: 'hi', metadata };
    expect(await inbound(body)).toMatchObject({ status: 400, body: { param: 'metadata.interactiveType' } });
    expect(await service.service.desk.store.read.list('conversation')).toEqual([]);
  });
});

test("a payload of one's own is emitted as it stands", async () => {
  const payload = { anything: ['at', { all: null }], post: { platforms: [] } };
  await inbound({ type: 'event', event: 'post.failed', payload });
  expect((await service.events('post.failed'))[0]?.payload).toMatchObject(payload);
});
