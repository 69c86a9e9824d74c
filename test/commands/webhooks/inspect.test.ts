import { expect, test } from 'vitest';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { bodyOf, journalOf } from '../../listener/recording.ts';

const inspect = async (...words: string[]) => svc(['webhooks', 'inspect', ...words]);

interface Listed {
  readonly deliveries: readonly { readonly n: number; readonly id: string }[];
}

const numbersIn = (stdout: string): number[] => (JSON.parse(stdout) as Listed).deliveries.map(({ n }) => n);

test('every delivery is a row with its verdict and what became of it', async () => {
  const folder = await journalOf(
    { target: 'http://localhost:3000/' },
    { id: 'two', event: 'post.failed', verdict: 'invalid' },
  );
  const { stdout, code } = await inspect(folder);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    deliveries: [
      {
        n: 1,
        at: '2026-01-05T09:00:00.000Z',
        event: 'post.published',
        id: 'one',
        verdict: 'valid',
        reason: null,
        status: 200,
        attempts: 1,
        taken: true,
        sizeBytes: bodyOf({}).byteLength,
      },
      expect.objectContaining({
        n: 2,
        verdict: 'invalid',
        reason: 'mismatch',
        status: null,
        attempts: 0,
        taken: false,
      }),
    ],
  });
});

test('one delivery is shown whole, with its body as it came', async () => {
  const folder = await journalOf({ target: 'http://localhost:3000/' });
  const one = JSON.parse((await inspect(folder, 'one')).stdout) as Record<string, unknown>;
  expect(one).toMatchObject({
    method: 'POST',
    target: '/hook?a=b',
    body: bodyOf({}).toString(),
    payload: { id: 'one', text: 'grüße 👍\u0000' },
    outcomes: [{ target: 'http://localhost:3000/', status: 200, ms: 12 }],
  });
  expect(one['headers']).toContainEqual(['X-Service-Event', 'post.published']);
});

test('on a terminal a body cannot steer it', async () => {
  const folder = await journalOf({ body: Buffer.from('{"id":"one","event":"post.published","t":"\u001b[2J\u202e"}') });
  const { stdout } = await svc(['webhooks', 'inspect', folder, '1'], { terminal: 100 });
  expect(stdout).toContain('POST /hook?a=b');
  for (const sign of ['\u001b', '\u202e']) expect(stdout).not.toContain(sign);
});

test('bytes of binary data come back as base64', async () => {
  const body = Buffer.from([0xff, 0xfe, 0x00]);
  const folder = await journalOf({ body });
  expect(JSON.parse((await inspect(folder, '1')).stdout)).toMatchObject({ base64: body.toString('base64') });
});

test('deliveries are chosen by event and verdict', async () => {
  const folder = await journalOf({}, { event: 'post.failed' }, { event: 'comment.received', verdict: 'invalid' });
  expect(numbersIn((await inspect(folder, '--events', 'post.*')).stdout)).toEqual([1, 2]);
  expect(numbersIn((await inspect(folder, '--events', 'post.*,!post.failed')).stdout)).toEqual([1]);
  expect(numbersIn((await inspect(folder, '--verdict', 'invalid')).stdout)).toEqual([3]);
});

test('what is not there is said, exit 2', async () => {
  const folder = await journalOf({});
  expect(errorIn(await inspect(folder, 'nine'))['message']).toContain('no delivery nine');
  const empty = await inspect(await temporaryFolder());
  expect(empty.code).toBe(2);
  expect(errorIn(empty)['message']).toContain('no journal');
});
