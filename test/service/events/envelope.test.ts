/** What every event has, whatever it is about. */
import { expect, test } from 'vitest';
import { isRecordId, isUuid } from '../../../src/kernel/ids.ts';
import { startService } from '../../support/service.ts';

test('GEN-05 WHK-72 WHK-74 an event has a UUID that is no id of a resource, its name, and a time in UTC', async () => {
  const service = await startService();
  const account = await service.account('bluesky');
  const platforms = [{ platform: 'bluesky', accountId: account._id }];
  await service.api('POST', '/v1/posts', { body: { content: 'hello', platforms, publishNow: true } });
  const events = await service.events();
  expect(events.map(({ event }) => event)).toEqual(['account.connected', 'post.platform.published', 'post.published']);
  for (const { id, event, timestamp, payload } of events) {
    expect(isUuid(id), id).toBe(true);
    expect(isRecordId(id), id).toBe(false);
    expect(payload).toMatchObject({ id, event, timestamp });
    expect(timestamp).toMatch(/Z$/);
    expect(JSON.stringify({ ...payload, id: undefined })).not.toContain(id);
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});
