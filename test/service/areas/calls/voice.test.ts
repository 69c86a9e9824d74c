/** Voice on a number: its settings, and what cannot be set. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { openLine } from './line.ts';

const NUMBER = '657f17766e365e559f56302a';
const PERSON = '+4915112345678';

async function scene() {
  const service = await startService({ seedPack: 'demo' });
  const { api } = service;
  const set = (body: object) => api('POST', `/v1/phone-numbers/${NUMBER}/voice`, { body });
  const read = async () => (await api('GET', `/v1/phone-numbers/${NUMBER}`)).body;
  return { ...service, set, read };
}

test('VOI-02 VOI-03 VOI-04 VOI-05 VOI-34 calls are passed on to a phone, a SIP address or an agent, and nowhere else', async () => {
  const { set, read } = await scene();
  for (const forwardTo of ['+12025550177', 'sip:desk@harborbooks.example', 'wss://agent.harborbooks.example/in'])
    expect(await set({ forwardTo })).toMatchObject({ status: 200, body: { enabled: true, pstnForwardTo: forwardTo } });
  const before = await read();
  for (const forwardTo of ['ftp://x', 'abc', '911', '5551234', 'sip:nobody', 'ws://agent.example', ''])
    expect(await set({ forwardTo }), forwardTo).toMatchObject({ status: 400, body: { param: 'forwardTo' } });
  expect(await read()).toEqual(before);
});

const WINDOW = { day: 1, open: '09:00', close: '17:00' };

const REFUSED: readonly (readonly [param: string, settings: object])[] = [
  ['businessHours', { businessHours: Array.from({ length: 22 }, () => WINDOW) }],
  ['businessHours.0.day', { businessHours: [{ ...WINDOW, day: 285 }] }],
  ['businessHours.0', { businessHours: [{ ...WINDOW, open: '9' }] }],
  ['businessHours.1', { businessHours: [WINDOW, { ...WINDOW, open: '17:00' }] }],
  ['businessHoursTimezone', { businessHoursTimezone: 'Mars/Base' }],
  ['ivrOptions', { ivrOptions: Array.from({ length: 13 }, () => ({ digit: '1', forwardTo: PERSON })) }],
  ['ivrOptions.0.digit', { ivrOptions: [{ digit: '10', forwardTo: PERSON }] }],
  ['ivrOptions.0.digit', { ivrOptions: [{ digit: 'A', forwardTo: PERSON }] }],
  ['ivrOptions.0.forwardTo', { ivrOptions: [{ digit: '1', forwardTo: 'abc' }] }],
  ['blockedCallers', { blockedCallers: ['5551234'] }],
];

test('VOI-08 VOI-09 VOI-10 settings that cannot be are refused by their name, and none of them is kept', async () => {
  const { set, read } = await scene();
  const before = await read();
  for (const [param, settings] of REFUSED)
    expect(await set({ voicemailEnabled: true, ...settings }), param).toMatchObject({ status: 400, body: { param } });
  expect(await read()).toEqual(before);
  const most = Array.from({ length: 12 }, (_, place) => ({ digit: '0123456789*#'[place], forwardTo: PERSON }));
  expect((await set({ ivrOptions: most, businessHours: Array.from({ length: 21 }, () => WINDOW) })).status).toBe(200);
});

test('VOI-02 calls of a number do not go on to the number itself: not by its settings, its menu, a call or a transfer', async () => {
  const { account, dial, legs, numberId, own, play, post, set } = await openLine();
  const refused = (param: string) => ({ status: 400, body: { code: 'invalid_field_value', param } });
  expect(await set({ forwardTo: own })).toMatchObject(refused('forwardTo'));
  const ivrOptions = [
    { digit: '1', forwardTo: PERSON },
    { digit: '2', forwardTo: own },
  ];
  expect(await set({ ivrOptions })).toMatchObject(refused('ivrOptions.1.forwardTo'));
  const calling = { to: PERSON, fromNumber: own };
  expect(await post('/v1/voice/calls', { ...calling, forwardTo: own })).toMatchObject(refused('forwardTo'));
  const whatsApp = `/v1/phone-numbers/${numberId}/whatsapp/calling`;
  const { _id: accountId } = await account('whatsapp', { username: own });
  expect(await post(whatsApp, { accountId, forwardTo: own })).toMatchObject(refused('forwardTo'));
  const id = await dial();
  await play(id, 'answer');
  expect(await post(`/v1/voice/calls/${id}/transfer`, { to: own })).toMatchObject(refused('to'));
  expect((await legs()).map(({ to }) => to)).toEqual([PERSON]);
});
