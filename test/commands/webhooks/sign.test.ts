import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const BODY = '{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","event":"post.published","text":"grüße 👍"}';
const env = { WEBHOOK_SECRET: 'tell nobody' };
const hmac = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

test('the signature alone is printed, for a pipe', async () => {
  const said = await svc(['webhooks', 'sign', '-', '--secret-env', 'WEBHOOK_SECRET'], { env, stdin: BODY });
  expect(said).toEqual({ code: 0, stdout: `${hmac(BODY, 'tell nobody')}\n`, stderr: '' });
});

test('a line end at the end of the secret file does not count', async () => {
  const folder = await temporaryFolder();
  const [body, secret] = [join(folder, 'body.json'), join(folder, 'secret.txt')];
  await writeFile(body, BODY);
  await writeFile(secret, '\uFEFFtell nobody\r\n');
  const said = await svc(['webhooks', 'sign', body, '--secret-file', secret, '-o', 'json']);
  expect(JSON.parse(said.stdout)).toMatchObject({
    signature: hmac(BODY, 'tell nobody'),
    sizeBytes: Buffer.byteLength(BODY),
  });
});

test.each([
  ['bytes of binary data', Buffer.from([0x80, 0xff, 0x41]), /secret\.bin is not text in UTF-8\.$/],
  ['a NUL', Buffer.from('tell\0nobody'), /^A secret must be text; .*secret\.bin is binary\.$/],
])('%s are no secret: two programs would sign differently', async (_, bytes, message) => {
  const folder = await temporaryFolder();
  const secret = join(folder, 'secret.bin');
  await writeFile(secret, bytes);
  const said = await svc(['webhooks', 'sign', '-', '--secret-file', secret], { stdin: BODY });
  expect([said.code, said.stdout]).toEqual([2, '']);
  expect(errorIn(said)['message']).toMatch(message);
});

test('the whole headers are those of a delivery, older names included, under the prefix of the context', async () => {
  const argv = ['webhooks', 'sign', '-', '--secret-env', 'WEBHOOK_SECRET', '--headers'];
  const { stdout } = await svc(argv, { env, stdin: BODY });
  const signature = hmac(BODY, 'tell nobody');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'Content-Type: application/json',
    'User-Agent: Service-Webhooks/1.0',
    'X-Service-Event: post.published',
    'X-Legacy-Event: post.published',
    'X-Service-Event-Id: 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'X-Legacy-Event-Id: 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    `X-Service-Signature: ${signature}`,
    `X-Legacy-Signature: ${signature}`,
  ]);
});

test('headers of a body that names no event need it from the flags', async () => {
  const argv = ['webhooks', 'sign', '-', '--secret-env', 'WEBHOOK_SECRET', '--headers'];
  const said = await svc(argv, { env, stdin: 'no json' });
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject({ param: '--event' });
  const fine = await svc([...argv, '--event', 'post.failed', '--id', 'one'], { env, stdin: 'no json' });
  expect(fine.stdout).toContain('X-Service-Event: post.failed\n');
});

test.each([
  [[], 'no secret to sign with'],
  [['--secret-env', 'NOT_SET'], 'NOT_SET is not set'],
  [['--secret-env', 'EMPTY'], 'EMPTY is not set'],
  [['--secret-env', 'TWO_LINES'], 'has several'],
  [['--secret-env', 'WEBHOOK_SECRET', '--secret-env', 'OTHER'], 'Give only one secret'],
  [['--secret-name', 'builds'], 'no context'],
  [['--secret-file', '/nowhere/at/all'], '/nowhere/at/all'],
])('secrets that cannot sign are refused: %j', async (flags, sentence) => {
  const more = { EMPTY: '', TWO_LINES: 'a\nb', OTHER: 'b' };
  const said = await svc(['webhooks', 'sign', '-', ...flags], { env: { ...env, ...more }, stdin: BODY });
  expect(said.code).toBe(2);
  expect(errorIn(said)['message']).toContain(sentence);
  expect(said.stdout).toBe('');
});
