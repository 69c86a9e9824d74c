/** Which numbers of a team can call. */
import { expect, test } from 'vitest';
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
