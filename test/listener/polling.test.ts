/** A listener without a port: it reads the log of deliveries of a real service. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCarrier } from '../../src/world/deliver.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { SECRET, startListener } from '../support/listener.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, TEST_NOW, testDoors } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const EVENT = 'account.connected';

/** A service whose endpoints answer with 500, so that each event has several entries in the log. */
async function here() {
  const service = await startService({ doors: testDoors({ carrier: openCarrier('local') }) });
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  const down = await startReceiver();
  down.answer(500);
  return {
    service,
    env,
    async endpoint(name = 'app') {
      const { body } = await service.api<{ webhook: { _id: string } }>('POST', '/v1/webhooks/settings', {
        body: { name, url: down.url, events: [EVENT] },
      });
      return body.webhook._id;
    },
    /** Connects an account, and lets some of its retries pass. */
    async connect(seconds = 20_000): Promise<string> {
      const { _id } = await service.account('telegram');
      await service.advance(seconds);
      return _id;
    },
    listener: (words: readonly string[], secret = false) => startListener(['--poll=1s', ...words], { secret, env }),
  };
}

describe('webhooks listen --poll', () => {
  test('passes on each event of the log once, as its endpoint got it, signed with the secret that is given', async () => {
    const { endpoint, connect, listener } = await here();
    await endpoint();
    await endpoint('another');
    await connect();
    const target = await startReceiver();
    const { ready, until, stop, of } = await listener(['--forward-to', target.url], true);
    expect(ready).toMatchObject({ poll: { everyMs: 1000 }, verify: 'off', forwardTo: [target.url] });
    expect(ready).not.toHaveProperty('url');
    const ids = [await connect(), await connect()];
    await until('response', 2);
    const arrived = await target.until(2);
    expect(arrived.map(({ payload }) => payload['accountId'] ?? payload['account'])).toMatchObject(
      ids.map((id) => expect.objectContaining({ accountId: id }) as unknown),
    );
    for (const { body, headers, payload } of arrived)
      expect(headers).toMatchObject({
        'x-service-event': EVENT,
        'x-service-event-id': payload.id,
        'x-service-signature': signatureOf(body, SECRET),
      });
    await stop();
    expect(of('summary')).toMatchObject([{ events: 2, duplicates: 0, forwarded: 2 }]);
  });

  test('--since reads from then on, and --webhook-id the deliveries to one endpoint', async () => {
    const { endpoint, connect, listener } = await here();
    const id = await endpoint();
    const first = await connect(10);
    const since = ['--since', new Date(TEST_NOW).toISOString()];
    const one = await listener([...since, '--webhook-id', id]);
    expect(await one.until('event')).toMatchObject([{ accountIds: [first], signature: 'unchecked' }]);
    const none = await listener([...since, '--webhook-id', '64f0a1b2c3d4e5f601234567']);
    expect(await none.until('warning')).toMatchObject([{ message: 'There is no endpoint 64f0a1b2c3d4e5f601234567.' }]);
    await one.stop();
    expect(none.of('event')).toEqual([]);
  });

  test('a journal is continued where it ended, and what no target took comes again', async () => {
    const { endpoint, connect, listener } = await here();
    await endpoint();
    const record = ['--record', join(await temporaryFolder(), 'journal')];
    const target = await startReceiver();
    const words = [...record, '--forward-to', target.url, '--retry', 'off'];
    const first = await listener(words);
    const taken = await connect(100);
    await first.until('response', 1);
    target.answer(500);
    const failed = await connect(100);
    await first.until('response', 2);
    await first.stop();
    const missed = await connect(100);

    target.answer(200);
    const second = await listener(words);
    const events = await second.until('event', 2);
    expect(events.map(({ accountIds }) => accountIds)).toEqual([[failed], [missed]]);
    expect(events.flatMap(({ accountIds }) => accountIds)).not.toContain(taken);
  });

  test('without an endpoint it says that nothing is logged, and what makes one', async () => {
    const { listener } = await here();
    const { until } = await listener([]);
    expect(await until('warning')).toMatchObject([{ message: expect.stringContaining('svc webhooks create') }]);
  });

  test('a key that may not read the log ends it, and a service that is away for a while does not', async () => {
    const { endpoint, connect, service, env } = await here();
    await endpoint();
    const said = await svc(['webhooks', 'listen', '--poll'], { env: { ...env, SVC_API_KEY: `sk_${'0'.repeat(64)}` } });
    expect(errorIn(said)).toMatchObject({ exit: 4 });
    const { until, of } = await startListener(['--poll=1s', '--max-wait', '0s'], { secret: false, env });
    await service.api('POST', '/_local/faults', {
      key: service.service.controlKey,
      body: { match: { operation: 'getWebhookLogs' }, action: { status: 503 }, times: 1 },
    });
    expect(await until('warning')).toMatchObject([{ message: expect.stringContaining('will be tried again') }]);
    await connect(10);
    await until('event');
    expect(of('warning')).toHaveLength(1);
  });

  test.each([['--register'], ['--public-url', 'https://hooks.example.com/'], ['--path', '/hook'], ['--verify', 'off']])(
    '%s needs a port, and there is none',
    async (...words) => {
      const said = await svc(['webhooks', 'listen', '--poll', ...words]);
      expect([said.code, errorIn(said)['param']]).toEqual([2, words[0]]);
    },
  );

  test('it looks once a second at most', async () => {
    const { env } = await here();
    const said = await svc(['webhooks', 'listen', '--poll=100ms'], { env });
    expect(errorIn(said)).toMatchObject({ exit: 2, param: '--poll' });
  });
});
