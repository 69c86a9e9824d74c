/** Texts that do not arrive: the carrier's code is in the event, and nobody pays for them. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

const OUR = '+12175550100';
const PERSON = '+15550100300';
/** A number of the dialling plan of Berlin. */
const LANDLINE = '+493023125000';

async function scene() {
  const service = await startService();
  const { api, control, advance, events } = service;
  await service.account('sms', { username: OUR });
  const send = (to: string) => api('POST', '/v1/sms/messages', { body: { from: OUR, to, text: 'Ready.' } });
  const behave = (more: object) =>
    control('POST', '/_local/network/carrier/behaviour', { operation: 'send', outcome: 'reject', ...more });
  /** What became of the texts, once each is where it goes. */
  const outcomes = async () => {
    await advance(5);
    const all = (await events()).filter(({ event }) => /^message\.(delivered|failed)$/.test(event));
    expect(wrongEvents(all)).toEqual([]);
    return all.map(({ event, payload }) => [event, (payload['error'] ?? {})['code'] ?? null]);
  };
  const sent = async () => (await api('GET', '/v1/usage/sms')).body['totals']?.['sent'];
  return { ...service, send, behave, outcomes, sent };
}

test('EVT-69 a text to a landline goes out, and fails with the code of the carrier', async () => {
  const { send, outcomes, sent } = await scene();
  expect((await send(LANDLINE)).status).toBe(200);
  expect((await send(PERSON)).status).toBe(200);
  expect(await outcomes()).toEqual([
    ['message.failed', 40001],
    ['message.delivered', null],
  ]);
  expect(await sent()).toBe(1);
});

test('EVT-69 a carrier that rejects texts says why, as often as it is told to', async () => {
  const { send, behave, outcomes, events } = await scene();
  await behave({ message: 'Blocked as spam.', times: 1 });
  await send(PERSON);
  await send(PERSON);
  expect(await outcomes()).toEqual([
    ['message.failed', 40002],
    ['message.delivered', null],
  ]);
  expect(await events('message.failed')).toMatchObject([{ payload: { error: { message: 'Blocked as spam.' } } }]);
});

test('EVT-69 a text to somebody who opted out fails with a code of its own', async () => {
  const { send, control, outcomes } = await scene();
  await control('POST', '/_local/inbound', { type: 'sms', to: OUR, from: PERSON, text: 'STOP' });
  await send(PERSON);
  expect(await outcomes()).toEqual([['message.failed', 40300]]);
});
