/** `svc sms registrations`: what it refuses by itself, and how it follows the carriers. */
import { expect, test } from 'vitest';
import { BRAND, CAMPAIGN } from '../../service/areas/sms/registration.ts';
import { steered } from '../../support/steered.ts';
import { errorIn, svc } from '../../support/svc.ts';

/** Nothing is listening there: whatever is sent fails with another exit. */
const NOWHERE = { SVC_BASE_URL: 'http://127.0.0.1:1', SVC_API_KEY: `sk_${'0'.repeat(64)}` };

const create = (env: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => {
  const flags = {
    'registration-type': 'standard_10dlc',
    'phone-numbers': '+12175550100',
    brand: JSON.stringify(BRAND),
    campaign: JSON.stringify(CAMPAIGN),
    ...more,
  };
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  return svc(['sms', 'registrations', 'create', ...words, '-o', 'json'], { env });
};

test.each([
  ['SMS-04', 'another kind', { 'registration-type': 'standard' }, 'registration-type'],
  ['SMS-06', 'a brand without its street', { brand: JSON.stringify({ ...BRAND, street: undefined }) }, 'street'],
  [
    'SMS-07',
    'a campaign without a sample',
    { campaign: JSON.stringify({ ...CAMPAIGN, sample1: undefined }) },
    'sample1',
  ],
])('%s %s is refused before anything is sent', async (_rule, _what, more, word) => {
  const said = await create(NOWHERE, more as unknown as Record<string, string>);
  expect([said.code, said.stderr]).toEqual([2, expect.stringContaining(word)]);
});

test('SMS-10 the status of a registration is read again and again until the carriers have decided', async () => {
  const { url, service, advance, control } = await steered();
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const made = await create(env);
  const { registrationId } = JSON.parse(made.stdout) as { registrationId: string };
  const get = (...more: string[]) =>
    svc(['sms', 'registrations', 'get', registrationId, ...more, '-o', 'json'], { env });
  const status = async () => (JSON.parse((await get()).stdout) as { status: string }).status;
  expect(await status()).toBe('requested');
  await advance(60);
  expect(await status()).toBe('pending');
  const early = await get('--wait');
  expect([early.code, errorIn(early)['code']]).toEqual([8, 'pending']);
  await advance(86_400);
  expect([(await get('--wait')).code, await status()]).toEqual([0, 'approved']);
  const rejected = { type: 'registration_status', registrationId, status: 'rejected' };
  expect((await control('POST', '/_local/inbound', rejected)).status).toBe(409);
});
