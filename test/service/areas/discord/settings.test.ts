import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test.each([
  ['', 400],
  ['   ', 400],
  ['My Discord bot', 400],
  ['cLyDe', 400],
  ['everyone', 400],
  ['HERE', 400],
  ['x'.repeat(81), 400],
  ['everyone here', 200],
  ['Acme News', 200],
])('ASM-33 a webhook may be called %j, or may not', async (webhookUsername, expected) => {
  const { api, account } = await startService();
  const { _id } = await account('discord');
  const path = `/v1/accounts/${_id}/discord-settings`;
  const { status, body } = await api('PATCH', path, { body: { webhookUsername } });
  expect([status, body.param]).toEqual([expected, expected === 200 ? undefined : 'webhookUsername']);
});
