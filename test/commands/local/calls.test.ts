import { expect, test } from 'vitest';
import { steered, type Steered } from '../../support/steered.ts';
import { errorIn, svc } from '../../support/svc.ts';

const LINE = '/v1/phone-numbers/657f17766e365e559f56302a/voice';

/** A demo pack whose calls are over, and whose number takes calls. */
async function quiet(settings: object = {}): Promise<Steered> {
  const under = await steered({ seedPack: 'demo' });
  const { result } = await under.local('calls', 'list');
  for (const { id } of result.calls as unknown as readonly { id: string }[]) await under.local('calls', 'hang-up', id);
  await under.api('DELETE', LINE);
  expect((await under.api('POST', LINE, { body: settings })).status).toBeLessThan(300);
  return under;
}

const received = ['inbound', 'call', '--number-id', '+12025550123', '--from', '+14155550123', '--stage', 'received'];

test('the only call under way needs no id: answered, then hung up', async () => {
  const { local } = await quiet();
  const { callId } = (await local(...received)).result;
  expect((await local('calls', 'list')).result.calls).toMatchObject([
    { id: callId, direction: 'inbound', from: '+14155550123', to: '+12025550123', status: 'ringing' },
  ]);
  expect((await local('calls', 'answer')).result).toMatchObject({ id: callId, status: 'answered' });
  expect((await local('calls', 'hang-up')).result).toMatchObject({ status: 'ended', endReason: 'hangup' });
  expect((await local('calls', 'list')).result.calls).toEqual([]);
  expect(JSON.stringify((await local('calls', 'list', '--ended')).result)).toContain('hangup');
});

test('VOI-09 a key of the menu leads on, another does not', async () => {
  const ivr = { ivrEnabled: true, ivrPrompt: 'Press 1.', ivrOptions: [{ digit: '1', forwardTo: '+12025550177' }] };
  const { local } = await quiet(ivr);
  await local(...received);
  expect((await local('calls', 'press', '9')).code).toBe(3);
  expect((await local('calls', 'press', '1')).code).toBe(0);
  expect((await local('calls', 'press', 'x')).code).toBe(3);
});

test('VOI-06 a message is left on the voicemail', async () => {
  const { local, api, advance } = await quiet({ voicemailEnabled: true });
  const { callId } = (await local(...received)).result;
  expect((await local('calls', 'voicemail', '--seconds', '20')).result.status).toBe('ringing');
  await advance(45);
  const { body } = await api('GET', `/v1/calls/${String(callId)}`);
  expect(body).toMatchObject({ call: { isVoicemail: true, durationSeconds: 20 } });
});

test('what the other end says is in the transcript of the call', async () => {
  const { local, api } = await quiet({ transcriptionEnabled: true });
  const { callId } = (await local(...received)).result;
  expect((await local('calls', 'say', 'Hello?')).code).toBe(3);
  await local('calls', 'answer');
  expect((await local('calls', 'say', 'Hello?')).result).toMatchObject({ id: callId, status: 'answered' });
  const { body } = await api('GET', `/v1/calls/${String(callId)}`);
  expect(body).toMatchObject({ call: { transcript: [{ text: 'Hello?' }] } });
});

test('without a call, or with several, the command says what to do', async () => {
  const { local } = await quiet();
  const none = await local('calls', 'answer');
  expect([none.code, errorIn(none)['message']]).toEqual([2, 'No call is in progress.']);
  await local(...received);
  await local(...received);
  const several = await local('calls', 'answer');
  expect([several.code, errorIn(several)['code']]).toEqual([2, 'ambiguous']);
});

test('VOI-21 the sound of a recorded call goes to a file as it is, its address as JSON', async () => {
  const { local, service, url } = await quiet({ recordingEnabled: true });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const { callId } = (await local(...received)).result;
  await local('calls', 'answer');
  await local('clock', 'advance', '30s');
  await local('calls', 'hang-up');
  const sound = await svc(['calls', 'recording', String(callId)], { env });
  expect([sound.code, sound.stdout.slice(0, 4)]).toEqual([0, 'RIFF']);
  const address = await svc(['calls', 'recording', String(callId), '--as', 'json'], { env });
  expect(JSON.parse(address.stdout)).toEqual({ url: expect.stringMatching(/^http.*signature=/) as string });
});

test('VOI-15 an answering machine takes a call, which says so', async () => {
  const { local, api } = await quiet();
  const body = { to: '+14155550123', fromNumber: '+12025550123', amd: true };
  const { callId } = (await api('POST', '/v1/voice/calls', { body })).body;
  expect((await local('calls', 'answer', '--machine')).result).toMatchObject({ id: callId, status: 'answered' });
  expect((await api('GET', `/v1/calls/${String(callId)}`)).body).toMatchObject({ call: { answeredMachine: true } });
});
