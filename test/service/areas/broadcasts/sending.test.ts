/** A broadcast to more people than one commit takes: chunk after chunk on the timeline, each recipient once. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, onTestFinished, test } from 'vitest';
import { failingCommits } from '../../../support/failing-commits.ts';
import { startBroadcast } from './broadcasting.ts';

/** Recipients on Telegram; 120 are two chunks and a part of one. */
async function crowd(size = 120) {
  const at = await startBroadcast('telegram');
  const contacts = Array.from({ length: size }, (_, index) => ({ name: `N${index}`, platformIdentifier: `9${index}` }));
  const body = { profileId: at.profileId, accountId: at.accountId, platform: 'telegram', contacts };
  expect((await at.api('POST', '/v1/contacts/bulk', { body })).body).toMatchObject({ created: size });
  expect((await at.act('recipients', { useSegment: true })).body).toMatchObject({ added: size, skipped: 0 });
  return at;
}

test('AUT-03 the first chunk goes out with the call, the others follow on the timeline, each recipient once', async () => {
  const { act, shown, texts, advance } = await crowd();
  expect((await act('send')).body).toMatchObject({ status: 'sending', sent: 50, failed: 0, recipientCount: 120 });
  expect(await act('send')).toMatchObject({ status: 400 });
  await advance(0);
  expect(await shown()).toMatchObject({ status: 'completed', recipientCount: 120, sentCount: 120 });
  const people = (await texts()).map(([to]) => to);
  expect([people.length, new Set(people).size]).toEqual([120, 120]);
});

test('AUT-03 what has not gone out when a broadcast is cancelled stays unsent', async () => {
  const { act, shown, texts, summary, advance, service } = await crowd();
  const { failing } = failingCommits(service.desk.store);
  await failing(async () => {
    await act('send');
  });
  expect(await summary()).toMatchObject({ pending: 120 });
  const sending = act('send');
  const cancelled = sending.then(() => act('cancel'));
  expect((await cancelled).body['broadcast']).toMatchObject({ status: 'cancelled' });
  await advance(5);
  const { pending, sent } = (await summary()) as unknown as { pending: number; sent: number };
  expect(await shown()).toMatchObject({ status: 'cancelled' });
  expect([pending + sent, (await texts()).length]).toEqual([120, sent]);
  expect(pending).toBeGreaterThan(0);
});

test.each([
  ['the only recipient', ['77'], { status: 'failed', sent: 0, failed: 1 }],
  ['one of two', ['77', '78'], { status: 'completed', sent: 1, failed: 1 }],
])('AUT-03 a broadcast that fails for %s ends so', async (_who, people, outcome) => {
  const { contact, act, api, shown } = await startBroadcast('telegram');
  const contactIds = [];
  for (const person of people) contactIds.push(await contact(person, person));
  await act('recipients', { contactIds });
  await api('PATCH', `/v1/contacts/${String(contactIds[0])}`, { body: { isBlocked: true } });
  expect((await act('send')).body).toMatchObject(outcome);
  expect(await shown()).toMatchObject({ status: outcome.status });
});

/** @returns says by how many bytes the old heap has grown since, whatever was collected in between */
function watchOldHeap(): () => number {
  const bytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
  let [last, grown] = [bytes(), 0];
  const note = () => {
    const now = bytes();
    grown += Math.max(0, now - last);
    last = now;
  };
  const observer = new PerformanceObserver(note);
  observer.observe({ entryTypes: ['gc'] });
  onTestFinished(() => observer.disconnect());
  return () => {
    note();
    return grown;
  };
}

// Source: decisions/0018
test('AUT-03 hardly anything of a recipient reaches the old heap', async () => {
  const { act, shown, advance } = await crowd(1_000);
  const grown = watchOldHeap();
  await act('send');
  await advance(0);
  expect(await shown()).toMatchObject({ status: 'completed', sentCount: 1_000 });
  expect(grown() / 1_000).toBeLessThan(3_000);
});
