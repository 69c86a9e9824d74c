import { expect, test } from 'vitest';
import { exampleId } from '../../src/kernel/example.ts';
import { steered, type Steered } from '../support/steered.ts';
import { errorIn, svc, type Said } from '../support/svc.ts';

const BUY = ['phone-numbers', 'buy', '--phone-number', '+12025550101', '--allow-multiple', '--yes', '--wait'];

interface Waiting extends Steered {
  run(...words: string[]): Promise<Said>;
}

async function demo(): Promise<Waiting> {
  const under = await steered({ seedPack: 'demo' });
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  return { ...under, run: (...words) => svc([...words, '-o', 'json'], { env }) };
}

test('a wait on a frozen clock ends with what to do, and another one with the number', async () => {
  const { run, advance } = await demo();
  const bought = await run(...BUY, '--profile-id', exampleId('profile'));
  expect([bought.code, errorIn(bought)['code']]).toEqual([8, 'pending']);
  const { phoneNumber } = JSON.parse(bought.stdout) as { phoneNumber: { id: string; status: string } };
  expect(phoneNumber.status).toBe('provisioning');
  expect(errorIn(bought)['message']).toContain('the clock of the local service is frozen');
  expect(errorIn(bought)['hint']).toContain(`svc local carrier approve ${phoneNumber.id}`);
  await advance(30);
  const got = await run('phone-numbers', 'get', phoneNumber.id, '--wait');
  expect([got.code, JSON.parse(got.stdout)]).toEqual([
    0,
    { phoneNumber: expect.objectContaining({ status: 'active' }) },
  ]);
});

test('an end that nobody wished for is a failure with its reason', async () => {
  const { run, local } = await demo();
  const number = '654c0c724a12d737ed688096';
  await local('carrier', 'reject', number, '--reason', 'The passport has expired');
  const said = await run('phone-numbers', 'get', number, '--wait');
  expect([said.code, errorIn(said)['message']]).toEqual([
    3,
    'The number is regulatory_declined: The passport has expired.',
  ]);
});

test('a call is waited for until it is over, and a registration until it is approved', async () => {
  const { run, local } = await demo();
  const call = exampleId('call');
  const early = await run('calls', 'get', call, '--wait');
  expect([early.code, errorIn(early)['hint']]).toEqual([8, expect.stringContaining('svc local calls answer')]);
  await local('calls', 'hang-up', call);
  expect((await run('calls', 'get', call, '--wait')).code).toBe(0);
  const registration = '6514ee9f16bacf1f90765baa';
  expect((await run('sms', 'registrations', 'get', registration, '--wait')).code).toBe(8);
  await local('carrier', 'approve', registration);
  expect((await run('sms', 'registrations', 'get', registration, '--wait')).code).toBe(0);
  expect((await run('sms', 'registrations', 'get', '65111fb7b30033ea106d88ad', '--wait')).code).toBe(3);
});

test('without --wait the command answers at once', async () => {
  const { run } = await demo();
  expect((await run('calls', 'get', exampleId('call'))).code).toBe(0);
});
