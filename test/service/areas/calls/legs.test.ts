/** What the phone, the SIP address or the agent sees that a call reaches. */
import { expect, test } from 'vitest';
import { DESK, openLine, PERSON } from './line.ts';

test('VOI-15 VOI-16 a call that goes out rings there, then where it is connected, then where it is transferred to', async () => {
  const { call, control, dial, legs, own, play, post } = await openLine({ forwardTo: DESK });
  const id = await dial({ forwardTo: 'sip:desk@harborbooks.example' });
  expect(await legs()).toMatchObject([{ callId: id, from: own, to: PERSON }]);
  await play(id, 'answer');
  expect((await post(`/v1/voice/calls/${id}/transfer`, { to: '+12025550155' })).body).toMatchObject({
    transferredTo: '+12025550155',
  });
  expect((await legs()).map(({ to }) => to)).toEqual([PERSON, 'sip:desk@harborbooks.example', '+12025550155']);
  expect(await call(id)).toMatchObject({ to: PERSON, forwardTo: '+12025550155', transferredAt: expect.any(String) });
  const plain = await dial();
  await play(plain, 'answer');
  expect((await legs()).at(-1)).toMatchObject({ callId: plain, to: DESK });
  const carrier = (await control('GET', '/_local/network/carrier/feed?kind=call')).body['items'];
  expect(carrier).toHaveLength(5);
});

test('VOI-47 a SIP target gets the headers of every INVITE and none of its address', async () => {
  const { legs, ring } = await openLine({ forwardTo: 'sip:desk@harborbooks.example?X-Account=17&Subject=Hi' });
  await ring();
  const [leg] = await legs();
  expect(leg?.['invite']).toMatchObject({ method: 'INVITE', uri: 'sip:desk@harborbooks.example' });
  expect(Object.keys(leg?.['invite']?.['headers'] ?? {}).sort()).toEqual(
    ['CSeq', 'Call-ID', 'Contact', 'Content-Type', 'From', 'Max-Forwards', 'To', 'Via'].sort(),
  );
  expect(JSON.stringify(leg?.['invite'])).not.toMatch(/X-Account|Subject/);
});

test('VOI-27 VOI-28 an agent gets G.711 u-law at 8 kHz both ways, whatever the number is set to', async () => {
  const { api, control, legs, numberId, ring, set } = await openLine({ forwardTo: 'wss://agent.example/in' });
  const sent = { forwardTo: 'wss://agent.example/in', mediaFormat: { encoding: 'audio/l16', sampleRate: 16_000 } };
  expect((await set(sent)).status).toBe(200);
  expect(JSON.stringify((await api('GET', `/v1/phone-numbers/${numberId}`)).body)).not.toContain('l16');
  await ring();
  expect((await legs())[0]?.['stream']).toEqual({
    event: 'start',
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
    tracks: ['inbound', 'outbound'],
  });
  const { requests } = (await control('GET', '/_local/requests?operation=enableVoiceOnNumber&limit=1')).body;
  expect(JSON.stringify(requests)).toContain('mediaFormat');
});
