import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../../src/listener/journal.ts';
import { deliveryHeaders } from '../../../src/webhooks/headers.ts';
import { signatureOf } from '../../../src/webhooks/sign.ts';
import { errorIn, svc, type SvcOptions } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { memoryKeychain, testWorld } from '../../support/world.ts';

const BODY = '{"id":"one","event":"post.published","text":"grüße 👍"}';
const SECRET = 'tell nobody';
const GOOD = signatureOf(BODY, SECRET);
const env = { S: SECRET };

const verify = (words: readonly string[], more: SvcOptions = {}) =>
  svc(['webhooks', 'verify', '-', '--secret-env', 'S', ...words], { env, stdin: BODY, ...more });

test('a genuine delivery is told with the secret that signed it', async () => {
  const said = await verify(['--signature', GOOD]);
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(said.stdout)).toEqual({ ok: true, signedBy: 'S', event: 'post.published', id: 'one' });
});

describe('what is not genuine is exit 14, with the likely cause', () => {
  test.each<[string, string[], SvcOptions]>([
    ['upper_case', ['--signature', GOOD.toUpperCase()], {}],
    ['prefixed', ['--signature', `sha256=${GOOD}`], {}],
    ['base64', ['--signature', Buffer.from(GOOD, 'hex').toString('base64')], {}],
    ['reserialised', ['--signature', GOOD], { stdin: JSON.stringify(JSON.parse(BODY), null, 2) }],
    ['line_ending', ['--signature', GOOD], { stdin: `${BODY}\n` }],
    ['secret_without_blank', ['--signature', signatureOf(BODY, `${SECRET}\n`)], {}],
    ['mismatch', ['--signature', signatureOf(BODY, 'another')], {}],
    ['malformed', ['--signature', 'rubbish'], {}],
  ])('%s', async (reason, words, more) => {
    const said = await verify(words, more);
    expect(said.code).toBe(14);
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: false, reason });
    expect(errorIn(said)).toMatchObject({ code: 'bad_signature', exit: 14, details: { reason } });
  });

  test('the secret of another endpoint is named when it is kept', async () => {
    const folder = await temporaryFolder();
    const keychain = memoryKeychain();
    await svc(['context', 'create', 'here', '--base-url', 'https://api.example.com'], { folder, keychain });
    const here = { folder, keychain, env: { ...env, SVC_CONTEXT: 'here' } };
    await svc(['webhooks', 'secret', 'set', 'orders'], { ...here, stdin: 'of the orders' });
    const signature = signatureOf(BODY, 'of the orders');
    const said = await verify(['--signature', signature], here);
    expect(JSON.parse(said.stdout)).toMatchObject({ ok: false, reason: 'other_secret', secretName: 'orders' });
    const asked = await svc(['webhooks', 'verify', '-', '--signature', signature], { ...here, stdin: BODY });
    expect(JSON.parse(asked.stdout)).toMatchObject({ ok: true, signedBy: 'orders' });
  });
});

describe('with all headers', () => {
  const headersFile = async (headers: Readonly<Record<string, string>>, ...more: string[]) => {
    const path = join(await temporaryFolder(), 'headers.txt');
    await writeFile(
      path,
      [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...more].join('\r\n'),
    );
    return path;
  };
  const good = deliveryHeaders({ event: 'post.published', id: 'one', signature: GOOD });

  test('they are read as a trace shows them', async () => {
    expect((await verify(['--headers', await headersFile(good)])).code).toBe(0);
  });

  test('another prefix is verified too, and the setting that stores it is said', async () => {
    const labels = { event: 'post.published', id: 'one', signature: GOOD };
    const path = await headersFile(deliveryHeaders(labels, { current: 'Acme', legacy: 'Old' }));
    const said = await verify(['--headers', path]);
    expect(said.code).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({
      ok: true,
      advice: expect.stringContaining('`svc config set headerPrefix X-Acme`') as string,
    });
  });

  test('none for the signature, two of them, and one that contradicts the body are found', async () => {
    const unsigned = deliveryHeaders({ event: 'post.published', id: 'one' });
    const cases = [
      [await headersFile(unsigned), 'no_header'],
      [await headersFile(good, `X-Service-Signature: ${GOOD}`), 'several_headers'],
      [await headersFile({ ...good, 'X-Legacy-Signature': 'other' }), 'several_headers'],
      [
        await headersFile({ ...good, 'X-Service-Event': 'post.failed', 'X-Legacy-Event': 'post.failed' }),
        'label_differs',
      ],
    ] as const;
    for (const [path, reason] of cases) {
      const said = await verify(['--headers', path]);
      expect(said.code, reason).toBe(14);
      expect(JSON.parse(said.stdout)).toMatchObject({ reason });
    }
  });
});

test('a journal is verified whole, or one delivery of it', async () => {
  const { world } = testWorld();
  const folder = join(await temporaryFolder(), 'journal');
  const journal = await openJournal(world, folder);
  const one = {
    at: 1,
    method: 'POST',
    target: '/',
    body: Buffer.from(BODY),
    verdict: 'unchecked',
    event: 'post.published',
    id: 'one',
  } as const;
  const pairs = (signature: string) =>
    Object.entries(deliveryHeaders({ event: 'post.published', id: 'one', signature }));
  await journal.deliver({ ...one, headers: pairs(GOOD) });
  await journal.deliver({ ...one, headers: pairs('0'.repeat(64)) });
  await journal.close();
  const all = await svc(['webhooks', 'verify', folder, '--secret-env', 'S'], { env });
  expect(all.code).toBe(14);
  expect(JSON.parse(all.stdout)).toMatchObject({
    deliveries: [
      { n: 1, ok: true },
      { n: 2, ok: false, reason: 'mismatch' },
    ],
  });
  expect((await svc(['webhooks', 'verify', folder, '--secret-env', 'S', '--id', '1'], { env })).code).toBe(0);
  expect((await svc(['webhooks', 'verify', folder, '--secret-env', 'S', '--id', '9'], { env })).code).toBe(2);
});

test.each([
  [[], 'no signature'],
  [['--signature', 'a', '--headers', 'b'], 'cannot be combined'],
  [['--headers', '/nowhere'], '/nowhere'],
])('%j cannot be judged', async (words, sentence) => {
  const said = await verify(words);
  expect(said.code).toBe(2);
  expect(errorIn(said)['message']).toContain(sentence);
});
