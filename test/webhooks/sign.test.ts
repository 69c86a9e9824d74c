import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { bodyOf } from '../../src/webhooks/envelope.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';

const envelope = (text: string): string =>
  bodyOf({ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', event: 'message.received', at: 0, payload: { text } });

test.each([
  ['plain text', 'See you at nine'],
  ['emoji', 'sunset 🌅 family 👨‍👩‍👧‍👦 flag 🇵🇹'],
  ['control characters', '\u0000\u0001\b\t\n\f\r\u001b[2J\u007f\u2028\u2029'],
  ['half a surrogate pair', 'a\ud83dz'],
  ['an empty text', ''],
  ['one mebibyte', 'ü'.repeat(1024 * 512)],
])('WHK-47 openssl finds the same signature for %s', (_what, text) => {
  const body = envelope(text);
  const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', 'top secret é'], { input: body, encoding: 'utf8' });
  expect(signatureOf(body, 'top secret é')).toBe(/([0-9a-f]{64})\s*$/.exec(said)?.[1]);
  expect(signatureOf(Buffer.from(body), 'top secret é')).toBe(signatureOf(body, 'top secret é'));
});

test('WHK-47 an empty body and an empty secret can be signed', () => {
  expect(signatureOf('', '')).toBe('b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad');
});
