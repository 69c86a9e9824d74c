/** Custom fields: each type takes its values, and a deleted field takes them along. */
import { expect, test } from 'vitest';
import { watchedAccount } from '../../events/judged.ts';

async function scene() {
  const at = await watchedAccount();
  const made = await at.api('POST', '/v1/contacts', { body: { profileId: at.profile, name: 'Ana' } });
  const contact = `/v1/contacts/${String(made.body['contact']?.['id'])}`;
  const field = (name: string, type: string, more: object = {}) =>
    at.api('POST', '/v1/custom-fields', { body: { profileId: at.profile, name, type, ...more } });
  const put = (slug: string, value: unknown) => at.api('PUT', `${contact}/fields/${slug}`, { body: { value } });
  const values = async () => (await at.api('GET', contact)).body['contact']?.['customFields'];
  return { ...at, contact, field, put, values };
}

test.each([
  ['text', 'gold', 5],
  ['number', 4.5, 'many'],
  ['boolean', true, 'perhaps'],
  ['date', '2027-03-01', 'tomorrow'],
  ['select', 'gold', 'tin'],
])('AUT-02 a field of the type %s takes %o and not %o', async (type, right, wrong) => {
  const { field, put, values } = await scene();
  await field('Plan', type, { options: ['silver', 'gold'] });
  expect((await put('plan', right)).status).toBe(200);
  expect(await put('plan', wrong)).toMatchObject({ status: 400, body: { param: 'value' } });
  expect(await values()).toEqual({ plan: right });
});

test('AUT-02 a number and a truth may come as text', async () => {
  const { field, put, values } = await scene();
  await field('Age', 'number');
  await field('Adult', 'boolean');
  await put('age', '42');
  await put('adult', 'true');
  expect(await values()).toEqual({ age: 42, adult: true });
});

test('AUT-02 a profile has a field once, and a select has options', async () => {
  const { field, api } = await scene();
  expect((await field('Plan', 'text')).status).toBe(200);
  expect(await field('Plan', 'number')).toMatchObject({ status: 409, body: { param: 'slug' } });
  expect(await field('Color', 'select')).toMatchObject({ status: 400, body: { param: 'options' } });
  expect((await api('GET', '/v1/custom-fields')).body['fields']).toHaveLength(1);
});

test('AUT-02 a field that is deleted takes its values along', async () => {
  const { field, put, values, api, contact } = await scene();
  const made = await field('Plan', 'text');
  await field('Age', 'number');
  await put('plan', 'gold');
  await put('age', 42);
  await api('DELETE', `/v1/custom-fields/${String(made.body['field']?.['id'])}`);
  expect(await values()).toEqual({ age: 42 });
  expect((await api('DELETE', `${contact}/fields/plan`)).status).toBe(404);
});

test('AUT-04 a change of a field says what the contact reads, before and after', async () => {
  const { field, put, values, happened } = await scene();
  await field('Plan', 'select', { options: ['free', 'pro'] });
  await put('plan', 'free');
  await put('plan', 'pro');
  expect((await happened()).map(([, payload]) => (payload as { field: object }).field)).toEqual([
    { slug: 'plan', value: 'free', previousValue: null },
    { slug: 'plan', value: 'pro', previousValue: 'free' },
  ]);
  expect(await values()).toEqual({ plan: 'pro' });
});

test('AUT-02 a select may have a single option', async () => {
  const { field, put } = await scene();
  expect((await field('Plan', 'select', { options: ['gold'] })).status).toBe(200);
  expect((await put('plan', 'gold')).status).toBe(200);
});

test('AUT-02 a field that is deleted takes along no values of another profile', async () => {
  const { api, field, put, values } = await scene();
  await field('Plan', 'text');
  await put('plan', 'gold');
  const profile = (await api('POST', '/v1/profiles', { body: { name: 'Other' } })).body['profile']?.['_id'];
  const made = await field('Plan', 'text', { profileId: profile });
  const body = { profileId: profile, name: 'Ben' };
  const ben = `/v1/contacts/${String((await api('POST', '/v1/contacts', { body })).body['contact']?.['id'])}`;
  await api('PUT', `${ben}/fields/plan`, { body: { value: 'free' } });
  await api('DELETE', `/v1/custom-fields/${String(made.body['field']?.['id'])}`);
  expect(await values()).toEqual({ plan: 'gold' });
  expect((await api('GET', ben)).body['contact']?.['customFields']).toEqual({});
});
