import { describe, expect, test } from 'vitest';
import { card, catalogOf } from '../cards.ts';
import { startService, TEST_NOW, type Json } from '../../support/service.ts';

const DAY_MS = 86_400_000;

const day = (offset: number): string => new Date(TEST_NOW + offset * DAY_MS).toISOString().slice(0, 10);

const rows = (body: Json, name: string) => body[name] as unknown as Json[];

describe('what only a network knows', () => {
  test('is the same each time it is read, and under every seed', async () => {
    const read = async (seed: number) => {
      const { api, account } = await startService({ seed });
      const { _id } = await account('facebook');
      const pages = async () => rows((await api('GET', `/v1/accounts/${_id}/facebook-page`)).body, 'pages');
      const first = await pages();
      expect(await pages()).toEqual(first);
      return first;
    };
    const first = await read(7);
    expect(first.length).toBeGreaterThan(0);
    expect(await read(8)).toEqual(first);
  });

  test('is found by the id that its list shows, and stays away once it is deleted', async () => {
    const { api, account } = await startService();
    const { _id: accountId } = await account('metaads');
    const list = async () => rows((await api('GET', '/v1/ads/lead-forms', { query: { accountId } })).body, 'forms');
    expect(await list()).toEqual([]);
    const { _id } = await account('shopify');
    const products = async () => rows((await api('GET', `/v1/accounts/${_id}/products`)).body, 'products');
    const [product] = await products();
    const path = `/v1/accounts/${_id}/products/${String(product?.['id'])}`;
    expect((await api('GET', path)).body['product']).toMatchObject({ title: product?.['title'] });
    await api('PATCH', path, { body: { title: 'Winter blend' } });
    expect((await products())[0]).toMatchObject({ title: 'Winter blend' });
    expect((await api('GET', `/v1/accounts/${_id}/products/1`)).status).toBe(404);
  });

  test('GEN-21 comes in pages, and a cursor leads to the next one', async () => {
    const { api, account } = await startService();
    const { _id } = await account('shopify');
    const page = async (query: Readonly<Record<string, string | number>>) =>
      (await api('GET', `/v1/accounts/${_id}/products`, { query })).body;
    const whole = rows(await page({}), 'products');
    const first = await page({ limit: 1 });
    const second = await page({ limit: 1, cursor: String(first['nextCursor']) });
    expect([...rows(first, 'products'), ...rows(second, 'products')]).toEqual(whole);
    expect(second['nextCursor']).toBeNull();
  });

  test('answers a search with what was searched for', async () => {
    const { api, account } = await startService();
    const { _id } = await account('slack');
    const { body } = await api('GET', `/v1/accounts/${_id}/slack-members`, { query: { query: 'ann' } });
    expect(rows(body, 'members').map(({ name }) => name)).toEqual(['Ann Keller']);
  });
});

describe('settings', () => {
  test('are there before anybody made them, keep what is sent, and are empty once they are removed', async () => {
    const { api, account } = await startService();
    const { _id } = await account('telegram');
    const path = `/v1/accounts/${_id}/telegram-commands`;
    const commands = [{ command: 'hours', description: 'When we are open' }];
    expect((await api('GET', path)).body).toEqual({ data: [] });
    await api('PUT', path, { body: { commands } });
    expect((await api('GET', path)).body).toEqual({ data: commands });
    await api('DELETE', path);
    expect((await api('GET', path)).body).toEqual({ data: [] });
  });

  test('show the account they belong to', async () => {
    const { api, account } = await startService();
    const { _id } = await account('slack', { displayName: 'Harbor' });
    const path = `/v1/accounts/${_id}/slack-settings`;
    await api('PATCH', path, { body: { defaultUsername: 'Acme News' } });
    expect((await api('GET', path)).body['account']).toMatchObject({
      _id,
      platform: 'slack',
      displayName: 'Harbor',
      defaultUsername: 'Acme News',
    });
  });

  test('of a list as a whole are told by the list', async () => {
    const { api, account } = await startService();
    const { _id } = await account('reddit');
    const path = `/v1/accounts/${_id}/reddit-subreddits`;
    expect((await api('PUT', path, { body: { defaultSubreddit: 'books' } })).body).toEqual({ success: true });
    expect((await api('GET', path)).body['defaultSubreddit']).toBe('books');
  });
});

describe('figures by day', () => {
  const DATE = { type: 'string', format: 'date' } as const;
  const WHOLE = { type: 'integer' } as const;
  /** Views by day, as networks count them. */
  const counted = card({
    id: 'getViews',
    method: 'GET',
    path: '/v1/views',
    params: ['startDate', 'endDate'].map((name) => ({ name, in: 'query', required: false, schema: DATE, summary: '' })),
    responses: {
      '200': {
        type: 'object',
        properties: {
          totalViews: WHOLE,
          dateRange: { type: 'object', properties: { startDate: DATE, endDate: DATE } },
          dailyViews: { type: 'array', items: { type: 'object', properties: { date: DATE, views: WHOLE } } },
        },
      },
    },
    resource: { kind: 'views', does: 'get' },
  });

  const views = async (query: Readonly<Record<string, string>> = {}) => {
    const { api } = await startService({ catalog: catalogOf([counted]) });
    return (await api('GET', '/v1/views', { query })).body;
  };

  test('cover the days that are asked for, and none that has not begun', async () => {
    const body = await views({ startDate: day(-3), endDate: day(2) });
    expect(rows(body, 'dailyViews').map(({ date }) => date)).toEqual([day(-3), day(-2), day(-1), day(0)]);
    expect(body['dateRange']).toEqual({ startDate: day(-3), endDate: day(0) });
  });

  test('add up to the total, and say the same of a day in every span', async () => {
    const body = await views();
    const daily = rows(body, 'dailyViews');
    expect(body['totalViews']).toBe(daily.reduce((sum, row) => sum + Number(row['views']), 0));
    const later = rows(await views({ startDate: day(-1), endDate: day(0) }), 'dailyViews');
    expect(later).toEqual(daily.slice(-2));
  });
});

describe('files', () => {
  const PNG = Buffer.from('not really a picture');

  test('are kept, and lie at the address that is answered', async () => {
    const { api, service } = await startService();
    const boundary = 'b0und';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="proof.png"\r\ncontent-type: image/png\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), PNG, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { body: answer } = await api('POST', '/v1/sms/opt-in-proof', { body, headers });
    const { pathname } = new URL(String(answer['url']));
    const file = await service.inject({ method: 'GET', url: pathname });
    expect([file.headers['content-type'], file.rawPayload]).toEqual(['image/png', PNG]);
  });
});
