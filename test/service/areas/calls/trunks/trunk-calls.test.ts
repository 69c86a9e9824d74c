/** Calls over a SIP trunk, from the team's own phone system and to it: who may be shown, where they may go, how many and for how much. */
import { expect, test } from 'vitest';
import { openLine } from '../../phone-numbers/line.ts';

const PERSON = '+12025550198';

const TRUNKS = '/v1/phone-numbers/sip-trunks';

/** A team with a number on its trunk. */
async function scene() {
  const line = await openLine();
  const { control, post } = line;
  const { id: numberId, phoneNumber } = await line.active();
  const { id: trunkId, digestPassword: password } = (await post(TRUNKS, { label: 'Desk', sipHost: 'sip.a.example' }))
    .body;
  await post(`/v1/phone-numbers/${String(numberId)}/sip-trunk`, { trunkId });
  const given = { type: 'trunk_call', trunkId, password, from: phoneNumber, to: PERSON };
  const call = (more: object = {}) => control('POST', '/_local/inbound', { ...given, ...more });
  const play = (callId: unknown, action: string) => control('POST', `/_local/calls/${String(callId)}`, { action });
  return {
    ...line,
    own: String(phoneNumber),
    trunkId: String(trunkId),
    call,
    play,
    /** What came in to the number on the trunk. */
    ring: () => control('POST', '/_local/inbound', { type: 'call', stage: 'received', numberId, from: PERSON }),
    /** Ids of so many calls that the other end has taken. */
    async talking(count: number): Promise<string[]> {
      const ids: string[] = [];
      while (ids.length < count) ids.push(String((await call()).body['callId']));
      for (const id of ids) await play(id, 'answer');
      return ids;
    },
  };
}

test('a call over a trunk is in the list, rings, is taken, ends and costs like any other', async () => {
  const { advance, api, call, own, play, events } = await scene();
  const { status, body } = await call();
  expect(status).toBe(201);
  const read = async () => (await api('GET', `/v1/calls/${String(body['callId'])}`)).body['call'];
  expect(await read()).toMatchObject({
    status: 'ringing',
    direction: 'outbound',
    channel: 'pstn',
    from: own,
    to: PERSON,
  });
  await play(body['callId'], 'answer');
  await advance(120);
  await play(body['callId'], 'hang_up');
  expect(await read()).toMatchObject({ status: 'ended', durationSeconds: 120, billing: { totalCostUSD: 0.012 } });
  expect(await events('call.ended')).toHaveLength(1);
  expect(await events('call.received')).toEqual([]);
});

test('only who knows the password of the trunk calls over it, and a new password ends the old one', async () => {
  const { call, post, trunkId } = await scene();
  expect(await call({ password: 'guess' })).toMatchObject({ status: 403, body: { param: 'password' } });
  const { digestPassword } = (await post(`${TRUNKS}/${trunkId}/rotate-credentials`)).body;
  expect((await call()).status).toBe(403);
  expect((await call({ password: digestPassword })).status).toBe(201);
  expect((await call({ trunkId: '0123456789abcdef01234567' })).status).toBe(404);
});

test('VOI-29 ASM-51 a trunk carries ten calls at once, those that come in included', async () => {
  const { call, play, ring, talking } = await scene();
  const [first] = await talking(9);
  const { callId } = (await ring()).body;
  const full = { status: 429, body: { code: 'rate_limited' } };
  expect(await call()).toMatchObject(full);
  expect(await ring()).toMatchObject(full);
  await play(callId, 'hang_up');
  expect((await ring()).status).toBe(201);
  await play(first, 'hang_up');
  expect((await call()).status).toBe(201);
  expect(await call()).toMatchObject(full);
});

test('VOI-30 ASM-51 a trunk that has spent 50 dollars on a day calls again on the next', async () => {
  const { advance, call, play, talking } = await scene();
  const ids = await talking(10);
  // Ten calls cost 0.06 dollars a minute: 49.98 after 833 minutes, 50.04 after 834. The day ends after 900.
  await advance(833 * 60);
  expect((await call()).status).toBe(429);
  await advance(60);
  const spent = { status: 403, body: { code: 'insufficient_permissions' } };
  expect(await call()).toMatchObject(spent);
  for (const id of ids) await play(id, 'hang_up');
  expect(await call()).toMatchObject(spent);
  await advance(66 * 60);
  expect((await call()).status).toBe(201);
});

test('VOI-31 ASM-51 a trunk calls nobody who costs more than 0.20 dollars a minute', async () => {
  const { api, call } = await scene();
  const to = '+19005551234';
  expect(await call({ to })).toMatchObject({ status: 403, body: { code: 'insufficient_permissions', param: 'to' } });
  const estimate = await api('GET', '/v1/voice/calls/estimate', { query: { to, minutes: 2 } });
  expect(estimate.body).toMatchObject({ destinationCountry: 'US', perMinuteUsd: 0.5, breakdown: { totalCostUSD: 1 } });
});

test('VOI-32 ASM-51 a trunk calls the United States and Canada', async () => {
  const { call } = await scene();
  for (const to of ['+4915112345678', '+12425551234'])
    expect(await call({ to })).toMatchObject({ status: 403, body: { code: 'insufficient_permissions', param: 'to' } });
  for (const to of [PERSON, '+14165550198']) expect((await call({ to })).status).toBe(201);
});

test('VOI-34 no trunk calls an emergency service', async () => {
  const { call } = await scene();
  for (const to of ['911', '112', '5551234']) expect(await call({ to })).toMatchObject({ status: 400 });
});

test('VOI-48 a call over a trunk shows a number that is hosted here, or that was verified', async () => {
  const { call, control, feed, post, tell, active } = await scene();
  expect(await call({ from: '+12025550101' })).toMatchObject({
    status: 403,
    body: { code: 'insufficient_permissions', param: 'from' },
  });
  const { id, phoneNumber } = await active();
  expect((await call({ from: phoneNumber })).status).toBe(201);
  await tell(String(id), 'suspended', 'Complaints.');
  expect((await call({ from: phoneNumber })).status).toBe(403);
  const own = '+12025550143';
  const { numberId } = (await control('POST', '/_local/inbound', { type: 'own_number', phoneNumber: own })).body;
  expect((await call({ from: own })).status).toBe(403);
  const path = `/v1/phone-numbers/${String(numberId)}/whatsapp/caller-id-verification`;
  await post(path);
  const [code] = await feed(String(numberId), 'code');
  await post(`${path}/verify`, { code: code?.['code'] });
  expect((await call({ from: own })).status).toBe(201);
});
