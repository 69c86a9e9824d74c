/** Which numbers of a team can call. */
import { expect, test } from 'vitest';
import { lineFrom } from '../../../../src/service/areas/calls/lines.ts';
import { openLine, PERSON } from './line.ts';

test('VOI-01 neither a suspended number nor one whose voice is off calls anybody, whether it is named or not', async () => {
  const { post, control, api, numberId, own } = await openLine();
  const attempt = async (more: object) => (await post('/v1/voice/calls', { to: PERSON, ...more })).status;
  const tell = (status: string) =>
    control('POST', '/_local/inbound', { type: 'number_status', numberId, status, reason: 'Complaints.' });
  expect((await tell('suspended')).status).toBeLessThan(300);
  for (const more of [{}, { fromNumber: own }]) expect(await attempt(more)).toBe(422);
  expect((await tell('reactivated')).status).toBeLessThan(300);
  expect(await attempt({ fromNumber: own })).toBe(200);
  await api('DELETE', `/v1/phone-numbers/${numberId}/voice`);
  for (const more of [{}, { fromNumber: own }]) expect(await attempt(more)).toBe(422);
});

test('a call goes out from the number that is named, else from the first, and else from an account for calls', async () => {
  const { account, api, numberId, own, post, profileId, service, set, advance } = await openLine();
  const { store } = service.desk;
  const teamId = (await store.read.get('phone_number', numberId))?.teamId ?? '';
  const line = async (from?: string) => {
    const found = await lineFrom(store.read, { teamId, profileIds: null }, from);
    return found === undefined ? undefined : [found.account.id, found.number?.id];
  };
  const bought = { profileId: await profileId(), country: 'US', allowMultiple: true };
  const { phoneNumber: other } = (await post('/v1/phone-numbers/purchase', bought)).body;
  const [otherId, otherPhone] = [String(other?.['id']), String(other?.['phoneNumber'])];
  await advance(30);
  expect(await line(otherPhone)).toBeUndefined();
  await post(`/v1/phone-numbers/${otherId}/voice`);
  await set({});
  await account('sms', { username: '+15550100203' });
  const { _id: first } = await account('phone', { username: '+15550100201' });
  const { _id: second } = await account('phone', { username: '+15550100202' });
  expect([await line(own), await line(otherPhone), await line()]).toEqual([
    [numberId, numberId],
    [otherId, otherId],
    [numberId, numberId],
  ]);
  expect([await line('+15550100201'), await line('+15550100202')]).toEqual([
    [first, undefined],
    [second, undefined],
  ]);
  expect([await line('+15550100203'), await line('+15550109999')]).toEqual([undefined, undefined]);
  for (const id of [numberId, otherId]) await api('DELETE', `/v1/phone-numbers/${id}/voice`);
  expect([await line(), await line(own)]).toEqual([[first, undefined], undefined]);
});
