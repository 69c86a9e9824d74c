import { describe, expect, test } from 'vitest';
import { openCarrier } from '../../../src/world/deliver.ts';
import { openClock } from '../../../src/world/clock.ts';
import { startService, testDoors } from '../../support/service.ts';
import { errorIn, svc, type SvcOptions } from '../../support/svc.ts';

const env = { S: 'tell nobody' };

/** A program that delivers each body, signed, as fast as it can. */
function delivering(...bodies: readonly (readonly [body: string, secret?: string])[]): readonly string[] {
  const script = `
    const { createHmac } = require('node:crypto');
    (async () => {
      for (const [body, secret = process.env.SVC_WEBHOOK_SECRET] of ${JSON.stringify(bodies)}) {
        const signature = createHmac('sha256', secret).update(body).digest('hex');
        const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
        await fetch(process.env.SVC_WEBHOOK_URL, { method: 'POST', headers, body });
      }
    })();`;
  return ['--', process.execPath, '-e', script];
}

const event = (name: string, id: string, more: object = {}): string => JSON.stringify({ id, event: name, ...more });

const expecting = (words: readonly string[], more: SvcOptions = {}) =>
  svc(['webhooks', 'expect', ...words], { env, ...more });

const SIGNED = ['--secret-env', 'S'];

test('the event came and was genuine: exit 0, and the event is the result', async () => {
  const body = event('post.published', 'one', { big: 1 }).replace('"big":1', '"big":12345678901234567890');
  const said = await expecting(['post.published', ...SIGNED, ...delivering([body])]);
  expect(said.code, said.stderr).toBe(0);
  expect(said.stdout).toContain('12345678901234567890');
  expect(JSON.parse(said.stdout)).toMatchObject({
    event: 'post.published',
    id: 'one',
    signature: 'valid',
    payload: { id: 'one', event: 'post.published' },
  });
});

test('it did not come: exit 8, and what came instead is said', async () => {
  const other = event('post.failed', 'two');
  const said = await expecting(['post.published', ...SIGNED, '--timeout', '7s', ...delivering([other])]);
  expect(said).toMatchObject({ code: 8, stdout: '' });
  const error = errorIn(said);
  expect(error).toMatchObject({ code: 'pending', details: { came: 0, wanted: 1, others: ['post.failed'] } });
  expect(error['message']).toBe('post.published did not arrive within 7 s. Other events arrived: post.failed.');
});

test('what is not genuine does not count, and that is said with the cause', async () => {
  const body = event('post.published', 'one');
  const said = await expecting(['post.published', ...SIGNED, ...delivering([body, 'another secret'])]);
  expect(said.code).toBe(8);
  expect(errorIn(said)).toMatchObject({ details: { invalid: ['mismatch'] } });
  const taken = await expecting(['post.published', '--unsigned', ...delivering([body, 'another secret'])]);
  expect(taken.code).toBe(0);
  expect(JSON.parse(taken.stdout)).toMatchObject({ signature: 'unchecked' });
});

test('a program that fails gives its own exit code', async () => {
  const failing = ['--', process.execPath, '-e', 'process.exit(42)'];
  const said = await expecting(['post.published', ...SIGNED, ...failing]);
  expect(said.code).toBe(42);
  expect(said.stderr).toContain('The program exited with 42.');
  expect((await expecting(['post.published', ...SIGNED, '--', 'no-such-program-anywhere'])).code).toBe(127);
});

test('only events of whose body the expression is true are meant', async () => {
  const bodies = [['a', 1] as const, ['b', 2] as const].map(([id, n]) => [event('post.published', id, { n })] as const);
  const where = (expression: string) =>
    expecting(['post.*', ...SIGNED, '--where', expression, ...delivering(...bodies)]);
  const said = await where('.n == 2');
  expect(JSON.parse(said.stdout)).toMatchObject({ id: 'b' });
  expect((await where('.n > 2')).code).toBe(8);
  expect((await where('.n | test("x")')).code).toBe(8);
  const broken = await where('.n ==');
  expect(broken.code).toBe(2);
  expect(errorIn(broken)).toMatchObject({ param: '--where' });
});

test('of several that must come each counts once, however often it is delivered', async () => {
  const [one, two] = [event('post.published', 'one'), event('post.published', 'two')];
  const twice = await expecting(['post.published', ...SIGNED, '--count', '2', ...delivering([one], [one])]);
  expect(twice.code).toBe(8);
  expect(twice.stdout.trimEnd().split('\n')).toHaveLength(1);
  const both = await expecting([
    'post.published',
    ...SIGNED,
    '--count',
    '2',
    '-o',
    'json',
    ...delivering([one], [one], [two]),
  ]);
  expect(both.code).toBe(0);
  expect(JSON.parse(both.stdout)).toMatchObject([{ id: 'one' }, { id: 'two' }]);
});

test('EVT-93 messages of kinds that cannot be subscribed to are taken like any message', async () => {
  const account = { id: 'a'.repeat(24), accountId: 'a'.repeat(24), username: 'northwind' };
  const played = {
    message: { id: 'm1', platform: 'whatsapp', type: 'audio' },
    account: { ...account, platform: 'whatsapp' },
  };
  const rcs = { message: { id: 'm2', platform: 'rcs', text: 'Hi' }, account: { ...account, platform: 'rcs' } };
  const bodies = [[event('message.played', 'voice', played)], [event('message.received', 'rich', rcs)]] as const;
  const said = await expecting(['message.*', ...SIGNED, '--count', '2', ...delivering(...bodies)]);
  expect(said.code, said.stderr).toBe(0);
  const came = said.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; signature: string });
  expect(came).toMatchObject([
    { event: 'message.played', signature: 'valid' },
    { event: 'message.received', signature: 'valid' },
  ]);
});

test('EVT-128 an event of a name that nobody knows yet is taken and passed over', async () => {
  const bodies = [[event('post.teleported', 'new')], [event('post.published', 'one')]] as const;
  const said = await expecting(['post.published', ...SIGNED, ...delivering(...bodies)]);
  expect(said.code).toBe(0);
  expect(JSON.parse(said.stdout)).toMatchObject({ id: 'one' });
});

test.each([
  [['post.publishd', ...SIGNED], { hint: 'Did you mean post.published?' }],
  [['past.*', ...SIGNED], { param: '<event>', hint: 'Did you mean post.*?' }],
  [['*.teleported', ...SIGNED], { param: '<event>' }],
  [['post.published', ...SIGNED, '--count', '0'], { param: '--count' }],
  [['post.published'], { code: 'usage' }],
])('refused before anything runs: %j', async (words, error) => {
  const said = await expecting([...words, '--', process.execPath, '-e', 'process.exit(42)']);
  expect([2, 4]).toContain(said.code);
  if (words.length > 1) expect(errorIn(said)).toMatchObject(error);
});

describe('against a service', () => {
  /** A service that reaches this machine, and what a program needs to steer it. */
  async function started() {
    const at = await startService({ doors: testDoors({ carrier: openCarrier('local') }) });
    const { url } = await at.service.listen({ host: '127.0.0.1', port: 0 });
    const webhooks = async () => (await at.api('GET', '/v1/webhooks/settings')).body['webhooks'];
    const script = `
      fetch('${url}/_local/inbound', {
        method: 'POST',
        headers: { authorization: 'Bearer ${at.service.controlKey}', 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'event', event: process.argv[1] }),
      }).then((answer) => process.exit(answer.ok ? 0 : 1));`;
    const options = { env: { SVC_BASE_URL: url, SVC_API_KEY: at.service.apiKey }, doors: { clock: openClock() } };
    const causing = (name: string) => ['--', process.execPath, '-e', script, name];
    return { at, webhooks, options, causing };
  }

  test('an endpoint is made for the run with a secret of its own, and removed', async () => {
    const { options, causing, webhooks } = await started();
    const said = await expecting(['post.published', ...causing('post.published')], options);
    expect(said.code, said.stderr).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({ event: 'post.published', signature: 'valid' });
    expect(await webhooks()).toEqual([]);
  });

  test.each(['*', '*.published', '!post.failed'])('the endpoint is told of what %s means', async (pattern) => {
    const { options, causing, webhooks } = await started();
    const said = await expecting([pattern, ...causing('post.published')], options);
    expect(said.code, said.stderr).toBe(0);
    expect(JSON.parse(said.stdout)).toMatchObject({ event: 'post.published', signature: 'valid' });
    expect(await webhooks()).toEqual([]);
  });

  test('nothing of it stays when the program fails, or the event does not come', async () => {
    const { options, causing, webhooks } = await started();
    const failed = await expecting(['post.published', '--', process.execPath, '-e', 'process.exit(9)'], options);
    expect(failed.code).toBe(9);
    const missed = await expecting(['post.failed', '--timeout', '1ms', ...causing('post.published')], options);
    expect(missed.code).toBe(8);
    expect(await webhooks()).toEqual([]);
  });

  test('the test of an endpoint cannot be asked for, which is said before anything runs', async () => {
    const { options } = await started();
    const said = await expecting(['webhook.test', '--', process.execPath, '-e', 'process.exit(9)'], options);
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({ param: '<event>' });
  });

  test('the program is given the key, to call the same service', async () => {
    const { options } = await started();
    const script = 'process.exit(process.env.SVC_API_KEY && process.env.SVC_WEBHOOK_SECRET ? 5 : 6)';
    expect((await expecting(['post.*', '--', process.execPath, '-e', script], options)).code).toBe(5);
  });

  test('a service elsewhere cannot reach this machine, which is said before anything runs', async () => {
    const more = { env: { SVC_BASE_URL: 'https://api.example.com', SVC_API_KEY: 'sk_test' } };
    const said = await expecting(['post.published', '--', process.execPath, '-e', 'process.exit(9)'], more);
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({ param: '--public-url' });
  });
});
