import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

const TO = '+4915112345678';

async function begun(more: object = {}) {
  const service = await startService();
  const start = (body: object = {}) =>
    service.api('POST', '/v1/verify/verifications', { body: { channel: 'sms', to: TO, ...more, ...body } });
  const made = await start();
  const id = String(made.body.id);
  const check = (code: string) => service.api('POST', `/v1/verify/verifications/${id}/check`, { body: { code } });
  const get = async () => (await service.api('GET', `/v1/verify/verifications/${id}`)).body;
  const codes = async () => (await service.feed('carrier', 'code')).map(({ code }) => String(code));
  const told = async () => (await service.events()).map(({ event, payload }) => [event, payload.verification]);
  return { ...service, start, made, id, check, get, codes, told };
}

test('VER-04 ASM-40 a code of six digits reaches the phone and lives for ten minutes', async () => {
  const { made, feed } = await begun({ brandName: 'Northwind' });
  expect([made.status, made.body]).toMatchObject([
    200,
    { status: 'pending', to: TO, attempts: 0, maxAttempts: 5, sendCount: 1, expiresAt: '2026-01-05T09:10:00.000Z' },
  ]);
  const [sent] = await feed('carrier', 'code');
  expect(sent).toMatchObject({ to: TO, code: expect.stringMatching(/^\d{6}$/) as string });
  expect(String(sent?.['text'])).toBe(`Northwind: your code is ${String(sent?.['code'])}.`);
});

test('VER-01 VER-05 EVT-118 the right code approves, once, and is told', async () => {
  const { codes, check, told, id, get } = await begun();
  const [code = ''] = await codes();
  expect((await check('000')).body).toMatchObject({ valid: false, status: 'pending', attempts: 1 });
  expect((await check(code)).body).toMatchObject({ valid: true, status: 'approved' });
  expect((await check(code)).body).toMatchObject({ valid: false, status: 'approved' });
  expect(await told()).toEqual([['verification.approved', { verificationId: id, channel: 'sms', to: TO }]]);
  expect(await get()).toMatchObject({ status: 'approved' });
});

test('VER-06 EVT-119 five wrong codes fail the verification, and the right one comes too late', async () => {
  const { codes, check, told, id, get } = await begun();
  for (let attempt = 1; attempt <= 4; attempt += 1) await check('1');
  expect([await told(), (await get()).status]).toEqual([[], 'pending']);
  await check('1');
  const [code = ''] = await codes();
  expect((await check(code)).body).toMatchObject({ valid: false, status: 'max_attempts_reached', attempts: 5 });
  const verification = { verificationId: id, channel: 'sms', to: TO, reason: 'max_attempts_reached' };
  expect(await told()).toEqual([['verification.failed', verification]]);
  expect(await get()).toMatchObject({ status: 'max_attempts_reached', attempts: 5 });
});

test('ASM-40 a code that has run out is expired and tells nobody', async () => {
  const { codes, check, told, get, advance } = await begun();
  await advance(11 * 60);
  expect(await get()).toMatchObject({ status: 'expired' });
  expect((await check((await codes())[0] ?? '')).body).toMatchObject({ valid: false, status: 'expired' });
  expect(await told()).toEqual([]);
});

test('VER-03 only a hash of the code is kept', async () => {
  const { codes, service, get } = await begun();
  const [code = ''] = await codes();
  const kept = JSON.stringify(await service.desk.store.read.list('verification'));
  expect(kept).toMatch(/"codeHash":"[0-9a-f]{64}"/);
  expect(kept.replace(/"codeHash":"[0-9a-f]{64}"/, '')).not.toContain(code);
  expect(JSON.stringify(await get())).not.toContain('hash');
});

test('starting again for the same phone sends the running verification once more, under a new code', async () => {
  const { start, id, codes, check } = await begun();
  const again = await start();
  expect(again.body).toMatchObject({ id, sendCount: 2, resend: true });
  const [first = '', second = ''] = await codes();
  expect((await check(first)).body.valid).toBe(first === second);
  expect((await check(second)).body.valid).toBe(true);
  expect((await start()).body.id).not.toBe(id);
});

test.each([
  ['channel', { channel: 'email' }],
  ['to', { to: '12' }],
  ['codeLength', { codeLength: 3 }],
  ['codeLength', { codeLength: 11 }],
  ['codeLength', { codeLength: 4.5 }],
  ['ttlMinutes', { ttlMinutes: 0 }],
  ['ttlMinutes', { ttlMinutes: 61 }],
])('VER-02 a wrong %s is refused', async (param, body) => {
  const { start } = await begun();
  expect(await start(body)).toMatchObject({ status: 400, body: { code: 'invalid_field_value', param } });
});

test.each([
  [4, 1, '2026-01-05T09:01:00.000Z'],
  [10, 60, '2026-01-05T10:00:00.000Z'],
])('VER-02 a code may have %i digits and live for %i minutes', async (codeLength, ttlMinutes, expiresAt) => {
  const { made, codes } = await begun({ codeLength, ttlMinutes });
  expect(made).toMatchObject({ status: 200, body: { expiresAt } });
  expect((await codes())[0]).toHaveLength(codeLength);
});

test('a code names the number that it was sent from, and is among what that number sent', async () => {
  const { api, start, feed, profileId } = await begun();
  const buy = async () => {
    const body = { profileId: await profileId(), country: 'GB', allowMultiple: true };
    return (await api('POST', '/v1/phone-numbers/purchase', { body })).body['phoneNumber'] as Json;
  };
  const [number, other] = [await buy(), await buy()];
  const from = String(number['phoneNumber']);
  expect((await start({ from })).status).toBe(200);
  const [unnamed, named] = await feed('carrier', 'code');
  expect(unnamed).not.toHaveProperty('from');
  expect(named).toMatchObject({ to: TO, from });
  expect(await feed(String(number['id']), 'code')).toMatchObject([{ to: TO, from, code: named?.['code'] }]);
  expect(await feed(String(other['id']), 'code')).toEqual([]);
});

test('length and life are as asked for, and what is unknown is 404', async () => {
  const { made, codes, api } = await begun({ codeLength: 8, ttlMinutes: 1 });
  expect(made.body).toMatchObject({ expiresAt: '2026-01-05T09:01:00.000Z' });
  expect((await codes())[0]).toMatch(/^\d{8}$/);
  const unknown: { status: number; body: Json } = await api('GET', '/v1/verify/verifications/x');
  expect(unknown.status).toBe(404);
});

test('VER-04 a phone is sent five codes an hour, whatever became of the verifications, and others are not affected', async () => {
  const { start, codes, check, advance } = await begun();
  await start();
  expect((await check((await codes())[1] ?? '')).body.valid).toBe(true);
  await advance(60);
  for (let sent = 2; sent < 5; sent += 1) expect((await start()).status).toBe(200);
  expect(await start()).toMatchObject({ status: 429, body: { code: 'rate_limited', param: 'to' } });
  expect(await codes()).toHaveLength(5);
  expect((await start({ to: '+4915112345679' })).status).toBe(200);
  await advance(3_539);
  expect((await start()).status).toBe(429);
  await advance(1);
  expect((await start()).status).toBe(200);
  expect((await start()).status).toBe(200);
  expect((await start()).status).toBe(429);
});
