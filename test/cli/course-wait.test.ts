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

const WHATSAPP = exampleId('account:whatsapp');
const OF_WHATSAPP = ['--account-id', WHATSAPP];

/** What begins, how many seconds later it is over, and what then shows it. @param id what began, in the answer of the first */
const COURSES: readonly (readonly [
  name: string,
  first: readonly string[],
  seconds: number,
  (id: string) => readonly string[],
])[] = [
  [
    'a template',
    [
      'whatsapp',
      'templates',
      'create',
      ...OF_WHATSAPP,
      '--name',
      'spring',
      '--category',
      'UTILITY',
      '--language',
      'en_US',
      '--components',
      '{"type":"BODY","text":"Spring is here."}',
    ],
    600,
    () => ['whatsapp', 'templates', 'get', 'spring', ...OF_WHATSAPP],
  ],
  [
    'a broadcast',
    ['broadcasts', 'schedule', exampleId('broadcast'), '--scheduled-at', '2026-01-06T09:00:00Z', '--yes'],
    90_000,
    () => ['broadcasts', 'get', exampleId('broadcast')],
  ],
  [
    'a display name',
    ['whatsapp', 'business-profile', 'display-name', 'update', ...OF_WHATSAPP, '--display-name', 'Northwind Roastery'],
    3_600,
    () => ['whatsapp', 'business-profile', 'display-name', 'get', ...OF_WHATSAPP],
  ],
  [
    'an iMessage sender',
    [
      'imessage',
      'senders',
      'order',
      '--profile-id',
      exampleId('profile'),
      '--kind',
      'email',
      '--email-name',
      'hello',
      '--email-domain',
      'harborbooks.example',
      '--yes',
    ],
    86_400,
    (id) => ['imessage', 'senders', 'get', id],
  ],
  [
    'an evaluation',
    ['business-agent', 'evals', 'start', WHATSAPP, '--eval-case-ids', '128719819918123'],
    60,
    (id) => ['business-agent', 'evals', 'get', WHATSAPP, '--job-id', id],
  ],
];

test.each(COURSES)('%s is waited for from either command', async (_name, first, seconds, later) => {
  const { run, advance } = await demo();
  const begun = await run(...first, '--wait');
  const hint = String(errorIn(begun)['hint']);
  expect([begun.code, hint], begun.stderr).toEqual([8, expect.stringContaining('svc local clock advance')]);
  const [, look = ''] = /Check again with `([^`]+)`/.exec(hint) ?? [];
  const [, id = ''] = /\b([\da-f]{24}|\d{15})$/.exec(look) ?? [];
  expect((await run(...look.split(' ').slice(1))).code, look).toBe(0);
  await advance(seconds);
  const over = await run(...later(id), '--wait');
  expect(over.code, over.stderr).toBe(0);
});

test('a template that is rejected ends the wait with the reason', async () => {
  const { run, local } = await demo();
  const [, first = []] = COURSES[0] ?? [];
  const decide = `svc local inbound template-status --account-id ${WHATSAPP} --name spring --status APPROVED`;
  expect(errorIn(await run(...first, '--wait'))['hint']).toContain(decide);
  const told = await local(
    'inbound',
    'template-status',
    '--account-id',
    'whatsapp',
    '--name',
    'spring',
    '--status',
    'REJECTED',
    '--reason',
    'TAG_CONTENT_MISMATCH',
  );
  expect(told.code, told.stderr).toBe(0);
  const said = await run('whatsapp', 'templates', 'get', 'spring', ...OF_WHATSAPP, '--wait');
  expect([said.code, errorIn(said)['message']]).toEqual([3, 'The template is REJECTED: TAG_CONTENT_MISMATCH.']);
});

test('an appeal waits for the carriers, and the steps of a run are shown when it is over', async () => {
  const { run, local } = await demo();
  const registration = '65111fb7b30033ea106d88ad';
  const appeal = [
    'sms',
    'registrations',
    'appeal',
    registration,
    '--appeal-reason',
    'The website says how people sign up.',
  ];
  const pending = await run(...appeal, '--wait');
  expect([pending.code, errorIn(pending)['message']]).toEqual([
    8,
    expect.stringContaining('The registration is pending'),
  ]);
  await local('carrier', 'approve', registration);
  expect((await run('sms', 'registrations', 'get', registration, '--wait')).code).toBe(0);
  const events = ['workflows', 'runs', 'events', exampleId('workflow'), '651dbfb81b9776f7e5f6c70a'];
  const steps = await run(...events, '--wait');
  const { execution } = JSON.parse(steps.stdout) as { execution: { status: string } };
  expect([steps.code, execution.status, errorIn(steps)['message']]).toEqual([
    8,
    'running',
    expect.stringContaining('The run is running'),
  ]);
});

test('a wait that runs out on a local service whose clock runs says how time is skipped', async () => {
  const { run, local } = await demo();
  await local('clock', 'set', 'real');
  const said = await run('calls', 'get', exampleId('call'), '--wait', '--timeout', '300ms');
  expect([said.code, errorIn(said)['message']]).toEqual([8, expect.stringContaining('is still')]);
  expect(errorIn(said)['hint']).toContain(
    '`svc local clock set frozen`, then `svc local clock advance --until-next-due`',
  );
});

test('without --wait the command answers at once', async () => {
  const { run } = await demo();
  expect((await run('calls', 'get', exampleId('call'))).code).toBe(0);
});
