/** Feeds: files that are read when asked and on a schedule, what each upload found, and what becomes of the catalogue. */
import { expect, test } from 'vitest';
import { without } from '../../../../../src/kernel/json.ts';
import { feedWork } from '../../../../../src/service/areas/ads/catalogs/feeds.ts';
import { FEED } from '../../../../../src/service/areas/ads/catalogs/recount.ts';
import type { DueRow } from '../../../../../src/service/store/store.ts';
import { type Json } from '../../../../support/service.ts';
import { META, CONTENT, MUG } from '../ad-content.ts';
import { shopStage } from '../stage.ts';

const FILE = 'https://example.com/products.csv';
const CUP = { ...MUG, retailerId: 'cup-1', name: 'Red cup', price: 990 };

async function scene() {
  const service = await shopStage();
  const { call, get, products } = service;
  const file = (items?: readonly object[], url = FILE) =>
    service.control('POST', '/_local/inbound', { type: 'product_file', url, items });
  const names = async () => (await products()).map(({ name }) => name);
  const feeds = async () => (await get('feeds'))['feeds'] as unknown as Json[];
  const feed = async (schedule?: object) => {
    const { body: made } = await call('POST', 'feeds', { name: 'Nightly', ...(schedule && { schedule }) });
    return String(made['feed']?.['id']);
  };
  const uploads = async (feedId: string) => (await get(`feeds/${feedId}/uploads`))['uploads'] as unknown as Json[];
  const upload = (feedId: string, url = FILE) => call('POST', `feeds/${feedId}/uploads`, { url });
  const read = async (feedId: string, url = FILE) => {
    await upload(feedId, url);
    await service.advance(60);
    return (await uploads(feedId)).at(-1);
  };
  const clock = async () => Date.parse(String((await service.control('GET', '/_local/clock')).body['now']));
  return {
    ...service,
    file,
    products,
    names,
    feed,
    feeds,
    uploads,
    upload,
    read,
    clock,
  };
}

test('readings, "Feeds": an upload takes a minute, and what the file holds at its end is in the catalogue', async () => {
  const { feed, file, upload, uploads, feeds, advance, names, clock, products } = await scene();
  const feedId = await feed();
  expect(await feeds()).toMatchObject([{ id: feedId, productCount: 0, latestUpload: null }]);
  await file([MUG]);
  const start = await clock();
  expect(await upload(feedId)).toMatchObject({ status: 200, body: { upload: { id: expect.any(String) as string } } });
  const running = { url: FILE, startTime: new Date(start).toISOString(), endTime: null, itemsDetected: 0 };
  await advance(59);
  expect(await uploads(feedId)).toMatchObject([running]);
  expect(await feeds()).toMatchObject([{ productCount: 0, latestUpload: running }]);
  expect(await names()).toEqual([]);
  await file([MUG, CUP]);
  await advance(1);
  const ended = {
    endTime: new Date(start + 60_000).toISOString(),
    itemsDetected: 2,
    itemsDeleted: 0,
    errorCount: 0,
    warningCount: 0,
  };
  expect(await uploads(feedId)).toMatchObject([ended]);
  expect(await feeds()).toMatchObject([{ productCount: 2, latestUpload: ended }]);
  expect(await products()).toMatchObject([{ retailerId: 'mug-1', price: '12.50 EUR', reviewStatus: 'approved' }, {}]);
  await advance(86_400);
  expect(await uploads(feedId)).toHaveLength(1);
});

test('readings, "Feeds": a file says all of its feed: products are replaced whole, and deleted when they are gone', async () => {
  const { feed, file, read, products, feeds } = await scene();
  const feedId = await feed();
  await file([MUG, CUP]);
  await read(feedId);
  const [{ id } = {}] = await products();
  await file([{ ...without(MUG, ['brand']), price: 1_100 }]);
  expect(await read(feedId)).toMatchObject({ itemsDetected: 1, itemsDeleted: 1, errorCount: 0 });
  expect(await products()).toMatchObject([{ id, retailerId: 'mug-1', price: '11.00 EUR' }]);
  expect((await products())[0]?.['brand']).toBeUndefined();
  expect(await feeds()).toMatchObject([{ productCount: 1 }]);
});

test('readings, "Feeds": products of calls and of other feeds are errors, and are never touched', async () => {
  const { feed, file, read, call, products, feeds, names } = await scene();
  await call('POST', 'products', { product: MUG });
  const [first, second] = [await feed(), await feed()];
  await file([{ ...MUG, name: 'Green mug' }, CUP]);
  expect(await read(first)).toMatchObject({ itemsDetected: 2, errorCount: 1 });
  expect(await read(second)).toMatchObject({ itemsDetected: 2, errorCount: 2 });
  await file([]);
  expect(await read(second)).toMatchObject({ itemsDetected: 0, itemsDeleted: 0 });
  expect(await names()).toEqual(['Blue mug', 'Red cup']);
  expect((await feeds()).map(({ productCount }) => productCount)).toEqual([1, 0]);
  expect(await read(first)).toMatchObject({ itemsDeleted: 1 });
  expect(await products()).toMatchObject([{ name: 'Blue mug' }]);
});

test('readings, "Feeds": a product with an error changes nothing and stays as it was; one that is rejected is a warning', async () => {
  const { feed, file, read, products, names } = await scene();
  const feedId = await feed();
  const poor = without(CUP, ['description']);
  await file([MUG, poor]);
  expect(await read(feedId)).toMatchObject({ errorCount: 0, warningCount: 1 });
  expect((await products())[1]).toMatchObject({
    reviewStatus: 'rejected',
    reviewRejectionReasons: ['description is missing'],
  });
  const wrong = [{ ...MUG, price: -1 }, { ...CUP, price: '9.90 EUR' }, { name: 'Nameless' }, { ...MUG, name: 'Again' }];
  await file(wrong);
  expect(await read(feedId)).toMatchObject({ itemsDetected: 4, itemsDeleted: 0, errorCount: 4, warningCount: 0 });
  expect(await names()).toEqual(['Blue mug', 'Red cup']);
});

test('readings, "Feeds": a file that cannot be read is one error and deletes nothing', async () => {
  const { feed, file, read, names } = await scene();
  const feedId = await feed();
  await file([MUG]);
  await read(feedId);
  const missing = { itemsDetected: 0, itemsDeleted: 0, errorCount: 1 };
  expect(await read(feedId, 'https://example.com/other.csv')).toMatchObject(missing);
  await file();
  expect(await read(feedId)).toMatchObject(missing);
  expect(await names()).toEqual(['Blue mug']);
});

const HOUR = 3_600;

test.each([
  [{ interval: 'HOURLY' }, ['2026-01-05T10:00', '2026-01-05T11:00', '2026-01-05T12:00'], 3 * HOUR],
  [{ interval: 'DAILY' }, ['2026-01-06T00:00', '2026-01-07T00:00'], 48 * HOUR],
  [{ interval: 'DAILY', hour: 9 }, ['2026-01-06T09:00', '2026-01-07T09:00'], 48 * HOUR],
  [{ interval: 'DAILY', hour: 20 }, ['2026-01-05T20:00', '2026-01-06T20:00'], 48 * HOUR],
  [{ interval: 'WEEKLY' }, ['2026-01-11T00:00', '2026-01-18T00:00'], 14 * 24 * HOUR],
  [{ interval: 'WEEKLY', dayOfWeek: 'MONDAY', hour: 8 }, ['2026-01-12T08:00', '2026-01-19T08:00'], 14 * 24 * HOUR],
  [{ interval: 'WEEKLY', dayOfWeek: 'TUESDAY' }, ['2026-01-06T00:00', '2026-01-13T00:00'], 14 * 24 * HOUR],
  [{ interval: 'WEEKLY', dayOfWeek: 'MONDAY', hour: 10 }, ['2026-01-05T10:00', '2026-01-12T10:00'], 14 * 24 * HOUR],
])('readings, "Feeds": the schedule %j is read at %j', async (schedule, times, seconds) => {
  const { feed, file, uploads, advance, clock } = await scene();
  expect(new Date(await clock()).toISOString()).toBe('2026-01-05T09:00:00.000Z');
  await file([MUG]);
  const feedId = await feed({ ...schedule, url: FILE });
  await advance(seconds);
  const starts = (await uploads(feedId)).map(({ startTime }) => String(startTime).slice(0, 16));
  expect(starts).toEqual(times);
});

test('readings, "Feeds": what a schedule reads changes product sets, and the ads that show them stay', async () => {
  const { feed, file, call, get, advance, accountId, api, feeds } = await scene();
  const { body } = await call('POST', 'product-sets', { name: 'Cheap', filter: { price_amount: { lt: 1_000 } } });
  const productSetId = String(body['productSet']?.['id']);
  const count = async () => (await get('product-sets'))['productSets']?.['0']?.['productCount'];
  const promotedObject = { productSetId };
  const create = () =>
    api('POST', '/v1/ads/create', { body: { ...CONTENT, accountId, adAccountId: META, promotedObject } });
  expect(await create()).toMatchObject({ status: 400, body: { code: 'platform_api_error' } });
  await feed({ interval: 'HOURLY', url: FILE });
  await file([MUG, CUP]);
  await advance(HOUR + 60);
  expect(await count()).toBe(1);
  expect((await create()).status).toBe(201);
  await file([{ ...MUG, price: 500 }, CUP]);
  await advance(HOUR);
  expect(await count()).toBe(2);
  expect(await feeds()).toMatchObject([{ productCount: 2, latestUpload: { itemsDetected: 2 } }]);
});

test('readings, "Feeds": a call that deletes a product counts in its feed, and the next reading brings it back', async () => {
  const { feed, file, read, call, products, feeds, api, accountId, catalogId, advance } = await scene();
  const feedId = await feed();
  await file([MUG, CUP]);
  await read(feedId);
  const [{ id } = {}] = await products();
  await api('DELETE', `/v1/ads/catalogs/${catalogId}/products/${String(id)}`, { query: { accountId } });
  expect(await feeds()).toMatchObject([{ productCount: 1 }]);
  await call('POST', 'products/batch', { requests: [{ method: 'DELETE', product: { retailerId: 'cup-1' } }] });
  await advance(60);
  expect(await feeds()).toMatchObject([{ productCount: 0 }]);
  await read(feedId);
  expect(await feeds()).toMatchObject([{ productCount: 2 }]);
});

test('a schedule and an address that cannot be are refused', async () => {
  const { call, feed, upload } = await scene();
  const make = (schedule: object) =>
    call('POST', 'feeds', { name: 'Nightly', schedule: { interval: 'DAILY', ...schedule } });
  for (const hour of [-1, 24, 1.5])
    expect(await make({ url: FILE, hour })).toMatchObject({ status: 400, body: { param: 'schedule.hour' } });
  expect(await make({ url: 'products.csv' })).toMatchObject({ status: 400, body: { param: 'schedule.url' } });
  const feedId = await feed();
  expect(await upload(feedId, 'products.csv')).toMatchObject({ status: 400, body: { param: 'url' } });
  const url = 'https://ada:secret@example.com/products.csv';
  const refused = { status: 400, body: { code: 'platform_api_error', platformError: { error_subcode: 324 } } };
  expect(await upload(feedId, url)).toMatchObject(refused);
  expect(await make({ url })).toMatchObject(refused);
});

test('a scheduled reading that is worked off twice is one upload', async () => {
  const { feed, file, uploads, advance, service, clock } = await scene();
  await file([MUG]);
  const ref = await feed({ interval: 'HOURLY', url: FILE });
  await advance(HOUR);
  const row = { ref, dueAt: await clock(), kind: FEED, id: 1 } as unknown as DueRow;
  await advance(60);
  const before = await uploads(ref);
  expect(before).toMatchObject([{ itemsDetected: 1 }]);
  await feedWork[FEED]?.(row, service.desk);
  expect(await uploads(ref)).toEqual(before);
});

test('a catalogue that is deleted is read no more', async () => {
  const { feed, file, advance, api, accountId, catalogId } = await scene();
  await file([MUG]);
  await feed({ interval: 'HOURLY', url: FILE });
  await api('DELETE', `/v1/ads/catalogs/${catalogId}`, { query: { accountId } });
  await advance(3 * HOUR);
  expect((await api('GET', '/v1/ads/catalogs', { query: { accountId } })).body['catalogs']).toEqual([]);
});
