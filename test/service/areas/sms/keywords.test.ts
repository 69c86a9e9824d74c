/** Words that carriers act on, over the control surface. */
import { expect, test } from 'vitest';
import { answerTo, wishIn } from '../../../../src/service/areas/sms/keywords.ts';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';
import { CAMPAIGN, registrationOf } from './registration.ts';

const OUR = '+12175550100';
const PERSON = '+15550100300';

async function scene() {
  const service = await startService();
  const { api, control, advance, events } = service;
  await service.account('sms', { username: OUR });
  const says = (text: string) => control('POST', '/_local/inbound', { type: 'sms', to: OUR, from: PERSON, text });
  const optOuts = async () => (await api('GET', '/v1/sms/opt-outs')).body['optOuts'];
  const approve = async () => {
    const { body } = await api('POST', '/v1/sms/registrations', { body: registrationOf([OUR]) });
    await advance(86_460);
    expect((await api('GET', `/v1/sms/registrations/${String(body['registrationId'])}`)).body).toMatchObject({
      status: 'approved',
    });
  };
  const answers = async () => {
    await advance(5);
    return (await events('message.sent')).map(({ payload }) => payload.message?.text);
  };
  return { ...service, says, optOuts, approve, answers };
}

test.each(['STOP', 'stop', ' Unsubscribe ', 'arrêt', 'ABMELDEN', 'Parar'])(
  'SMS-18 %j ends the texts of the number',
  async (word) => {
    const { says, optOuts } = await scene();
    await says(word);
    expect(await optOuts()).toMatchObject([{ phoneNumber: PERSON, from: OUR, keyword: word.trim().toUpperCase() }]);
    await says('Start');
    expect(await optOuts()).toEqual([]);
  },
);

test('a word inside a sentence, or a word of a campaign that is not theirs, ends nothing', async () => {
  const { says, optOuts, answers } = await scene();
  for (const text of ['Please stop by later', 'NOBEANS', 'HELP']) await says(text);
  expect(await optOuts()).toEqual([]);
  expect(await answers()).toEqual([]);
});

test('the approved campaign of the number brings its own words and answers', async () => {
  const { says, optOuts, approve, answers, events } = await scene();
  await approve();
  await says('NoBeans');
  expect(await optOuts()).toHaveLength(1);
  await says('help');
  await says('beans');
  expect(await optOuts()).toEqual([]);
  expect(await answers()).toEqual([
    'Northwind: you get no more messages.',
    'Northwind: write to help@northwind.example.',
    'Northwind: welcome back.',
  ]);
  expect(wrongEvents(await events())).toEqual([]);
  expect(await events('conversation.started')).toHaveLength(1);
});

test('a campaign without an answer of its own answers nothing', () => {
  expect(answerTo('out', CAMPAIGN)).toBe('Northwind: you get no more messages.');
  for (const campaign of [undefined, {}, { optoutMessage: '' }, { optoutMessage: null }])
    expect(answerTo('out', campaign)).toBeUndefined();
});

test('the words of everybody go before those of the campaign', () => {
  expect([wishIn(' help '), wishIn('beans', CAMPAIGN), wishIn('beans')]).toEqual(['help', 'in', undefined]);
  expect(wishIn('stop', { optinKeywords: 'STOP' })).toBe('out');
  expect(wishIn('More', { optinKeywords: 'yes please, more', helpKeywords: 7 })).toBe('in');
});
