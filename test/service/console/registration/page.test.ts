/** The page on which a customer provides the legal details for texting, over HTTP. */
import { expect, test } from 'vitest';
import { HOST, openFormPage } from '../../../support/form-page.ts';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';
import { BRAND } from '../../areas/sms/registration.ts';

async function shared() {
  const service = await startService();
  const { api, profileId } = service;
  const body = { profileId: await profileId(), country: 'US' };
  const number = (await api('POST', '/v1/phone-numbers/purchase', { body })).body['phoneNumber'] as Json;
  const numberId = String(number['id']);
  const { body: link } = await api('POST', '/v1/sms/registrations/share', { body: { numberId } });
  const form = await openFormPage(service, link['url']);
  const registrations = async () =>
    (await api('GET', '/v1/sms/registrations')).body['registrations'] as unknown as Json[];
  return { ...service, ...form, link, registrations, phone: String(number['phoneNumber']), numberId };
}

test('SMS-12 SMS-13 the link opens a form, begins one registration of the number, and is used then', async () => {
  const { link, page, get, post, registrations, phone, events, profileId } = await shared();
  expect(link['expiresAt']).toBe('2026-01-12T09:00:00.000Z');
  expect(page.status).toBe(200);
  expect(page.body).toContain(phone);
  expect(await post(BRAND)).toMatchObject({ status: 200 });
  expect(await registrations()).toMatchObject([
    { status: 'requested', registrationType: 'standard_10dlc', displayName: 'Northwind', phoneNumbers: [phone] },
  ]);
  const told = await events('sms.registration.status_updated');
  expect(told).toMatchObject([{ payload: { registration: { profileId: await profileId() } } }]);
  expect(wrongEvents(told)).toEqual([]);
  expect((await post(BRAND)).status).toBe(409);
  expect(await get()).toMatchObject({ status: 409, body: expect.stringContaining('This link was used') });
  expect(await registrations()).toHaveLength(1);
});

test('two who send at once begin one registration', async () => {
  const { post, registrations } = await shared();
  const statuses = (await Promise.all([post(BRAND), post(BRAND)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
  expect(await registrations()).toHaveLength(1);
});

test('what is missing or wrong is said at its field, and what was typed stays, as text', async () => {
  const { post, registrations } = await shared();
  const typed = { ...BRAND, street: ' ', website: 'http://a.example', displayName: '"><script>alert(1)</script>' };
  const { status, body } = await post(typed);
  expect(status).toBe(422);
  expect(body).toContain('id="street-problem">This is required.');
  expect(body).toContain('id="website-problem">The address begins with https://.');
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(body).not.toContain('<script');
  expect((await post({ ...BRAND, entityType: 'SOLE_PROPRIETOR' })).status).toBe(422);
  expect(await registrations()).toEqual([]);
});

test('a link ends after a week, and one that nobody was given is not known', async () => {
  const { get, post, advance, api, registrations, numberId } = await shared();
  await advance(7 * 86_400);
  expect((await get()).status).toBe(410);
  expect((await post(BRAND)).status).toBe(410);
  expect(await registrations()).toEqual([]);
  const unknown = await api<string>('GET', '/register/0123456789abcdef', { key: null, headers: { host: HOST } });
  expect(unknown.status).toBe(404);
  const other = { numberId: `${numberId.slice(0, -4)}0000` };
  expect((await api('POST', '/v1/sms/registrations/share', { body: other })).status).toBe(404);
});

test('a form from elsewhere, or without the ticket of the page, begins nothing', async () => {
  const { post, registrations } = await shared();
  expect((await post({ ...BRAND, ticket: '0'.repeat(64) })).status).toBe(403);
  expect((await post(BRAND, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(BRAND, { cookie: '' })).status).toBe(403);
  expect(await registrations()).toEqual([]);
});
