import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { problemsOf } from '../../src/schema/problems.ts';
import { accountIdsIn, accountPathsOf } from '../../src/webhooks/catalogue.ts';
import { bodyOf } from '../../src/webhooks/envelope.ts';
import { samplePayload } from '../../src/webhooks/sample.ts';

const catalog = openCatalog('dist/cards');
const { schemas } = catalog.file('events');
const { events } = catalog.index();
const AT = Date.parse('2026-01-05T09:00:00.000Z');
const sample = (event: string) => samplePayload({ event, schemas, at: AT });

describe('a sample of', () => {
  test.each(events.map((event) => [event]))('%s is valid against its schema, and the same each time', (event) => {
    const body = bodyOf({ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', event, at: AT, payload: sample(event) });
    expect(problemsOf(schemas[event] ?? {}, JSON.parse(body), schemas)).toEqual([]);
    expect(bodyOf({ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', event, at: AT, payload: sample(event) })).toBe(body);
  });

  test.each(events.map((event) => [event]))('%s names one account wherever its event has a place for it', (event) => {
    const payload = sample(event);
    expect(accountIdsIn(event, payload)).toHaveLength(accountPathsOf(event).length === 0 ? 0 : 1);
    for (const path of accountPathsOf(event)) {
      const found = path
        .split('.')
        .reduce<unknown>((at, name) => [at].flat().map((one) => (one as Record<string, unknown>)[name])[0], payload);
      expect(found, path).toMatch(/^[0-9a-f]{24}$/);
    }
  });
});

test('ASM-44 events whose payload the contract does not spell out carry what they are about', () => {
  expect(sample('contact.tag_added')).toMatchObject({ contact: { id: expect.any(String) as string }, tag: 'regular' });
  expect(sample('sequence.exited')).toMatchObject({ sequence: { id: expect.any(String) as string }, status: 'exited' });
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

test("an account of one's own stands where the example would", () => {
  const account = {
    accountId: 'a'.repeat(24),
    profileId: 'b'.repeat(24),
    platform: 'telegram',
    username: 'me',
    displayName: 'Me',
  };
  const payload = samplePayload({ event: 'message.received', schemas, at: AT, account });
  expect(payload).toMatchObject({
    account: { id: account.accountId, ...account },
    message: { platform: 'telegram' },
  });
});

test('an event that the contract does not have has no sample', () => {
  expect(() => sample('post.exploded')).toThrow('post.exploded');
});
