/** A contact counts the messages that come from it. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test('a message counts for the contact who wrote it, and for nobody else', async () => {
  const { account, profileId, api, control } = await startService();
  const { _id: accountId } = await account('whatsapp');
  const made = async (platformIdentifier: string) => {
    const body = { profileId: await profileId(), accountId, platform: 'whatsapp', platformIdentifier, name: 'Ada' };
    return String((await api('POST', '/v1/contacts', { body })).body['contact']?.['id']);
  };
  const [writer, other] = [await made('+15550100300'), await made('+15550100399')];
  const write = { type: 'message', accountId, participant: { id: '15550100300' }, text: 'Hello' };
  await control('POST', '/_local/inbound', write);
  await control('POST', '/_local/inbound', write);
  const read = async (id: string) => (await api('GET', `/v1/contacts/${id}`)).body['contact'];
  expect(await read(writer)).toMatchObject({
    messagesReceivedCount: 2,
    lastMessageReceivedAt: '2026-01-05T09:00:00.000Z',
  });
  expect((await read(other))?.['messagesReceivedCount'] ?? 0).toBe(0);
});
