import type { EventName } from '#contract';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { problemsOf } from '../../src/schema/problems.ts';
import { accountIdsIn, accountPathsOf, isEventName } from '../../src/webhooks/catalogue.ts';
import { bodyOf } from '../../src/webhooks/envelope.ts';
import { sampleAbout } from '../../src/webhooks/sample.ts';

const catalog = openCatalog('dist/cards');
const { schemas } = catalog.file('events');
const events = catalog.index().events.filter(isEventName);
const samples = catalog.samples();
const AT = Date.parse('2026-01-05T09:00:00.000Z');
const sample = (event: EventName) => samples[event] ?? {};

describe('the sample of', () => {
  test.each(events.map((event) => [event]))('%s is valid against its schema', (event) => {
    const body = bodyOf({ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', event, at: AT, payload: sample(event) });
    expect(problemsOf(schemas[event] ?? {}, JSON.parse(body), schemas)).toEqual([]);
  });
});

test('events whose payload the contract does not spell out carry what they are about', () => {
  expect(sample('contact.tag_added')).toMatchObject({ contact: { id: expect.any(String) as string }, tag: 'regular' });
  expect(sample('sequence.exited')).toMatchObject({
    sequence: { id: expect.any(String) as string },
    status: 'completed',
  });
  expect(sample('workflow.run.failed')).toMatchObject({
    execution: { id: expect.any(String) as string },
    reason: expect.any(String) as string,
  });
  expect(sample('branded_calling.identity.status_updated')).toMatchObject({
    identity: {},
    status: 'approved',
    reason: null,
  });
});

test('keys that are always there are there, null where nothing applies', () => {
  const producers = ['automationId', 'workflowId', 'executionId', 'broadcastId', 'sequenceId'];
  for (const event of ['message.sent', 'message.received'] as const)
    for (const key of producers) expect(sample(event), event).toHaveProperty(`message.${key}`, null);
  for (const event of ['message.sent', 'message.delivered', 'message.read', 'message.failed'] as const)
    for (const key of ['pricing', 'billingConversation']) expect(sample(event), event).toHaveProperty(key);
});

describe("a sample about an account of one's own", () => {
  const account = {
    accountId: 'a'.repeat(24),
    profileId: 'b'.repeat(24),
    platform: 'telegram',
    username: 'me',
    displayName: 'Me',
  };

  test('speaks of it wherever it spoke of its own', () => {
    const payload = sampleAbout('message.received', sample('message.received'), account);
    expect(payload).toMatchObject({
      account: { id: account.accountId, ...account },
      message: { platform: 'telegram' },
    });
    expect(JSON.stringify(payload)).not.toContain(accountIdsIn('message.received', sample('message.received'))[0]);
  });

  test.each(events.filter((event) => accountPathsOf(event).length > 0).map((event) => [event]))(
    '%s names it at every place',
    (event) => {
      const ids = accountIdsIn(event, sampleAbout(event, sample(event), account));
      expect(ids[0]).toBe(account.accountId);
      expect(ids).toHaveLength(event === 'post.partial' ? 2 : 1);
    },
  );

  test('leaves a platform alone that is not given', () => {
    const { accountId } = account;
    expect(sampleAbout('review.new', sample('review.new'), { accountId })).toMatchObject({
      account: { accountId, platform: 'googlebusiness' },
    });
  });

  test('is the sample itself where the event names no account', () => {
    expect(sampleAbout('contact.tag_added', sample('contact.tag_added'), account)).toEqual(sample('contact.tag_added'));
  });
});
