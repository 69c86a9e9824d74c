/** The page on which an order of a legacy plan is paid. */
import { expect, test } from 'vitest';
import { ticketIn } from '../../../support/form-page.ts';
import { openLine } from '../../areas/phone-numbers/line.ts';

test('the page names the number and its price, and paying there lets the order go on', async () => {
  const { service, control, buy, advance, status } = await openLine();
  await control('PATCH', '/_local/team', { preset: 'legacy' });
  const { pathname } = new URL(String((await buy({ phoneNumber: '+12025550188' })).body['checkoutUrl']));
  const id = pathname.split('/').at(-1) ?? '';
  const shown = await service.inject({ method: 'GET', url: pathname });
  const page = shown.rawPayload.toString();
  expect([shown.statusCode, page.includes('+12025550188'), page.includes('3.00 USD')]).toEqual([200, true, true]);
  const ticket = ticketIn(page);
  const pay = (cookie: string) =>
    service.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: new URLSearchParams({ ticket }).toString(),
    });
  expect((await pay('')).statusCode).toBe(403);
  expect(await status(id)).toBe('pending_payment');
  const [cookie = ''] = String(shown.headers['set-cookie']).split(';');
  expect((await pay(cookie)).statusCode).toBe(303);
  await advance(30);
  expect(await status(id)).toBe('active');
  expect((await service.inject({ method: 'GET', url: '/checkout/numbers/0123456789abcdef01234567' })).statusCode).toBe(
    404,
  );
});
