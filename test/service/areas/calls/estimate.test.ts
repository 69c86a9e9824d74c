/** What a call that goes out would cost. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

const PERSON = '+15550100300';

async function openEstimates() {
  const { account, api } = await startService();
  const { _id: accountId } = await account('whatsapp', { username: '+15550100200' });
  const estimate = async (path: string, query: Readonly<Record<string, string | number | boolean>>) =>
    api('GET', path, { query });
  return {
    phone: (query: Readonly<Record<string, string | number | boolean>> = {}) =>
      estimate('/v1/voice/calls/estimate', { to: PERSON, ...query }),
    whatsapp: (query: Readonly<Record<string, string | number | boolean>> = {}) =>
      estimate('/v1/whatsapp/calls/estimate', { accountId, to: PERSON, ...query }),
  };
}

test('VOI-12 VOI-13 a call of a minute is priced where no length is named, and nothing that it is not asked for', async () => {
  const { phone } = await openEstimates();
  expect((await phone()).body).toMatchObject({
    destinationCountry: 'US',
    minutes: 1,
    perMinuteUsd: 0.006,
    breakdown: { telnyxCostUSD: 0.006, recordingCostUSD: 0, transcriptionCostUSD: 0, totalCostUSD: 0.006 },
  });
  expect((await phone({ minutes: 10, recording: true })).body).toMatchObject({
    breakdown: { recordingCostUSD: 0.04, transcriptionCostUSD: 0, totalCostUSD: 0.1 },
  });
  expect((await phone({ minutes: 10, transcription: true })).body).toMatchObject({
    breakdown: { recordingCostUSD: 0, transcriptionCostUSD: 0.3, totalCostUSD: 0.36 },
  });
});

test('VOI-18 a call on WhatsApp is not written down, and costs nothing at the platform', async () => {
  const { whatsapp } = await openEstimates();
  const { breakdown } = (await whatsapp({ minutes: 10, recording: true })).body;
  const costs = { telnyxCostUSD: 0.06, recordingCostUSD: 0.04, totalCostUSD: 0.1 };
  expect(breakdown).toMatchObject({ metaMinutes: 10, metaCostUSD: 0, ...costs });
  expect(breakdown).not.toHaveProperty('transcriptionCostUSD');
  expect((await whatsapp()).body['breakdown']).toMatchObject({ metaMinutes: 1, totalCostUSD: 0.006 });
});

test('VOI-50 a call that may not go out has no price', async () => {
  const { phone } = await openEstimates();
  for (const to of ['911', '5551234'])
    expect(await phone({ to })).toMatchObject({ status: 400, body: { param: 'to' } });
});
