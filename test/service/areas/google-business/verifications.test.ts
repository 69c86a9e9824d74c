/** Verifications of a location: the code that went out completes them, and time ends them. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { CAFE, refused, ROASTERY, stage } from './stage.ts';

const DAY = 86_400;

async function scene() {
  const at = await stage();
  const start = async (body: object) => {
    const { status, body: answer } = await at.post('gmb-verifications', body);
    return { status, answer, id: String(answer['verification']?.['name']) };
  };
  const complete = (id: string, pin: string, query = {}) => at.post(`gmb-verifications/${id}/complete`, { pin }, query);
  const codes = () => at.feed(at.accountId, 'code');
  const lastCode = async () => String((await codes()).at(-1)?.['code']);
  const states = async () =>
    ((await at.get('gmb-verifications'))['verifications'] as unknown as Json[]).map(({ name, state }) => [name, state]);
  return { ...at, start, complete, codes, lastCode, states };
}

test('readings, "Google Business": a location is verified with the code that went out', async () => {
  const { start, complete, codes, lastCode, states, get } = await scene();
  const { id, answer } = await start({ method: 'SMS' });
  expect(answer).toMatchObject({ locationId: CAFE, verification: { method: 'SMS', state: 'PENDING' } });
  expect(await codes()).toMatchObject([{ to: '+494012345678' }]);
  expect((await get('gmb-verifications'))['voiceOfMerchantState']).toEqual({
    hasVoiceOfMerchant: false,
    hasBusinessAuthority: false,
    verify: { hasPendingVerification: true },
  });
  const done = await complete(id, await lastCode());
  expect(done.body).toMatchObject({ verification: { name: id, state: 'COMPLETED' } });
  expect(await states()).toEqual([[id, 'COMPLETED']]);
  expect(await get('gmb-location-details')).toMatchObject({ location: { isVerified: true } });
  expect((await get('gmb-verifications'))['voiceOfMerchantState']).toMatchObject({ hasVoiceOfMerchant: true });
  expect((await start({ method: 'SMS' })).status).toBe(409);
  expect((await complete(id, await lastCode())).status).toBe(409);
});

test('readings, "Google Business": a wrong code is refused, and the verification waits on', async () => {
  const { start, complete, lastCode, states } = await scene();
  const { id } = await start({ method: 'PHONE_CALL' });
  expect(await complete(id, 'wrong')).toMatchObject(refused('pin'));
  expect(await states()).toEqual([[id, 'PENDING']]);
  expect((await complete(id, await lastCode())).status).toBe(200);
});

test('readings, "Google Business": the tenth wrong code ends the verification, and another one begins anew', async () => {
  const { start, complete, lastCode, states, advance, control } = await scene();
  const { id } = await start({ method: 'SMS' });
  for (let attempt = 1; attempt < 10; attempt += 1) expect(await complete(id, 'wrong')).toMatchObject(refused('pin'));
  expect(await states()).toEqual([[id, 'PENDING']]);
  expect(await complete(id, 'wrong')).toMatchObject(refused('pin'));
  expect(await states()).toEqual([[id, 'FAILED']]);
  expect((await complete(id, await lastCode())).status).toBe(409);
  const waiting = JSON.stringify((await control('GET', '/_local/timeline')).body);
  expect(waiting).not.toContain(id);
  const { id: next } = await start({ method: 'SMS' });
  expect((await complete(next, await lastCode())).status).toBe(200);
  await advance(DAY);
  expect(await states()).toContainEqual([next, 'COMPLETED']);
});

test('readings, "Google Business": a code is valid for a day, and one in a letter for thirty', async () => {
  const { start, complete, lastCode, states, advance } = await scene();
  const { id } = await start({ method: 'EMAIL', emailAddress: 'hello@example.com' });
  await advance(DAY);
  expect(await states()).toEqual([[id, 'FAILED']]);
  expect((await complete(id, await lastCode())).status).toBe(409);
  const { id: letter } = await start({ method: 'ADDRESS' });
  await advance(30 * DAY - 1);
  expect((await complete(letter, await lastCode())).status).toBe(200);
  await advance(DAY);
  expect(await states()).toContainEqual([letter, 'COMPLETED']);
});

test('readings, "Google Business": a further verification takes the place of the first', async () => {
  const { start, complete, codes, states } = await scene();
  const { id: first } = await start({ method: 'SMS' });
  const { id: second } = await start({ method: 'ADDRESS' });
  expect(await states()).toHaveLength(2);
  expect(await states()).toEqual(
    expect.arrayContaining([
      [first, 'FAILED'],
      [second, 'PENDING'],
    ]),
  );
  const [{ code } = { code: '' }] = (await codes()) as unknown as { code: string }[];
  expect((await complete(first, code)).status).toBe(409);
});

test('readings, "Google Business": a verification goes by a way that is offered, to who has the place', async () => {
  const { start, post } = await scene();
  const { body } = await post('gmb-verifications/options', { languageCode: 'en' });
  expect((body['options'] as unknown as Json[]).map((one) => one['verificationMethod'])).toContain('SMS');
  expect(await start({ method: 'VETTED_PARTNER' })).toMatchObject({ status: 400, answer: { param: 'method' } });
  const elsewhere = { method: 'SMS', phoneNumber: '+493012345678' };
  expect(await start(elsewhere)).toMatchObject({ status: 400, answer: { param: 'phoneNumber' } });
  expect(await start({ method: 'EMAIL' })).toMatchObject({ status: 400, answer: { param: 'emailAddress' } });
});

test('readings, "Google Business": verifications are those of one location', async () => {
  const { start, complete, lastCode, post, get } = await scene();
  const { id } = await start({ method: 'SMS' });
  expect((await complete(id, await lastCode(), { locationId: ROASTERY })).status).toBe(404);
  expect(await get('gmb-verifications', { locationId: ROASTERY })).toMatchObject({
    verifications: [],
    voiceOfMerchantState: { hasVoiceOfMerchant: true },
  });
  expect((await post('gmb-verifications', { method: 'SMS' }, { locationId: ROASTERY })).status).toBe(409);
});
