/** What an ad network says of an object: which one is meant, which word changes it, and what is remembered of a switch. */
import { expect, test } from 'vitest';
import { adStage } from './stage.ts';

async function scene() {
  const stage = await adStage();
  await stage.minutes(16);
  const read = async () => (await stage.api('GET', `/v1/ads/${stage.created.id}`)).body['ad'];
  const say = (status: string, more: object = {}) =>
    stage.tell(status, { level: 'ad', adId: stage.created.id, ...more });
  return { ...stage, read, say };
}

test('EVT-102 an ad is meant by either of its ids, and by its own account alone', async () => {
  const { say, read, account } = await scene();
  expect((await say('PAUSED', { adId: String((await read())?.['platformAdId']) })).status).toBe(201);
  expect(await read()).toMatchObject({ status: 'paused' });
  expect((await say('ACTIVE')).status).toBe(201);
  expect(await read()).toMatchObject({ status: 'active' });
  const { _id: accountId } = await account('metaads', { username: 'another' });
  expect((await say('PAUSED', { accountId })).status).toBe(404);
  expect((await say('PAUSED', { level: 'campaign' })).status).toBe(404);
  expect(await read()).toMatchObject({ status: 'active' });
});

test('EVT-102 a word that leaves both statuses is refused; one that changes either is taken', async () => {
  const { say, read, told } = await scene();
  expect(await read()).toMatchObject({ status: 'active', reviewStatus: 'approved' });
  for (const word of ['ACTIVE', 'APPROVED']) expect((await say(word)).status, word).toBe(409);
  const before = (await told()).length;
  expect((await say('WITH_ISSUES')).status).toBe(201);
  expect(await read()).toMatchObject({ status: 'active', reviewStatus: 'with_issues' });
  expect((await told()).length).toBe(before);
  expect((await say('COMPLETED')).status).toBe(201);
  expect(await read()).toMatchObject({ status: 'completed', reviewStatus: 'with_issues' });
  expect((await told()).length).toBe(before + 1);
});

test('ADS-02 what the network switched off stays off when its review ends, and what it switched on is on', async () => {
  const { say, read } = await scene();
  await say('PAUSED');
  expect(await read()).toMatchObject({ status: 'paused', configuredStatus: 'PAUSED' });
  await say('ACTIVE');
  expect(await read()).toMatchObject({ status: 'active', configuredStatus: 'ACTIVE' });
  await say('DISAPPROVED', { reason: 'Too loud.' });
  expect(await read()).toMatchObject({ status: 'rejected', configuredStatus: 'ACTIVE', rejectionReason: 'Too loud.' });
});

test('ADS-01 what waits for its review again is decided on the clock', async () => {
  const { say, read, minutes } = await scene();
  expect((await say('PENDING_REVIEW')).status).toBe(201);
  expect(await read()).toMatchObject({ status: 'pending_review', reviewStatus: 'in_review' });
  await minutes(16);
  expect(await read()).toMatchObject({ status: 'active', reviewStatus: 'approved' });
});
