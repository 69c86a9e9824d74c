import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

interface Held {
  readonly conversations: readonly { readonly platform: string; readonly accountId: string; readonly id: string }[];
}

test('readings: conversations are found by the number of the person, on every channel, however many came later', async () => {
  const { account, api, control } = await startService();
  const [chat, other] = [await account('whatsapp'), await account('telegram')];
  const write = (accountId: string, id: string) =>
    control('POST', '/_local/inbound', { type: 'message', accountId, text: 'Hello', participant: { id, name: 'One' } });
  await write(chat._id, '12025550198');
  for (let at = 0; at < 120; at += 1) await write(other._id, `person-${String(at)}`);
  const { data } = (
    await api<{ data: readonly { id: string }[] }>('GET', '/v1/inbox/conversations', { query: { limit: 100 } })
  ).body;
  const find = async (number: string) =>
    (await control<Held>('GET', `/_local/conversations?number=${encodeURIComponent(number)}`)).body.conversations;
  const [found, ...more] = await find('+1 202 555 0198');
  expect([found?.platform, found?.accountId, more]).toEqual(['whatsapp', chat._id, []]);
  expect(await find('12025550198')).toEqual([found]);
  expect(data.map(({ id }) => id)).not.toContain(found?.id);
  expect(await find('+12025550199')).toEqual([]);
  expect((await control('GET', '/_local/conversations?number=')).status).toBe(400);
});
