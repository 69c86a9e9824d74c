import { expect, test } from 'vitest';
import { INBOUND } from '#inbound';
import { wordsOf } from '../../../src/build/manifest.ts';
import { exampleId } from '../../../src/kernel/example.ts';
import { commands } from '../../../src/commands/local/inbound.ts';
import { INBOUND_TYPES } from '../../../src/service/area-index.ts';
import type { Json } from '../../support/service.ts';
import { steered, type Steered } from '../../support/steered.ts';
import { errorIn, svc } from '../../support/svc.ts';

test('there is a command for every type that the service takes, and each says so', async () => {
  expect(Object.keys(INBOUND).sort()).toEqual([...INBOUND_TYPES, 'event'].sort());
  const { code, stdout } = await svc(['local', 'inbound', '-o', 'json']);
  expect(code).toBe(0);
  const result = JSON.parse(stdout) as Json;
  expect(result.types).toHaveLength(commands.length);
  expect(result.types).toContainEqual({
    type: 'sms',
    summary: 'Receive a text at a number of the team.',
    example: 'svc local inbound sms --to +12025550123 --from +14155550123 --text STOP',
  });
});

test('a cause without an event says so', async () => {
  const { local } = await steered({ seedPack: 'demo' });
  const words = ['message', '--account-id', 'discord', '--participant-id', '77', '--text', 'Hello'];
  const said = await local('inbound', ...words);
  expect([said.code, said.stderr]).toEqual([0, expect.stringContaining('No event followed.')]);
});

test('the example of each type works on the demo pack', async () => {
  const { local, control, api } = await steered({ seedPack: 'demo' });
  await control('POST', '/_local/snapshots', { name: 'demo' });
  for (const [type, { example }] of Object.entries(INBOUND)) {
    const id = await PREPARED[type]?.({ control, api });
    const words = wordsOf(id === undefined ? example : example.replace(/--review-id \w+/, `--review-id ${id}`));
    const said = await local(...words.slice(2));
    expect(said.code, `${example}: ${said.stderr}`).toBe(0);
    expect(said.result.eventIds, example).toBeInstanceOf(Array);
    await control('POST', '/_local/reset', { snapshot: 'demo' });
  }
});

type Preparing = (under: Pick<Steered, 'control' | 'api'>) => Promise<string | undefined>;

/** What has to be there first, since the demo pack has no order that waits for a payment and no review with an author. */
const PREPARED: Readonly<Record<string, Preparing>> = {
  async review_update({ control }) {
    const review = {
      type: 'review',
      accountId: exampleId('account:googlebusiness'),
      author: { name: 'Ada' },
      rating: 5,
    };
    return String((await control('POST', '/_local/inbound', review)).body.reviewId);
  },
  async number_payment({ control, api }) {
    await control('PATCH', '/_local/team', { preset: 'legacy' });
    const body = { profileId: exampleId('profile'), phoneNumber: '+12025550101', allowMultiple: true };
    expect(await api('POST', '/v1/phone-numbers/purchase', { body })).toMatchObject({ status: 200 });
    return undefined;
  },
};

test('SMS-18 STOP that comes in from a phone puts it on the list', async () => {
  const { local, api } = await steered({ seedPack: 'demo' });
  const said = await local('inbound', 'sms', '--to', '+12025550123', '--from', '+14155550123', '--text', 'STOP');
  expect(said.code, said.stderr).toBe(0);
  const { body } = await api('GET', '/v1/sms/opt-outs');
  expect(JSON.stringify(body)).toContain('+14155550123');
});

test('an account is meant by its platform or username, and a number by its digits', async () => {
  const { local, events } = await steered({ seedPack: 'demo' });
  const words = ['--participant-id', '77001', '--text', 'Hello'];
  expect((await local('inbound', 'message', '--account-id', 'telegram', ...words)).code).toBe(0);
  expect((await events('message.received')).at(-1)?.payload).toMatchObject({ account: { platform: 'telegram' } });
  const several = await local('inbound', 'message', '--account-id', 'northwindcoffee', ...words);
  expect([several.code, errorIn(several)['code']]).toEqual([2, 'ambiguous']);
  const nobody = await local('inbound', 'message', '--account-id', 'nobody', ...words);
  expect([nobody.code, errorIn(nobody)['param']]).toEqual([2, '--account-id']);
  const call = ['inbound', 'call', '--from', '+14155550123', '--stage', 'received', '--number-id'];
  expect((await local(...call, '+12025550123')).result.callId).toEqual(expect.any(String));
  expect((await local(...call, '+12025559999')).code).toBe(7);
});

test.each([
  [['sms', '--to', '+12025550123'], '--from'],
  [['review', '--account-id', 'googlebusiness', '--rating', '5'], '--author-id or --author-username or --author-name'],
  [['review', '--account-id', 'googlebusiness', '--author-name', 'A', '--rating', '6'], '--rating'],
  [['call', '--stage', 'began'], '--stage'],
  [['lead', '--account-id', 'facebook', '--form-id', '1', '--answer', 'email'], '--answer'],
  [
    ['registration-status', '--registration-id', '6514ee9f16bacf1f90765baa', '--action-reason', 'x'],
    '--action-message',
  ],
])('%j is judged before anything is sent', async (words, param) => {
  const said = await svc(['local', 'inbound', ...words, '-o', 'json', '--data-dir', '/nowhere']);
  expect([said.code, errorIn(said)['param']]).toEqual([2, param]);
});

test('a type that is spelled as in the body leads to its command', async () => {
  const said = await svc(['local', 'inbound', 'number_status', '-o', 'json']);
  expect([said.code, errorIn(said)['hint']]).toEqual([2, 'Did you mean `svc local inbound number-status`?']);
});

test('what the service refuses is said in the words of the flags', async () => {
  const { local } = await steered({ seedPack: 'demo' });
  const said = await local(
    'inbound',
    'comment',
    '--account-id',
    'instagram',
    '--author-username',
    'ada',
    '--text',
    'x',
  );
  expect([said.code, errorIn(said)['message']]).toEqual([
    3,
    'Name the post by `--post-id`, `--native-id` or `--ad-id`.',
  ]);
});
