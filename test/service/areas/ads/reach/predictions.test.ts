/** Predictions of reach and frequency: the forecast, its bounds, the reservation and its end. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';

const DAY = 86_400;
const AD_ACCOUNT = '121975733191629';
const RUN = {
  startDate: '2026-02-01T00:00:00Z',
  endDate: '2026-02-15T00:00:00Z',
  targeting: { countries: ['DE'] },
  placements: { publisherPlatforms: ['facebook'], facebookPositions: ['feed'] },
};

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const own = { accountId, adAccountId: AD_ACCOUNT };
  const at = (id: string) => `/v1/ads/rf-predictions/${id}`;
  return {
    ...service,
    own,
    predict: (more: object) => service.api('POST', '/v1/ads/rf-predictions', { body: { ...own, ...RUN, ...more } }),
    reserve: (id: string, more = {}) => service.api('POST', `${at(id)}/reserve`, { body: { ...own, ...more } }),
    read: (id: string) => service.api('GET', at(id), { query: own }),
    cancel: (id: string) => service.api('DELETE', at(id), { query: own }),
  };
}

const idOf = ({ body }: { body: object }): string =>
  (body as { prediction: { predictionId: string } }).prediction.predictionId;

const expiryIn = ({ body }: { body: object }): number =>
  Date.parse((body as { prediction: { expiresAt: string } }).prediction.expiresAt);

test('the frequency of a run is rounded up to whole times', async () => {
  const { predict } = await scene();
  const { body } = await predict({ budgetAmount: 5_200, endDate: '2026-02-11T00:00:00Z' });
  const { reach, impressions } = body['prediction'] as unknown as Readonly<Record<string, number>>;
  expect(Number(impressions) / Number(reach)).toBe(3);
});

test('ADS-46 a budget is forecast from the audience, the days and the price', async () => {
  const { predict } = await scene();
  const { body, status } = await predict({ budgetAmount: 5_200 });
  expect(status).toBeLessThan(300);
  expect(body).toMatchObject({
    adAccountId: AD_ACCOUNT,
    currency: 'EUR',
    prediction: {
      status: 'predicted',
      budget: 5_200,
      reach: 200_000,
      impressions: 800_000,
      minReach: 10_000,
      maxReach: 800_000,
      minBudget: 260,
      maxBudget: 20_800,
      frequencyCap: null,
      startTime: Date.parse(RUN.startDate) / 1_000,
      stopTime: Date.parse(RUN.endDate) / 1_000,
    },
  });
});

test('ADS-46 a reach is priced, and a cap on the frequency makes it cheaper', async () => {
  const { predict } = await scene();
  const price = async (more: object) => (await predict({ reach: 200_000, ...more })).body['prediction'];
  expect(await price({})).toMatchObject({ reach: 200_000, budget: 5_200, impressions: 800_000 });
  expect(await price({ frequencyCap: 2 })).toMatchObject({ frequencyCap: 2, budget: 2_600, impressions: 400_000 });
  expect(await price({ frequencyCap: 9 })).toMatchObject({ frequencyCap: 9, budget: 5_200 });
});

test.each([
  [{}, 'missing_required_field', 'budgetAmount'],
  [{ budgetAmount: 5_000, reach: 200_000 }, 'mutually_exclusive_fields', 'reach'],
  [{ budgetAmount: 259 }, 'invalid_field_value', 'budgetAmount'],
  [{ budgetAmount: 20_801 }, 'invalid_field_value', 'budgetAmount'],
  [{ reach: 9_999 }, 'invalid_field_value', 'reach'],
  [{ reach: 800_001 }, 'invalid_field_value', 'reach'],
])('ADS-46 a prediction of %j is refused', async (more, code, param) => {
  const { predict } = await scene();
  expect(await predict(more)).toMatchObject({ status: 400, body: { code, param } });
});

test('an ad account that the network does not have has no prediction', async () => {
  const { predict } = await scene();
  const reply = await predict({ budgetAmount: 5_000, adAccountId: '121000000000000' });
  expect(reply).toMatchObject({ status: 404, body: { param: 'adAccountId' } });
});

test('ADS-31 a prediction is reserved once, within a day', async () => {
  const { predict, reserve, read, advance } = await scene();
  const id = idOf(await predict({ budgetAmount: 5_000 }));
  const first = expiryIn(await read(id));
  await advance(DAY - 1);
  const reply = await reserve(id);
  expect(reply.body).toMatchObject({ adAccountId: AD_ACCOUNT, prediction: { predictionId: id, status: 'reserved' } });
  expect(expiryIn(reply) - first).toBe((7 * DAY - 1) * 1_000);
  expect(await reserve(id)).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
});

test('ADS-46 a prediction is reserved for its own ad account only', async () => {
  const { predict, reserve, api, own } = await scene();
  const id = idOf(await predict({ budgetAmount: 5_000 }));
  const other = {
    accountId: own.accountId,
    businessId: '123879675774356',
    name: 'Other',
    currency: 'EUR',
    timezoneId: 1,
  };
  const { adAccountId } = (await api('POST', '/v1/ads/accounts', { body: other })).body;
  expect(adAccountId).toMatch(/^\d+$/);
  expect((await reserve(id, { adAccountId })).status).toBe(404);
  expect((await reserve(id)).status).toBe(200);
});

test('ADS-31 a prediction expires after a day, a reservation after a week', async () => {
  const { predict, reserve, read, advance } = await scene();
  const [late, soon] = [await predict({ budgetAmount: 5_000 }), await predict({ reach: 50_000 })].map(idOf);
  await reserve(String(soon));
  await advance(DAY);
  expect((await read(String(late))).body['prediction']).toMatchObject({ status: 'expired' });
  expect((await reserve(String(late))).status).toBe(409);
  expect((await read(String(soon))).body['prediction']).toMatchObject({ status: 'reserved' });
  await advance(6 * DAY);
  expect((await read(String(soon))).body['prediction']).toMatchObject({ status: 'expired' });
});

test('ADS-46 a reservation that is cancelled is gone', async () => {
  const { predict, reserve, cancel, read } = await scene();
  const id = idOf(await predict({ budgetAmount: 5_000 }));
  await reserve(id);
  expect((await cancel(id)).status).toBeLessThan(300);
  expect((await read(id)).status).toBe(404);
  expect((await reserve(id)).status).toBe(404);
});

test('ADS-31 an ad uses a reservation that holds, and no other prediction', async () => {
  const { predict, reserve, api, own } = await scene();
  const id = idOf(await predict({ budgetAmount: 5_000 }));
  const create = () => {
    const ad = { name: 'A', goal: 'awareness', budgetAmount: 20, budgetType: 'daily', linkUrl: 'https://example.com' };
    const copy = { headline: 'H', body: 'B', imageUrl: 'https://example.com/a.jpg' };
    const reserved = { buyingType: 'RESERVED', rfPredictionId: id };
    return api('POST', '/v1/ads/create', { body: { ...own, ...ad, ...copy, ...reserved } });
  };
  expect(await create()).toMatchObject({ status: 409, body: { param: 'rfPredictionId' } });
  await reserve(id);
  expect((await create()).status).toBe(201);
});
