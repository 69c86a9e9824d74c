/** Runs of ads that end on the clock: those that may still run, at their own end. */
import { expect, test } from 'vitest';
import { TEST_NOW } from '../../../../support/service.ts';
import { adStage } from '../stage.ts';

const inHours = (hours: number): string => new Date(TEST_NOW + hours * 3_600_000).toISOString();

const stage = () => adStage({ budgetType: 'lifetime', endDate: inHours(2) });

test('an ad with an end is completed then', async () => {
  const { minutes, nodes, told } = await stage();
  await minutes(119);
  expect((await nodes())[2]).toMatchObject({ status: 'active' });
  await minutes(1);
  expect((await nodes())[2]).toMatchObject({ status: 'completed' });
  expect((await told()).at(-1)).toMatchObject({ adObject: { level: 'AD' }, status: { raw: 'COMPLETED' } });
});

test('an ad that is paused then is completed too, and one that was rejected stays so', async () => {
  const [paused, rejected] = [await stage(), await stage()];
  await paused.api('PUT', `/v1/ads/${paused.created.id}/status`, { body: { status: 'paused' } });
  await rejected.tell('DISAPPROVED', { adId: rejected.created.id, level: 'ad' });
  for (const { minutes } of [paused, rejected]) await minutes(121);
  expect((await paused.nodes())[2]).toMatchObject({ status: 'completed' });
  expect((await rejected.nodes())[2]).toMatchObject({ status: 'rejected' });
});
