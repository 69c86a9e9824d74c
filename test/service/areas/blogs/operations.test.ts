import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { problemsOf } from '../../../../src/schema/problems.ts';
import { startService, type Json } from '../../../support/service.ts';

const list = (value: unknown): Json[] => value as Json[];

async function shop(platform = 'shopify', kind = 'shop') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, { kind });
  const blogs = `/v1/accounts/${accountId}/blogs`;
  const made = await service.api('POST', blogs, { body: { title: 'Kitchen' } });
  const blogId = String(made.body.blog?.id);
  const articles = `${blogs}/${blogId}/articles`;
  const write = async (body: object) => (await service.api('POST', articles, { body })).body.article as Json;
  const read = async (id: unknown) => service.api('GET', `${articles}/${String(id)}`);
  return { ...service, accountId, made, blogs, blogId, articles, write, read };
}

test('BLG-01 BLG-02 a blog site is one blog, there from the start, and stays when it is connected again', async () => {
  const { api, account, control } = await startService();
  const { _id: accountId } = await account('wordpress', { username: 'ann', displayName: 'Soup Kitchen' });
  const blogsOf = async (id: string) => list((await api('GET', `/v1/accounts/${id}/blogs`)).body['blogs']);
  const [blog, ...others] = await blogsOf(accountId);
  expect([blog, others]).toMatchObject([{ title: 'Soup Kitchen', handle: 'soup-kitchen' }, []]);
  const articles = (id: string) => `/v1/accounts/${id}/blogs/${String(blog?.['id'])}/articles`;
  const written = await api('POST', articles(accountId), { body: { title: 'Ten soups', isPublished: true } });
  expect([written.status, written.body['article']]).toMatchObject([200, { title: 'Ten soups', status: 'publish' }]);
  await control('POST', `/_local/accounts/${accountId}/disconnect`, {});
  const { _id: again } = await account('wordpress', { username: 'ann', displayName: 'Soup Kitchen' });
  expect(again).not.toBe(accountId);
  expect(await blogsOf(again)).toEqual([blog]);
  expect((await api('GET', articles(again))).body['articles']).toMatchObject([{ title: 'Ten soups' }]);
  expect((await blogsOf((await account('shopify'))._id)).length).toBe(0);
});

describe('articles', () => {
  test('BLG-01 BLG-02 BLG-04 BLG-05 blogs are listed, articles written, changed and deleted with 204', async () => {
    const { api, blogs, blogId, articles, write, read } = await shop();
    expect((await api('GET', blogs)).body).toMatchObject({ blogs: [{ id: blogId, title: 'Kitchen' }] });
    const { id } = await write({ title: 'Ten soups', isPublished: true });
    expect((await read(id)).body.article).toMatchObject({
      title: 'Ten soups',
      handle: 'ten-soups',
      status: 'publish',
      publishedAt: '2026-01-05T09:00:00.000Z',
    });
    const changed = await api('PATCH', `${articles}/${String(id)}`, { body: { title: 'Twelve soups' } });
    expect(changed.body.article).toMatchObject({ title: 'Twelve soups', status: 'publish', isPublished: true });
    const gone = await api('DELETE', `${articles}/${String(id)}`);
    expect([gone.status, gone.body]).toEqual([204, undefined]);
  });

  test('BLG-03 an article with a time to come is published then, and is in the feed of the site', async () => {
    const { accountId, write, read, advance, feed } = await shop();
    const { id, status, isPublished } = await write({ title: 'Winter menu', publishDate: '2026-01-05T10:00:00Z' });
    expect([status, isPublished]).toEqual(['future', false]);
    await advance(3_599);
    expect((await read(id)).body.article).toMatchObject({ status: 'future' });
    expect(await feed(accountId, 'article')).toEqual([]);
    await advance(1);
    expect((await read(id)).body.article).toMatchObject({ status: 'publish', isPublished: true });
    expect(await feed(accountId, 'article')).toMatchObject([{ title: 'Winter menu' }]);
  });

  test('BLG-14 drafts stand beside published articles, and are published or taken back later', async () => {
    const { api, articles, write } = await shop();
    const { id } = await write({ title: 'Draft' });
    await write({ title: 'Out', isPublished: true });
    const states = async () =>
      list((await api('GET', articles)).body.articles)
        .map(({ title, status }) => `${String(title)} ${String(status)}`)
        .sort();
    expect(await states()).toEqual(['Draft draft', 'Out publish']);
    await api('PATCH', `${articles}/${String(id)}`, { body: { isPublished: true } });
    expect(await states()).toEqual(['Draft publish', 'Out publish']);
    await api('PATCH', `${articles}/${String(id)}`, { body: { isPublished: false } });
    expect(await states()).toEqual(['Draft draft', 'Out publish']);
  });

  test('a scheduled article that is taken back stays a draft', async () => {
    const { api, articles, write, read, advance } = await shop();
    const { id } = await write({ title: 'Later', publishDate: '2026-01-05T10:00:00Z' });
    await api('PATCH', `${articles}/${String(id)}`, { body: { isPublished: false } });
    await advance(7_200);
    expect((await read(id)).body.article).toMatchObject({ status: 'draft', isPublished: false });
  });

  test('BLG-11 BLG-12 what is deleted is gone for good: 404 with a code of its own', async () => {
    const { api, articles, write, read } = await shop();
    const { id } = await write({ title: 'x' });
    await api('DELETE', `${articles}/${String(id)}`);
    expect(await read(id)).toMatchObject({ status: 404, body: { code: 'blog_article_not_found', type: 'not_found' } });
    const commands = Object.keys(openCatalog('dist/cards').index().commands);
    expect(commands.filter((name) => /blog/.test(name) && /restore/.test(name))).toEqual([]);
  });

  test('BLG-10 deleting a blog deletes its articles', async () => {
    const { api, blogs, blogId, write, read } = await shop();
    const ids = [await write({ title: 'one' }), await write({ title: 'two' })].map(({ id }) => id);
    expect((await api('DELETE', `${blogs}/${blogId}`)).status).toBe(204);
    for (const id of ids) expect((await read(id)).status).toBe(404);
    expect((await api('GET', blogs)).body.blogs).toEqual([]);
  });
});

describe('platforms', () => {
  test('BLG-06 a blog of a shop has a number', async () => {
    const { api, blogs } = await shop();
    expect(await api('GET', `${blogs}/abc/articles`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'blogId' },
    });
  });

  test('BLG-07 ASM-35 a platform without blogs answers 400', async () => {
    const { api, account } = await startService();
    const { _id } = await account('twitter');
    for (const [method, path] of [
      ['GET', 'blogs'],
      ['POST', 'blogs'],
      ['GET', 'blogs/1/articles'],
    ] as const)
      expect(
        await api(method, `/v1/accounts/${_id}/${path}`, method === 'POST' ? { body: { title: 'x' } } : {}),
      ).toMatchObject({ status: 400, body: { code: 'platform_not_supported' } });
  });

  test('BLG-08 ASM-35 a blog site has no further blogs: 405', async () => {
    const { api, made, blogs } = await shop('wordpress', 'blog');
    expect([made.status, made.body]).toMatchObject([405, { code: 'platform_not_supported' }]);
    expect((await api('DELETE', `${blogs}/1`)).status).toBe(405);
    expect((await api('GET', blogs)).status).toBe(200);
  });

  test('BLG-09 a store connected before products could be reached, or one that refuses, answers 403', async () => {
    const older = await shop('shopify', 'older_shop');
    const products = (one: typeof older) => one.api('GET', `/v1/accounts/${one.accountId}/products`);
    expect(await products(older)).toMatchObject({
      status: 403,
      body: { type: 'permission_error', code: 'insufficient_permissions' },
    });
    const store = await shop();
    expect((await products(store)).status).toBe(200);
    const refusing = { operation: 'read', outcome: 'reject', status: 403 };
    await store.control('POST', `/_local/network/${store.accountId}/behaviour`, refusing);
    expect((await products(store)).body.code).toBe('insufficient_permissions');
  });

  test('BLG-13 an unknown product is 404 with a code of its own', async () => {
    const { api, accountId } = await shop();
    expect(await api('GET', `/v1/accounts/${accountId}/products/1`)).toMatchObject({
      status: 404,
      body: { code: 'product_not_found', type: 'not_found' },
    });
  });

  test('a change of a product stays with its account; variants that it leaves out keep their price', async () => {
    const { api, accountId, account } = await shop();
    const other = await account('shopify', { kind: 'shop' });
    const products = (id: string) => `/v1/accounts/${id}/products`;
    const [, product] = list((await api('GET', products(accountId))).body.products);
    const [first, second] = list(product?.['variants']);
    const one = `${products(accountId)}/${String(product?.['id'])}`;
    const body = { title: 'Blend', variants: [{ id: first?.['id'], price: 8.25 }] };
    const changed = { ...product, title: 'Blend', variants: [{ ...first, price: '8.25' }, second] };
    const answered = (await api('PATCH', one, { body })).body.product as Json;
    expect(answered).toEqual({ ...changed, updatedAt: '2026-01-05T09:00:00.000Z' });
    expect((await api('GET', one)).body.product).toEqual(answered);
    expect(list((await api('GET', products(accountId))).body.products)[1]).toEqual(answered);
    expect(list((await api('GET', products(other._id))).body.products)[1]).toEqual(product);
  });

  test('BLG-15 BLG-16 the pixel of such a store needs it connected again, under the same id', async () => {
    const { api, accountId, control } = await shop('shopify', 'older_shop');
    const install = () =>
      api('POST', `/v1/accounts/${accountId}/tracking-tags`, {
        body: { adAccountId: '121975733191629', name: 'Shop pixel' },
      });
    const refused = await install();
    expect([refused.status, refused.body.code]).toEqual([409, 'reconnect_required']);
    const state = new URL(String(refused.body.details?.authUrl)).pathname.split('/').at(-1) ?? '';
    const settled = await control('POST', `/_local/connect/${state}`, { decision: 'approve' });
    expect(settled.body.accountId).toBe(accountId);
    expect((await install()).status).toBeLessThan(300);
    expect((await api('GET', `/v1/accounts/${accountId}/products`)).status).toBe(200);
  });

  test('ERR-44 a pixel of a store cannot be uninstalled while another one fires there', async () => {
    const { api, accountId } = await shop();
    const pixels = `/v1/accounts/${accountId}/tracking-tags`;
    const install = async (name: string): Promise<string> => {
      const { body } = await api('POST', pixels, { body: { adAccountId: '121975733191629', name } });
      return String((body.tag as Json)['id']);
    };
    const uninstall = (id: string) => api('DELETE', `${pixels}/${id}/shared-accounts`);
    const [first, second] = [await install('First'), await install('Second')];
    for (const id of [first, second])
      expect(await uninstall(id)).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
    expect(list((await api('GET', pixels)).body.tags)).toHaveLength(2);
    expect((await uninstall('1')).status).toBe(404);
  });

  test('ERR-44 the only pixel of a store is uninstalled', async () => {
    const { api, accountId } = await shop();
    const pixels = `/v1/accounts/${accountId}/tracking-tags`;
    const { body } = await api('POST', pixels, { body: { adAccountId: '121975733191629', name: 'Shop pixel' } });
    const { id } = body.tag as Json;
    expect((await api('DELETE', `${pixels}/${String(id)}/shared-accounts`)).status).toBe(204);
    expect(list((await api('GET', pixels)).body.tags)).toEqual([]);
  });

  test('BLG-17 articles, blogs and products have the fields of the contract', async () => {
    const { api, accountId, blogs, write } = await shop();
    const catalog = openCatalog('dist/cards');
    const check = (area: string, name: string, value: unknown) =>
      problemsOf({ $ref: `#/schemas/${name}` }, value, catalog.file(area).schemas);
    const article = await write({ title: 'x', tags: ['a'], image: { url: 'https://a.example/1.jpg' } });
    const { body } = await api('GET', `/v1/accounts/${accountId}/products`);
    expect(check('blogs', 'BlogArticle', article)).toEqual([]);
    expect(check('blogs', 'Blog', list((await api('GET', blogs)).body.blogs)[0])).toEqual([]);
    expect(list(body.products).length).toBeGreaterThan(0);
    for (const product of list(body.products)) expect(check('products', 'Product', product)).toEqual([]);
  });
});
