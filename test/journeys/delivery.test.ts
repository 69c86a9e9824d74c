/** Bytes that a receiver captured, checked by a program that knows nothing of ours. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { delivering } from '../service/delivery/delivering.ts';

const SECRET = 'a secret é of some length';

test.each([
  ['emoji', { text: 'sunset 🌅 family 👨‍👩‍👧‍👦 flag 🇵🇹' }],
  ['control characters', { text: '\u0000\u0001\b\t\n\f\r\u001b[2J\u007f\u2028\u2029' }],
  ['one mebibyte', { text: 'ü'.repeat(512 * 1024) }],
  ['empty strings', { text: '', '': '', list: ['', ''] }],
])('WHK-47 openssl finds the signature of a delivery with %s', async (_what, payload) => {
  const at = await delivering();
  await at.webhook({ secret: SECRET, events: ['message.received'] });
  await at.emit('message.received', { payload });
  await at.settled();
  const [one] = at.receiver.arrived;
  expect(one?.payload).toMatchObject(payload);
  const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRET], { input: one?.body, encoding: 'utf8' });
  expect(one?.headers['x-service-signature']).toBe(/([0-9a-f]{64})\s*$/.exec(said)?.[1]);
});
