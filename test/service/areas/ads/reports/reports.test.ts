/** Reports in the background: their states on the clock, what fails them, and when the network forgets them. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';

const DAY = 86_400;

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const body = { accountId, objectId: '121975733191629', level: 'account' };
  const made = await service.api('POST', '/v1/ads/insights/reports', { body });
  const path = `/v1/ads/insights/reports/${String(made.body['reportRunId'])}`;
  return { ...service, accountId, made, read: () => service.api('GET', path, { query: { accountId } }) };
}

test('ADS-67 a report is queued, runs, and has rows once it is complete', async () => {
  const { made, read, advance } = await scene();
  expect(made.body).toMatchObject({ status: 'queued' });
  const none = { data: [], paging: { after: null } };
  expect((await read()).body).toMatchObject({ status: 'queued', percentCompletion: 0, ...none });
  await advance(30);
  const { body } = await read();
  expect(body).toMatchObject({ status: 'running', percentCompletion: 50, ...none });
  expect(body).not.toHaveProperty('dateStart');
  await advance(30);
  expect((await read()).body).toMatchObject({
    status: 'completed',
    percentCompletion: 100,
    dateStart: expect.any(String),
    data: [{ impressions: 0, spend: 0 }],
  });
});

test('ADS-67 a report fails with its network, and stays failed', async () => {
  const { read, advance, control, accountId } = await scene();
  const behaviour = { operation: 'insights', outcome: 'server_error', times: 1 };
  expect((await control('POST', `/_local/network/${accountId}/behaviour`, behaviour)).status).toBe(200);
  await advance(60);
  expect((await read()).body).toMatchObject({ status: 'failed', data: [] });
  await advance(DAY);
  expect((await read()).body).toMatchObject({ status: 'failed', data: [] });
});

test('ADS-67 a report is gone thirty days after its end', async () => {
  const { read, advance } = await scene();
  await advance(60 + 30 * DAY - 1);
  expect((await read()).status).toBe(200);
  await advance(1);
  expect((await read()).status).toBe(404);
});
