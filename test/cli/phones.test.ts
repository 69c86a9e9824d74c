import { expect, test } from 'vitest';
import { errorIn, svc } from '../support/svc.ts';

const send = (...words: string[]) =>
  svc(['sms', 'send', '--text', 'Hello', '--yes', '-o', 'json', ...words], { env: KEYS });

const KEYS = { SVC_BASE_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'sk_x' };

test.each([
  ['(201) 555-0123', '+12015550123'],
  ['0049 30 23125001', '+493023125001'],
  ['12025550166', '+12025550166'],
])('a number typed as %s is refused before anything is sent, and %s is offered', async (typed, meant) => {
  const said = await send('--from', '+12025550123', '--to', typed);
  expect([said.code, errorIn(said)['param']]).toEqual([2, 'to']);
  expect(errorIn(said)['hint']).toContain(`Did you mean ${meant}?`);
});

test('a number without its country is read by the language of the terminal first', async () => {
  const env = { ...KEYS, LANG: 'de_DE.UTF-8' };
  const said = await svc(['sms', 'lookup', '--number', '030 23125001', '-o', 'json'], { env });
  expect([said.code, errorIn(said)['hint']]).toEqual([2, expect.stringContaining('+493023125001')]);
});

test('what no dialling plan knows gets no hint of a number', async () => {
  const said = await send('--from', '+12025550123', '--to', '5551234');
  expect(said.code).toBe(2);
  expect(errorIn(said)['hint']).not.toContain('Did you mean');
});

test.each([['Northwind'], ['12345'], ['+12025550123']])('a text comes from %s', async (from) => {
  expect((await send('--from', from, '--to', '+14155550123')).code).toBe(13);
});

test('every number of a list is judged, and an address where a call may go there', async () => {
  const check = ['phone-numbers', 'port-in', 'check', '--phone-numbers', '+12025550166', '--phone-numbers', '5551234'];
  const said = await svc([...check, '-o', 'json'], { env: KEYS });
  expect([said.code, errorIn(said)['param']]).toEqual([2, 'phoneNumbers.1']);
  const transfer = (to: string) => svc(['calls', 'transfer', 'f'.repeat(24), '--to', to, '-o', 'json'], { env: KEYS });
  expect((await transfer('sip:desk@pbx.example')).code).toBe(13);
  expect((await transfer('desk')).code).toBe(2);
});

test('--no-validate sends any number', async () => {
  expect((await send('--from', '+12025550123', '--to', '5551234', '--no-validate')).code).toBe(13);
});

test('the number that calls is --from, as that which texts, and --from-number goes on working', async () => {
  const dryRun = ['calls', 'place', '--to', '+12025550198', '--dry-run', '-o', 'json'];
  for (const flag of ['--from', '--from-number']) {
    const said = await svc([...dryRun, flag, '+12025550123'], { env: KEYS });
    expect(JSON.parse(said.stdout), flag).toMatchObject({ body: { fromNumber: '+12025550123' } });
    expect(said.stderr.includes('deprecated'), flag).toBe(flag === '--from-number');
  }
});
