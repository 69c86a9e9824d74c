/** The page on which a customer provides the documents for a number, over HTTP. */
import { expect, test } from 'vitest';
import { openLine, SCAN } from '../../areas/phone-numbers/line.ts';

const HOST = 'localhost:80';

const FILLED = {
  'value-contact_name': 'Ana Lang',
  'address-street_address': 'Kantstraße 1',
  'address-locality': 'Berlin',
  'address-postal_code': '10623',
};

const BOUNDARY = 'part0123456789';

/** A form as browsers send it, with a scan where one is wanted. */
function multipart(fields: Readonly<Record<string, string>>, file: string): string {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const scan = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file-proof_of_address"; filename="${file}"\r\nContent-Type: application/pdf\r\n\r\n${file === '' ? '' : '%PDF'}\r\n`;
  return `${texts.join('')}${scan}--${BOUNDARY}--\r\n`;
}

async function shared(more: object = {}) {
  const line = await openLine();
  const link = await line.post('/v1/phone-numbers/kyc/share', {
    profileId: line.ownerId,
    country: 'DE',
    areaCode: '30',
    ...more,
  });
  const path = new URL(String(link.body['url'])).pathname;
  const get = () => line.api<string>('GET', path, { key: null, headers: { host: HOST } });
  const page = await get();
  const [cookie = ''] = (page.headers['set-cookie'] ?? '').split(';');
  const ticket = /name="ticket" value="([0-9a-f]{64})"/.exec(page.body)?.[1] ?? '';
  const send = (fields: Readonly<Record<string, string>> = FILLED, file: string = SCAN.filename, headers = {}) =>
    line.api<string>('POST', path, {
      key: null,
      body: multipart({ ticket, ...fields }, file),
      headers: {
        host: HOST,
        cookie,
        origin: `http://${HOST}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
    });
  const numbers = async () => (await line.api('GET', '/v1/phone-numbers')).body['numbers'] as unknown as object[];
  return { ...line, link, page, get, send, numbers };
}

test('NUM-14 NUM-20 the link opens the form of the country, orders one number, and is used then', async () => {
  const { link, page, get, send, numbers, words, advance, ownerId } = await shared();
  expect([link.status, Object.keys(link.body).sort()]).toEqual([200, ['expiresAt', 'token', 'url']]);
  expect(link.body).toMatchObject({ expiresAt: '2026-01-12T09:00:00.000Z' });
  expect(String(link.body['url'])).toMatch(new RegExp(`/kyc/${String(link.body['token'])}$`));
  expect(page.status).toBe(200);
  expect(page.body).toContain('The regulator of Germany');
  expect(await send()).toMatchObject({ status: 200, body: expect.stringContaining('under review') });
  expect(await numbers()).toMatchObject([{ status: 'pending_regulatory', country: 'DE', profileId: { _id: ownerId } }]);
  expect(await words()).toEqual(['kyc_submitted']);
  expect((await send()).status).toBe(409);
  expect(await get()).toMatchObject({ status: 409, body: expect.stringContaining('This link was used') });
  expect(await numbers()).toHaveLength(1);
  await advance(86_400);
  expect(await numbers()).toMatchObject([{ status: 'active' }]);
});

test('two who send at once order one number', async () => {
  const { send, numbers } = await shared();
  expect((await Promise.all([send(), send()])).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await numbers()).toHaveLength(1);
});

test('what is missing is said, what was typed stays, as text, and nothing is ordered', async () => {
  const { send, numbers } = await shared();
  const unnamed = await send({ ...FILLED, 'value-contact_name': '' });
  expect(unnamed).toMatchObject({ status: 422, body: expect.stringContaining('Name of the person or business') });
  const unproven = await send({ 'value-contact_name': '"><script>alert(1)</script>' }, '');
  expect(unproven).toMatchObject({ status: 422, body: expect.stringContaining('Proof of an address') });
  expect(unproven.body).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(unproven.body).not.toContain('<script');
  expect(await numbers()).toEqual([]);
});

test('a form from elsewhere, without the ticket of the page, or of another type orders nothing', async () => {
  const { send, numbers } = await shared();
  expect((await send({ ...FILLED, ticket: '0'.repeat(64) })).status).toBe(403);
  expect((await send(FILLED, SCAN.filename, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(FILLED, SCAN.filename, { cookie: '' })).status).toBe(403);
  expect((await send(FILLED, SCAN.filename, { 'content-type': 'text/plain' })).status).toBe(403);
  expect(await numbers()).toEqual([]);
});

test('a link ends after a week, and one that nobody was given is not known', async () => {
  const { get, send, advance, numbers, api } = await shared();
  await advance(7 * 86_400 - 1);
  expect((await get()).status).toBe(200);
  await advance(1);
  expect((await get()).status).toBe(410);
  expect((await send()).status).toBe(410);
  expect(await numbers()).toEqual([]);
  expect((await api('GET', '/kyc/0123456789abcdef', { key: null, headers: { host: HOST } })).status).toBe(404);
});

test('NUM-15 a team that cannot pay orders nothing through a link either', async () => {
  const { send, numbers, control } = await shared();
  await control('PATCH', '/_local/team', { paymentMethod: false });
  expect((await send()).status).toBe(422);
  expect(await numbers()).toEqual([]);
  await control('PATCH', '/_local/team', { paymentMethod: true });
  expect((await send()).status).toBe(200);
});

test('the page speaks the language of the link, names the company and leads on when done', async () => {
  const redirect_url = 'https://shop.example/done';
  const { page, send } = await shared({ language: 'pt-BR', branding: { companyName: 'Northwind' }, redirect_url });
  expect(page.body).toContain('Northwind pede estes dados a você.');
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://shop.example");
  const sent = await send();
  expect([sent.status, sent.headers['location']]).toEqual([303, redirect_url]);
});
