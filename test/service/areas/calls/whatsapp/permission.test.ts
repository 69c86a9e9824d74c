/** Calls on WhatsApp: a person is asked, answers, and may be called as long as the answer holds. */
import { expect, test } from 'vitest';
import { openLine } from '../../phone-numbers/line.ts';
import { wrongEvents } from '../../../events/judged.ts';

const PERSON = '+4915112345678';

const DAY = 86_400;

/** An account on a number of the team, with WhatsApp calls turned on. */
async function scene() {
  const line = await openLine();
  const { account, api, control, post } = line;
  const { id: numberId, phoneNumber } = await line.active();
  const { _id: accountId } = await account('whatsapp', { username: phoneNumber });
  const settings = `/v1/phone-numbers/${String(numberId)}/whatsapp/calling`;
  await post(settings, { accountId, forwardTo: 'sip:desk@harborbooks.example', recordingEnabled: true });
  const call = (more: object = {}) => post('/v1/whatsapp/calls', { accountId, to: PERSON, ...more });
  return {
    ...line,
    accountId,
    settings,
    call,
    ask: (more: object = {}) => call({ action: 'send_call_permission_request', ...more }),
    /** What the person answers. */
    reply: (more: object = {}) =>
      control('POST', '/_local/inbound', {
        type: 'call',
        stage: 'permission_request',
        accountId,
        from: PERSON,
        ...more,
      }),
    permission: async () => {
      const query = { accountId, to: PERSON.slice(1) };
      const { body } = await api('GET', '/v1/whatsapp/call-permissions', { query });
      const [asks, calls] = body['actions'] as unknown as { can_perform_action: boolean }[];
      return { ...body['permission'], canAsk: asks?.can_perform_action, canCall: calls?.can_perform_action };
    },
    calls: async () => (await api('GET', '/v1/whatsapp/calls', { query: { accountId } })).body['calls'],
  };
}

const NOT_ALLOWED = { status: 422, body: { param: 'to' } };

test('EVT-112 a person who was asked and allows it is called for a week, and then has to be asked again', async () => {
  const { advance, ask, call, calls, events, feed, accountId, permission, reply } = await scene();
  expect(await permission()).toEqual({ status: 'no_permission', canAsk: true, canCall: false });
  expect(await call()).toMatchObject(NOT_ALLOWED);
  expect((await ask({ bodyText: 'May we call you?' })).body).toEqual({ success: true, to: PERSON });
  const item = { type: 'call_permission_request', to: PERSON, text: 'May we call you?' };
  expect(await feed(accountId, 'message')).toMatchObject([item]);
  expect(await permission()).toEqual({ status: 'no_permission', canAsk: false, canCall: false });
  expect(await calls()).toEqual([]);
  await reply();
  const answered = await events('call.permission_request');
  expect(wrongEvents(answered)).toEqual([]);
  expect(answered).toMatchObject([
    {
      payload: {
        permission: {
          from: PERSON,
          response: 'accept',
          isPermanent: false,
          expirationTimestamp: '2026-01-12T09:00:30.000Z',
        },
      },
    },
  ]);
  const until = Date.parse('2026-01-12T09:00:30.000Z') / 1_000;
  expect(await permission()).toEqual({ status: 'temporary', expiration_time: until, canAsk: false, canCall: true });
  expect((await call()).body).toMatchObject({ status: 'dialing', to: PERSON });
  await advance(7 * DAY - 1);
  expect((await call()).status).toBe(200);
  await advance(1);
  expect(await call()).toMatchObject(NOT_ALLOWED);
  expect(await permission()).toEqual({ status: 'no_permission', canAsk: true, canCall: false });
});

test('EVT-112 a person who refuses is not called, and takes an earlier permission back', async () => {
  const { call, events, permission, reply } = await scene();
  await reply({ isPermanent: true });
  expect(await permission()).toEqual({ status: 'permanent', canAsk: false, canCall: true });
  expect((await call()).status).toBe(200);
  await reply({ reason: 'reject' });
  expect(await permission()).toEqual({ status: 'no_permission', canAsk: true, canCall: false });
  expect(await call()).toMatchObject(NOT_ALLOWED);
  const told = await events('call.permission_request');
  expect(wrongEvents(told)).toEqual([]);
  expect(told.map(({ payload }) => payload['permission'])).toMatchObject([
    { response: 'accept', isPermanent: true },
    { response: 'reject', isPermanent: false },
  ]);
});

test('a question that is repeated under its key is asked once', async () => {
  const { accountId, api, feed } = await scene();
  const body = { accountId, to: PERSON, action: 'send_call_permission_request' };
  const headers = { 'Idempotency-Key': 'ask-1' };
  const ask = () => api('POST', '/v1/whatsapp/calls', { body, headers });
  const first = await ask();
  expect(first.status).toBe(200);
  expect((await ask()).body).toEqual(first.body);
  expect(await feed(accountId, 'message')).toHaveLength(1);
});

test('a person is asked once a day and twice a week, and not for what is allowed', async () => {
  const { advance, ask, permission, reply } = await scene();
  expect((await ask()).status).toBe(200);
  const refused = { status: 409, body: { code: 'invalid_resource_state', param: 'to' } };
  expect(await ask()).toMatchObject(refused);
  await advance(DAY);
  expect((await ask()).status).toBe(200);
  await advance(DAY);
  expect(await ask()).toMatchObject(refused);
  await advance(5 * DAY);
  expect(await permission()).toMatchObject({ canAsk: true });
  expect((await ask()).status).toBe(200);
  await reply();
  await advance(2 * DAY);
  expect(await ask()).toMatchObject(refused);
});

test('a call is connected and recorded as the settings say, unless it says otherwise, and rings for 190 seconds', async () => {
  const { advance, api, call, events, reply } = await scene();
  await reply();
  const { callId } = (await call()).body;
  const read = async (id: unknown) => (await api('GET', `/v1/calls/${String(id)}`)).body['call'];
  expect(await read(callId)).toMatchObject({ forwardTo: 'sip:desk@harborbooks.example', recordingEnabled: true });
  const other = (await call({ forwardTo: '+12025550177', recordOverride: false })).body['callId'];
  expect(await read(other)).toMatchObject({ forwardTo: '+12025550177', recordingEnabled: false });
  expect(await call({ forwardTo: 'ftp://x' })).toMatchObject({ status: 400, body: { param: 'forwardTo' } });
  await advance(190);
  expect(await read(callId)).toMatchObject({ status: 'ended', endReason: 'no_answer' });
  expect(await events('call.ended')).toHaveLength(2);
});

test('NUM-12 without WhatsApp calls turned on nobody is called or asked', async () => {
  const { accountId, api, ask, call, permission, reply, settings } = await scene();
  await reply();
  await api('DELETE', settings, { query: { accountId } });
  for (const attempt of [call, ask])
    expect(await attempt()).toMatchObject({ status: 422, body: { param: 'accountId' } });
  expect(await permission()).toMatchObject({ status: 'temporary', canAsk: false, canCall: false });
});
