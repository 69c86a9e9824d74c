/** Who may write into a conversation that another answers. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test.each([
  ['facebook', 409],
  ['instagram', 409],
  ['whatsapp', 200],
])('on %s a message into a conversation of another owner is answered with %i', async (platform, status) => {
  const { api, account } = await startService();
  const { _id: accountId } = await account(platform);
  const begun = await api('POST', '/v1/inbox/conversations', {
    body: { accountId, participantId: '9', message: 'Hi' },
  });
  const path = `/v1/inbox/conversations/${String(begun.body['data']?.['conversationId'])}`;
  const send = () => api('POST', `${path}/messages`, { body: { accountId, message: 'Hello' } });
  expect((await send()).status).toBe(200);
  await api('POST', `${path}/thread-control`, { body: { accountId, action: 'pass' } });
  const answer = await send();
  expect(answer.status).toBe(status);
  if (status === 409) expect(answer.body['code']).toBe('not_thread_owner');
  await api('POST', `${path}/thread-control`, { body: { accountId, action: 'take' } });
  expect((await send()).status).toBe(200);
});
