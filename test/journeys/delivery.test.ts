/** Bytes that a receiver captured, checked by a program that knows nothing of ours. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { delivering } from '../service/delivery/delivering.ts';
import { startReceiver } from '../support/receiver.ts';
import { svc } from '../support/svc.ts';

const SECRET = 'a secret é of some length';

const PAYLOADS = [
  ['emoji', { text: 'sunset 🌅 family 👨‍👩‍👧‍👦 flag 🇵🇹' }],
  ['control characters', { text: '\u0000\u0001\b\t\n\f\r\u001b[2J\u007f\u2028\u2029' }],
  ['one mebibyte', { text: 'ü'.repeat(512 * 1024) }],
  ['empty strings', { text: '', '': '', list: ['', ''] }],
] as const;

/** What openssl makes of bytes. */
function hmacOf(body: Uint8Array | undefined): string | undefined {
  const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRET], { input: body, encoding: 'utf8' });
  return /([0-9a-f]{64})\s*$/.exec(said)?.[1];
}

test.each(PAYLOADS)('WHK-47 openssl finds the signature of a delivery with %s', async (_what, payload) => {
  const at = await delivering();
  await at.webhook({ secret: SECRET, events: ['message.received'] });
  await at.cause('message.received', payload.text);
  await at.settled();
  const [one] = at.receiver.arrived;
  expect(one?.payload).toMatchObject({ message: { text: payload.text } });
  expect(one?.headers['x-service-signature']).toBe(hmacOf(one?.body));
});

test.each(PAYLOADS)('WHK-47 openssl finds the signature of what is sent by hand with %s', async (_what, payload) => {
  const receiver = await startReceiver();
  const body = JSON.stringify({ id: 'one', event: 'message.received', ...payload }, undefined, 1);
  const secret = { env: { SECRET }, stdin: body };
  const sent = await svc(
    ['webhooks', 'send', '-', '--to', receiver.url, '--secret-env', 'SECRET', '-q', '-o', 'ndjson'],
    secret,
  );
  expect(sent.code, sent.stderr).toBe(0);
  const [one] = receiver.arrived;
  expect(one?.body.equals(Buffer.from(body))).toBe(true);
  expect(one?.headers['x-service-signature']).toBe(hmacOf(one?.body));
  const { stdout } = await svc(['webhooks', 'sign', '-', '--secret-env', 'SECRET'], secret);
  expect(stdout.trim()).toBe(hmacOf(one?.body));
});
