/** What the carrier sends, whatever sent it: in its feed and in that of the line, once, and never to somebody who opted out. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';
import { registrationOf } from './registration.ts';

const OUR = '+12175550100';
const PERSON = '+15550100300';

async function scene() {
  const service = await startService();
  const { api, control, feed } = service;
  const { _id: accountId } = await service.account('sms', { username: OUR });
  const post = (path: string, body: object = {}) => api('POST', path, { body });
  const says = (text: string) => control('POST', '/_local/inbound', { type: 'sms', to: OUR, from: PERSON, text });
  const messages = async () => {
    const [conversation] = (await api('GET', '/v1/inbox/conversations')).body['data'] as unknown as Json[];
    const path = `/v1/inbox/conversations/${String(conversation?.['id'])}/messages`;
    return { path, all: (await api('GET', path, { query: { accountId } })).body['messages'] as unknown as Json[] };
  };
  /** The texts in the feed of the carrier, which are those in the feed of the line. */
  const carried = async () => {
    const items = await feed('carrier', 'sms');
    expect(await feed(accountId, 'sms')).toEqual(items);
    return items;
  };
  return { ...service, accountId, post, says, messages, carried };
}

test('SMS-18 answers to STOP, HELP and START are texts of the carrier, and messages of the conversation', async () => {
  const { post, says, messages, carried, advance, events } = await scene();
  await post('/v1/sms/registrations', registrationOf([OUR]));
  await advance(86_460);
  for (const word of ['STOP', 'HELP', 'START']) await says(word);
  const answers = [
    'Northwind: you get no more messages.',
    'Northwind: write to help@northwind.example.',
    'Northwind: welcome back.',
  ];
  expect((await carried()).map(({ from, to, text }) => [from, to, text])).toEqual(
    answers.map((text) => [OUR, PERSON, text]),
  );
  await advance(5);
  expect((await events('message.delivered')).map(({ payload }) => payload.message?.text)).toEqual(answers);
  const { all } = await messages();
  expect(all.filter(({ direction }) => String(direction) === 'outgoing').map(({ message }) => message)).toEqual(
    answers,
  );
  expect((await carried()).map(({ nativeId }) => nativeId)).toEqual(
    (await events('message.sent')).map(({ payload }) => payload.message?.['id']),
  );
  expect(wrongEvents(await events())).toEqual([]);
});

test('SMS-14 SMS-21 an answer from the inbox and one that begins a conversation reach the carrier, with their media', async () => {
  const { accountId, post, says, messages, carried } = await scene();
  await says('Open?');
  const { path } = await messages();
  await post(path, {
    accountId,
    message: 'Until six.',
    attachmentUrl: 'https://media.example.com/door.jpg',
    attachmentType: 'image',
  });
  await post('/v1/inbox/conversations', { accountId, participantId: '+15550100301', message: 'Hello.' });
  expect(await carried()).toMatchObject([
    { from: OUR, to: PERSON, text: 'Until six.', mediaUrls: ['https://media.example.com/door.jpg'], segments: 1 },
    { from: OUR, to: '+15550100301', text: 'Hello.', mediaUrls: [], encoding: 'GSM-7', segments: 1 },
  ]);
});

test('SMS-18 whoever opted out gets no text, be it of the API, the inbox or a broadcast', async () => {
  const { accountId, post, says, messages, carried, advance, events, profileId } = await scene();
  await says('STOP');
  await post('/v1/sms/messages', { from: OUR, to: PERSON, text: 'Ready.' });
  await post((await messages()).path, { accountId, message: 'Still ready.' });
  const news = { profileId: await profileId(), accountId, platform: 'sms', name: 'News', message: { text: 'Off.' } };
  const path = `/v1/broadcasts/${String((await post('/v1/broadcasts', news)).body['broadcast']?.['id'])}`;
  await post(`${path}/recipients`, { phones: [PERSON, '+15550100301'] });
  await post(`${path}/send`);
  await advance(10);
  expect((await events('message.failed')).map(({ payload }) => payload['error'])).toMatchObject([
    { code: 40300 },
    { code: 40300 },
  ]);
  expect(await events('message.delivered')).toHaveLength(1);
  expect(await carried()).toMatchObject([{ to: '+15550100301', text: 'Off.' }]);
});
