/** The request log says what each call changed: records by kind and id, fields by name, and values only where they cannot be secret. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../support/service.ts';

type Started = Awaited<ReturnType<typeof startService>>;

const newest = async ({ control }: Started): Promise<Json> => {
  const [found] = (await control<{ requests: Json[] }>('GET', '/_local/requests?limit=1')).body.requests;
  if (found === undefined) throw new Error('The log is empty.');
  return found;
};

test('a created, a changed and a deleted record are named with their kind and id', async () => {
  const started = await startService();
  const { api } = started;
  const made = await api('POST', '/v1/profiles', { body: { name: 'North' } });
  const id = String((made.body['profile'] as Json)['_id']);
  expect((await newest(started))['changes']).toEqual([{ did: 'created', kind: 'profile', id }]);
  await api('PUT', `/v1/profiles/${id}`, { body: { name: 'South' } });
  const [changed] = (await newest(started))['changes'] as unknown as Json[];
  expect(changed).toMatchObject({ did: 'changed', kind: 'profile', id });
  // What somebody wrote is named, and its text left out.
  expect(changed?.['fields']).toContainEqual({ field: 'name' });
  await api('DELETE', `/v1/profiles/${id}`);
  expect((await newest(started))['changes']).toContainEqual({ did: 'deleted', kind: 'profile', id });
});

test('a state is shown before and after, and a post is one change however often the call wrote it', async () => {
  const started = await startService();
  const { api, account } = started;
  const { _id: accountId } = await account('twitter');
  const made = await api('POST', '/v1/posts', {
    body: { content: 'Hello', scheduledFor: '2026-02-01T10:00:00Z', platforms: [{ platform: 'twitter', accountId }] },
  });
  const id = String((made.body['post'] as Json)['_id']);
  await api('PUT', `/v1/posts/${id}`, { body: { isDraft: true } });
  const changes = (await newest(started))['changes'] as unknown as Json[];
  expect(changes.filter((one) => String(one['kind']) === 'post')).toHaveLength(1);
  expect(changes[0]?.['fields']).toContainEqual({ field: 'status', before: 'scheduled', after: 'draft' });
});

test('a reading and a refusal change nothing, and no secret is in the log', async () => {
  const started = await startService();
  const { api, control } = started;
  await api('GET', '/v1/profiles');
  expect((await newest(started))['changes']).toEqual([]);
  await api('POST', '/v1/profiles', { body: {} });
  expect(await newest(started)).toMatchObject({ status: 400, changes: [] });
  const secret = 'whsec-nobody-may-read-this';
  await api('POST', '/v1/webhooks/settings', {
    body: { name: 'Mine', url: 'https://example.com/hook', events: ['post.published'], secret },
  });
  expect((await newest(started))['changes']).toMatchObject([{ did: 'created', kind: 'webhook' }]);
  expect(JSON.stringify((await control('GET', '/_local/requests')).body)).not.toContain(secret);
});
