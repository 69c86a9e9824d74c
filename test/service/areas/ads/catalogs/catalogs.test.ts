/** Catalogues: products as the network reads them, batches in the background, sets by their rules, and an ad that shows one. */
import { expect, test } from 'vitest';
import { type Json } from '../../../../support/service.ts';
import { CONTENT, META, MUG } from '../ad-content.ts';
import { shopStage } from '../stage.ts';

async function scene() {
  const shop = await shopStage();
  const { call, get } = shop;
  const add = (product: object) => call('POST', 'products', { product });
  const group = async (filter: object) =>
    (await call('POST', 'product-sets', { name: 'Set', filter })).body['productSet'];
  const counts = async () =>
    ((await get('product-sets'))['productSets'] as unknown as Json[]).map(({ productCount }) => productCount);
  return { ...shop, add, group, counts };
}

const refusal = (status: number, code: string, param?: string) => ({
  status,
  body: { code, ...(param !== undefined && { param }) },
});

test('readings, "Catalogues": a product reads with its price, its labels and the verdict of the network', async () => {
  const { add, products } = await scene();
  const { body } = await add(MUG);
  const { price, customLabel1, ...same } = MUG;
  const read = { ...same, price: '12.50 EUR', customLabels: [null, customLabel1], reviewStatus: 'approved' };
  expect(body['product']).toMatchObject(read);
  expect(price).toBe(1_250);
  await add({ retailerId: 'mug-2', name: 'Plain', price: 900, currency: 'JPY' });
  const [, plain] = await products();
  expect(plain).toMatchObject({
    price: '900 JPY',
    reviewStatus: 'rejected',
    reviewRejectionReasons: [
      'description is missing',
      'url is missing',
      'imageUrl is missing',
      'availability is missing',
      'condition is missing',
    ],
  });
});

test('readings, "Catalogues": a change keeps what it does not name', async () => {
  const { add, call, products } = await scene();
  const { body } = await add(MUG);
  const id = String(body['product']?.['id']);
  const change = (product: object) => call('PUT', `products/${id}`, { product });
  expect((await change({ price: 990, availability: 'out of stock' })).status).toBe(200);
  expect(await products()).toMatchObject([{ id, name: 'Blue mug', price: '9.90 EUR', availability: 'out of stock' }]);
  expect(await change({ salePrice: 991 })).toMatchObject(refusal(400, 'invalid_field_value', 'product.salePrice'));
  expect((await change({ salePrice: 990 })).body['product']).toMatchObject({ salePrice: '9.90 EUR' });
});

test.each([
  [{ price: -1 }, 'price'],
  [{ price: 1.5 }, 'price'],
  [{ salePrice: -1 }, 'salePrice'],
  [{ salePrice: 1_251 }, 'salePrice'],
  [{ url: 'mug' }, 'url'],
  [{ imageUrl: 'file:///mug.jpg' }, 'imageUrl'],
  [{ currency: 'EURO' }, 'currency'],
  [{ inventory: -1 }, 'inventory'],
])('readings, "Catalogues": a product with %j is refused', async (wrong, param) => {
  const { add, products } = await scene();
  expect(await add({ ...MUG, ...wrong })).toMatchObject(refusal(400, 'invalid_field_value', `product.${param}`));
  expect(await products()).toEqual([]);
});

test('readings, "Catalogues": a product has an id of its own, once in its catalogue', async () => {
  const { add, products } = await scene();
  expect(await add({ ...MUG, retailerId: undefined })).toMatchObject(
    refusal(400, 'missing_required_field', 'product.retailerId'),
  );
  expect((await add(MUG)).status).toBe(200);
  expect(await add(MUG)).toMatchObject(refusal(409, 'invalid_resource_state'));
  expect(await products()).toHaveLength(1);
});

test('readings, "Catalogues": a batch is worked off in a minute, with an error for each request that cannot be done', async () => {
  const { add, call, get, products, advance } = await scene();
  await add(MUG);
  await add({ ...MUG, retailerId: 'mug-2' });
  const requests = [
    { method: 'UPDATE', product: { retailerId: 'mug-1', price: 990 } },
    { method: 'DELETE', product: { retailerId: 'mug-2' } },
    { method: 'CREATE', product: { ...MUG, retailerId: 'mug-3' } },
    { method: 'UPDATE', product: { retailerId: 'mug-3', color: 'red' } },
    { method: 'CREATE', product: MUG },
    { method: 'DELETE', product: { retailerId: 'mug-9' } },
    { method: 'UPDATE', product: { retailerId: 'mug-1', price: -1 } },
    { method: 'UPDATE', product: { price: 1 } },
  ];
  const { body } = await call('POST', 'products/batch', { requests });
  const [handle] = body['handles'] as unknown as string[];
  const batch = async () => (await get(`batches/${String(handle)}`))['batch'];
  await advance(59);
  expect(await batch()).toMatchObject({ handle, status: 'in_progress', errors: [] });
  expect(await products()).toHaveLength(2);
  await advance(1);
  expect(await batch()).toMatchObject({
    status: 'finished',
    errorsTotalCount: 4,
    errors: [{ retailerId: 'mug-1' }, { retailerId: 'mug-9' }, { retailerId: 'mug-1' }, { retailerId: null }],
  });
  expect(await products()).toMatchObject([
    { retailerId: 'mug-1', price: '9.90 EUR', name: 'Blue mug' },
    { retailerId: 'mug-3', color: 'red' },
  ]);
});

test('readings, "Catalogues": a product set has the products that its rule says, whichever of them changes', async () => {
  const { add, call, group, counts, advance } = await scene();
  const { body } = await add(MUG);
  await add({ ...MUG, retailerId: 'tea-1', name: 'Green tea', brand: 'Leaf', price: 500, inventory: 3 });
  const rules: readonly [object, number][] = [
    [{ brand: { eq: 'acme' } }, 1],
    [{ brand: { neq: 'acme' } }, 1],
    [{ brand: { is_any: ['Acme', 'Leaf'] } }, 2],
    [{ brand: { is_not_any: ['Acme', 'Leaf'] } }, 0],
    [{ name: { i_contains: 'MUG' } }, 1],
    [{ name: { contains: 'MUG' } }, 0],
    [{ retailer_id: { starts_with: 'tea' } }, 1],
    [{ price: { gte: 500, lt: 1_250 } }, 1],
    [{ inventory: { gt: 0 } }, 1],
    [{ custom_label_1: { eq: 'kitchen' }, price: { lte: 500 } }, 1],
    [{ or: [{ brand: { eq: 'Leaf' } }, { price: { gt: 1_000 } }] }, 2],
    [{ and: [{ brand: { eq: 'Leaf' } }, { price: { gt: 1_000 } }] }, 0],
  ];
  for (const [filter, productCount] of rules)
    expect(await group(filter), JSON.stringify(filter)).toMatchObject({ productCount });
  await call('PUT', `products/${String(body['product']?.['id'])}`, { product: { brand: 'Leaf' } });
  const [acme, other] = await counts();
  expect([acme, other]).toEqual([0, 2]);
  await call('POST', 'products/batch', { requests: [{ method: 'CREATE', product: { ...MUG, retailerId: 'mug-2' } }] });
  await advance(60);
  expect((await counts())[0]).toBe(1);
});

test('readings, "Catalogues": a rule in words that products do not have is refused', async () => {
  const { call } = await scene();
  for (const filter of [{ taste: { eq: 'sweet' } }, { brand: { like: 'A' } }, { or: [] }, { and: [{ brand: 'A' }] }])
    expect(await call('POST', 'product-sets', { name: 'Set', filter })).toMatchObject(
      refusal(400, 'platform_api_error'),
    );
});

test('a catalogue and a dynamic ad: products, a set, an ad that shows it', async () => {
  const { accountId, catalogId, api, add, call, group, get } = await scene();
  const { id: productSetId } = (await group({ brand: { eq: 'Acme' } })) as Json;
  const advertise = (promotedObject: object) =>
    api('POST', '/v1/ads/create', { body: { ...CONTENT, adAccountId: META, accountId, promotedObject } });
  expect(await advertise({ productSetId })).toMatchObject(refusal(400, 'platform_api_error'));
  const { body } = await add(MUG);
  expect(await advertise({ productSetId: '1' })).toMatchObject(
    refusal(404, 'not_found', 'promotedObject.productSetId'),
  );
  expect(await advertise({ productSetId, productCatalogId: '1' })).toMatchObject(
    refusal(400, 'invalid_field_value', 'promotedObject.productCatalogId'),
  );
  const ad = await advertise({ productSetId, productCatalogId: catalogId });
  expect(ad.status).toBe(201);
  const remove = (path: string) => api('DELETE', `/v1/ads/catalogs/${catalogId}/${path}`, { query: { accountId } });
  expect(await remove(`product-sets/${String(productSetId)}`)).toMatchObject(refusal(409, 'invalid_resource_state'));
  await remove(`products/${String(body['product']?.['id'])}`);
  expect(await get('product-sets')).toMatchObject({ productSets: [{ productCount: 0 }] });
  await api('DELETE', `/v1/ads/${String(ad.body['ad']?.['_id'])}`);
  expect((await remove(`product-sets/${String(productSetId)}`)).status).toBe(200);
  expect((await call('POST', 'product-sets', { name: 'Again', filter: { brand: { eq: 'Acme' } } })).status).toBe(200);
});
