/** Recordings: of calls that were recorded and no others, under addresses that expire. */
import { expect, test } from 'vitest';
import { openLine } from '../line.ts';

const MINUTE = 60;

/** A call of ten minutes. */
async function longCall(settings: object, more: object = {}) {
  const line = await openLine(settings);
  const id = await line.dial(more);
  await line.play(id, 'answer');
  await line.advance(10 * MINUTE);
  await line.post(`/v1/voice/calls/${id}/end`);
  const fresh = async (path = `/v1/calls/${id}/recording`) => {
    const { status, body } = await line.api('GET', path, { query: { as: 'json' } });
    return { status, url: String(body['url']) };
  };
  const fetched = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    line.service.inject({ method: 'GET', url, headers });
  return { ...line, id, fresh, fetched };
}

test('VOI-21 VOI-22 the address of a recording leads to its sound for ten minutes, and a fresh one for ten more', async () => {
  const { advance, call, fresh, fetched, happened, id } = await longCall({ recordingEnabled: true });
  const { recordingUrl: first } = await call(id);
  const whole = await fetched(String(first));
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'audio/wav']);
  const sound = whole.rawPayload;
  expect([sound.subarray(0, 4).toString(), sound.subarray(8, 12).toString()]).toEqual(['RIFF', 'WAVE']);
  expect([sound.length, sound.readUInt32LE(40)]).toEqual([44 + 4_800_000, 4_800_000]);
  expect(sound.readUInt32LE(40) / sound.readUInt32LE(28)).toBe(10 * MINUTE);
  expect((await happened()).events.at(-1)).toMatchObject([
    'call.ended',
    { recordingUrl: first, recordingExpiresAt: '2026-01-05T09:20:30.000Z' },
  ]);
  await advance(9 * MINUTE);
  expect((await fetched(String(first))).statusCode).toBe(200);
  const second = await fresh();
  await advance(2 * MINUTE);
  expect((await fetched(String(first))).statusCode).toBe(403);
  expect((await fetched(second.url)).rawPayload.equals(sound)).toBe(true);
  await advance(8 * MINUTE);
  expect((await fetched(second.url)).statusCode).toBe(403);
  expect((await fetched((await fresh()).url)).statusCode).toBe(200);
});

test('VOI-22 nobody makes an address of a recording, or prolongs one', async () => {
  const { advance, fresh, fetched, id } = await longCall({ recordingEnabled: true });
  const { url } = await fresh();
  const [path = '', query] = url.split('?');
  const expires = new URLSearchParams(query).get('expires') ?? '';
  await advance(11 * MINUTE);
  for (const forged of [
    path,
    url.replace(expires, String(Number(expires) + 3_600)),
    `${path}?expires=${expires}&signature=`,
    `${path}?expires=NaN&signature=${'0'.repeat(64)}`,
    url.replace(id, '0123456789abcdef01234567'),
  ])
    expect((await fetched(forged)).statusCode, forged).toBe(403);
});

test('a part of a recording, and where a call without `as` leads', async () => {
  const { api, fresh, fetched, id } = await longCall({ recordingEnabled: true });
  const { url } = await fresh();
  const sound = (await fetched(url)).rawPayload;
  const part = await fetched(url, { range: 'bytes=40-8100' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 40-8100/4800044']);
  expect(part.rawPayload.equals(sound.subarray(40, 8_101))).toBe(true);
  expect((await fetched(url, { range: 'bytes=-10' })).rawPayload.equals(sound.subarray(-10))).toBe(true);
  expect((await fetched(url, { range: 'bytes=4800044-' })).statusCode).toBe(416);
  expect(await api('GET', `/v1/calls/${id}/recording`)).toMatchObject({ status: 302, headers: { location: url } });
});

test('VOI-44 VOI-45 VOI-11 a call that began without recording has none, whatever is turned on meanwhile', async () => {
  const { advance, call, dial, fresh, play, post, set } = await longCall({});
  const none = async (id: string) => (await fresh(`/v1/calls/${id}/recording`)).status;
  expect(await none('0123456789abcdef01234567')).toBe(404);
  const [id, other] = [await dial(), await dial({ recordOverride: true })];
  for (const one of [id, other]) {
    await play(one, 'answer');
    expect(await none(one)).toBe(404);
  }
  await set({ recordingEnabled: true });
  await advance(MINUTE);
  for (const one of [id, other]) await post(`/v1/voice/calls/${one}/end`);
  expect(await call(id)).toMatchObject({ recordingEnabled: false, billing: { recordingCostUSD: 0 } });
  expect([await none(id), await none(other)]).toEqual([404, 200]);
  const unanswered = await dial();
  await post(`/v1/voice/calls/${unanswered}/end`);
  expect(await none(unanswered)).toBe(404);
});

test('VOI-12 VOI-13 ten minutes that are recorded and written down cost 0.04 and 0.30 on top', async () => {
  const { call, dial, id, play, advance, post } = await longCall({
    recordingEnabled: true,
    transcriptionEnabled: true,
  });
  expect((await call(id))['billing']).toMatchObject({
    telnyxCostUSD: 0.06,
    recordingCostUSD: 0.04,
    transcriptionCostUSD: 0.3,
    totalCostUSD: 0.4,
  });
  const plain = await dial({ recordOverride: false, transcribeOverride: false });
  await play(plain, 'answer');
  await advance(10 * MINUTE);
  await post(`/v1/voice/calls/${plain}/end`);
  expect((await call(plain))['billing']).toMatchObject({ recordingCostUSD: 0, totalCostUSD: 0.06 });
});

test('VOI-43 a recording that the carrier cannot find now answers 502', async () => {
  const { control, fresh, numberId } = await longCall({ recordingEnabled: true });
  const behaviour = { operation: 'call', outcome: 'reject', status: 502, message: 'Lookup failed.', times: 1 };
  const set = await control('POST', `/_local/network/${numberId}/behaviour`, behaviour);
  expect(set.status).toBeLessThan(300);
  expect((await fresh()).status).toBe(502);
  expect((await fresh()).status).toBe(200);
});
