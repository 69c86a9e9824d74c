/** Work that is cut off or done twice: each target is published once, each event is told once. */
import { expect, test } from 'vitest';
import { createPost } from '../../../../../src/service/areas/posts/create.ts';
import { publishDue } from '../../../../../src/service/areas/posts/publish/publish.ts';
import { publicationOf } from '../../../../../src/service/areas/posts/publish/publication.ts';
import type { DueRow } from '../../../../../src/service/store/store.ts';
import { startService, type ServiceUnderTest } from '../../../../support/service.ts';
import { temporaryFolder } from '../../../../support/temp.ts';
import { behave, create, idOf, names, postEvents, publish, published, read, targetOf, type Account } from '../scene.ts';

const SOON = '2026-01-05T09:10:00.000Z';

const OUTCOME = ['post.scheduled', 'post.platform.published', 'post.published'];

/** A due post with the worker standing still, and the job of its target. */
async function dueJob(service: ServiceUnderTest, account: Account): Promise<{ id: string; job: DueRow }> {
  await service.control('POST', '/_local/worker', { state: 'paused' });
  const id = idOf(await create(service, [account], { scheduledFor: SOON }));
  await service.advance(600);
  const [job] = await service.service.desk.store.read.due({ kind: 'publish' });
  if (job === undefined) throw new Error('no job');
  return { id, job };
}

test('POST-67 a job that runs twice at once publishes once', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const { id, job } = await dueJob(service, twitter);
  await Promise.all([publishDue(job, service.service.desk), publishDue(job, service.service.desk)]);
  await publishDue(job, service.service.desk);
  expect(await published(service, twitter)).toHaveLength(1);
  expect(names(await postEvents(service))).toEqual(OUTCOME);
  expect(await read(service, id)).toMatchObject({ status: 'published' });
});

test('POST-67 a run that was cut off between the platform and the record is recorded by the next', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const { id, job } = await dueJob(service, twitter);
  const { desk } = service.service;
  const cut: typeof desk = {
    ...desk,
    networks: {
      driver: (platform) => ({
        ...desk.networks.driver(platform),
        publish: async (...given) => {
          await desk.networks.driver(platform).publish(...given);
          throw new Error('cut off');
        },
      }),
    },
  };
  await expect(publishDue(job, cut)).rejects.toThrow('cut off');
  expect(await read(service, id)).toMatchObject({ status: 'publishing' });
  await service.control('POST', '/_local/worker', { state: 'running' });
  await service.advance(0);
  expect(await published(service, twitter)).toHaveLength(1);
  expect(names(await postEvents(service))).toEqual(OUTCOME);
});

test('POST-30 a publish-now that was cut off before it asked the platform goes on in the timeline', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const { store } = service.service.desk;
  await behave(service, twitter, { outcome: 'server_error', times: 1 });
  const id = idOf(await publish(service, [twitter]));
  const [job] = await store.read.due({ kind: 'publish' });
  expect(job).toMatchObject({ ref: `${id}/${twitter._id}`, payload: { run: 1, tries: 1 } });
  await service.advance(60);
  expect(await read(service, id)).toMatchObject({ status: 'published' });
  expect(await store.read.due({ kind: 'publish' })).toEqual([]);
});

test('POST-30 a publish-now whose process died before the platform was asked is published by the next process, once', async () => {
  const dataDir = await temporaryFolder();
  const first = await startService({ ephemeral: false, dataDir });
  const twitter = await first.account('twitter');
  const { desk } = first.service;
  const died = (): never => {
    throw new Error('died');
  };
  const dying: typeof desk = { ...desk, networks: { driver: died } };
  const caller = { teamId: first.service.parts.lifecycle.teamId(), userId: 'u', role: 'owner', keyId: 'k' };
  const body = { content: 'Hello', publishNow: true, platforms: [targetOf(twitter)] };
  const call = {
    caller: { ...caller, profileIds: null, readOnly: false, disabledGroups: [] },
    ...{ requestId: 'r', requestIdSent: false, path: {}, query: {}, headers: {}, body, files: [], origin: '' },
    ...{ card: desk.catalog.card('createPost'), signal: new AbortController().signal },
  };
  await expect(createPost(call, dying)).rejects.toThrow();
  expect(await published(first, twitter)).toEqual([]);
  await first.close();
  const second = await startService({ ephemeral: false, dataDir });
  await second.advance(0);
  expect(await published(second, twitter)).toHaveLength(1);
  expect(names(await postEvents(second))).toEqual(['post.platform.published', 'post.published']);
  expect((await second.api('GET', '/v1/posts')).body['posts']).toMatchObject([{ status: 'published' }]);
});

test('POST-57 a job that was claimed before its post was moved does not publish early', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const { id, job } = await dueJob(service, twitter);
  await service.api('PUT', `/v1/posts/${id}`, { body: { scheduledFor: '2026-01-06T09:00:00Z' } });
  await publishDue(job, service.service.desk);
  expect(await published(service, twitter)).toEqual([]);
  await service.control('POST', '/_local/worker', { state: 'running' });
  await service.advance(24 * 3600);
  expect(await published(service, twitter)).toHaveLength(1);
});

test('POST-76 a job of a deleted post does nothing', async () => {
  const service = await startService();
  const twitter = await service.account('twitter');
  const { id, job } = await dueJob(service, twitter);
  expect((await service.api('DELETE', `/v1/posts/${id}`)).status).toBe(200);
  await publishDue(job, service.service.desk);
  expect(await published(service, twitter)).toEqual([]);
});

test('a retried target is a new publication, one that may have succeeded the same', async () => {
  const service = await startService();
  const [refused, silent] = [await service.account('twitter'), await service.account('bluesky')];
  await behave(service, refused, { outcome: 'reject', times: 1 });
  await behave(service, silent, { outcome: 'timeout', times: 4 });
  const id = idOf(await publish(service, [refused, silent]));
  await service.advance(10);
  await service.api('POST', `/v1/posts/${id}/retry`);
  const post = await service.service.desk.store.read.post(id);
  if (post === undefined) throw new Error('no post');
  expect(post.targets.map((target) => publicationOf(post, target).idempotencyKey)).toEqual([
    `${id}/${refused._id}/2`,
    `${id}/${silent._id}/1`,
  ]);
});
