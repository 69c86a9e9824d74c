import { describe, expect, test } from 'vitest';
import { startService, type Json } from '../../support/service.ts';

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

  test('of a list as a whole are read with the list', async () => {
    const { api, account } = await startService();
    const { _id } = await account('reddit');
    const path = `/v1/accounts/${_id}/reddit-subreddits`;
    expect((await api('PUT', path, { body: { defaultSubreddit: 'books' } })).body).toEqual({ success: true });
    expect((await api('GET', path)).body['defaultSubreddit']).toBe('books');
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
