/** Whom a new conversation is with, where the person is named by a handle. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test.each([
  ['takes no messages', 'harbour_cafe', {}, { status: 422, body: { code: 'DM_NOT_ALLOWED' } }],
  ['is not asked', 'harbour_cafe', { skipDmCheck: true }, { status: 201, body: { success: true } }],
  ['takes messages', 'city_mornings', {}, { status: 201, body: { success: true } }],
])('INB-35 somebody who %s', async (_who, participantUsername, more, answer) => {
  const { account, api } = await startService();
  const { _id: accountId } = await account('twitter');
  const body = { accountId, participantUsername, message: 'Hi', ...more };
  const { status, body: said } = await api('POST', '/v1/inbox/conversations', { body });
  expect({ status, body: said }).toMatchObject(answer);
});
