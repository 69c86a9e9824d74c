/** What tracking tags and conversion destinations counted, over HTTP. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import { complaintsAbout } from '../../../../support/contract.ts';
import { startService, type Json, TEST_NOW } from '../../../../support/service.ts';

const catalog = openCatalog('dist/cards');
const HOUR = 3_600;

test('a tag has counted nothing when it is made, and then more and more', async () => {
  const { api, account, advance } = await startService();
  const { _id: accountId } = await account('metaads');
  const made = await api('POST', `/v1/accounts/${accountId}/tracking-tags`, {
    body: { name: 'Shop', adAccountId: '121975733191629' },
  });
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  const { id } = (made.body['trackingTag'] ?? made.body['tag'] ?? made.body) as Json;
  const startTime = Math.floor(TEST_NOW / 1_000);
  const count = async (): Promise<number> => {
    const path = `/v1/accounts/${accountId}/tracking-tags/${String(id)}/stats`;
    const { status, body } = await api('GET', path, { query: { startTime } });
    const card = catalog.card('getTrackingTagStats');
    expect(complaintsAbout(catalog, card, { status, text: JSON.stringify(body) })).toBeNull();
    return (body['stats']?.['rows'] as unknown as { count: number }[]).reduce((sum, row) => sum + row.count, 0);
  };
  expect(await count()).toBe(0);
  await advance(6 * HOUR);
  const morning = await count();
  await advance(24 * HOUR);
  expect(morning).toBeGreaterThan(0);
  expect(await count()).toBeGreaterThan(morning);
});

test('the days of a destination add up to the whole time', async () => {
  const { api, account, advance } = await startService();
  const { _id: accountId } = await account('linkedinads');
  const made = await api('POST', `/v1/accounts/${accountId}/conversion-destinations`, {
    body: { adAccountId: '125092771846203', name: 'Orders', type: 'PURCHASE' },
  });
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  const { id } = (made.body['destination'] ?? made.body) as Json;
  await advance(60 * HOUR);
  const rows = async (granularity: string) => {
    const path = `/v1/accounts/${accountId}/conversion-destinations/${String(id)}/metrics`;
    const query = { adAccountId: '125092771846203', startDate: '2026-01-01', granularity };
    const answer = await api('GET', path, { query });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body['rows'] as unknown as { metrics: { conversions: number } }[];
  };
  const days = await rows('DAILY');
  const total = days.reduce((sum, { metrics }) => sum + metrics.conversions, 0);
  expect(days[0]?.metrics.conversions).toBe(0);
  expect(total).toBeGreaterThan(0);
  expect(await rows('ALL')).toMatchObject([{ metrics: { conversions: total } }]);
});
