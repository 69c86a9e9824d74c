/** The listener and a real service: the endpoint that it makes, takes over and removes, and what it has sent again. */
import { describe, expect, test } from 'vitest';
import { openClock } from '../../src/world/clock.ts';
import { openCarrier } from '../../src/world/deliver.ts';
import { openSpawn } from '../../src/world/spawn.ts';
import { deliver, eventText, startListener, type ListenerOptions } from '../support/listener.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, TEST_NOW, testDoors, type Json, type ServiceUnderTest } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';

const EVENT = 'account.connected';

interface Here {
  readonly service: ServiceUnderTest;
  readonly env: Readonly<Record<string, string>>;
  listener(words?: readonly string[], options?: ListenerOptions): ReturnType<typeof startListener>;
  /** Connects an account. @returns its id */
  connect(): Promise<string>;
  webhooks(): Promise<readonly Json[]>;
}

/** A service on this machine that delivers, and listeners that call it. */
async function here(options: { readonly plan?: 'no_inbox' } = {}): Promise<Here> {
  const service = await startService({ ...options, doors: testDoors({ carrier: openCarrier('local') }) });
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  return {
    service,
    env,
    listener: (words = [], options = {}) =>
      startListener(words, { secret: false, ...options, env: { ...env, ...options.env } }),
    async connect() {
      const { _id } = await service.account('telegram');
      await service.advance(0);
      return _id;
    },
    webhooks: async () => (await service.api('GET', '/v1/webhooks/settings')).body['webhooks'] as unknown as Json[],
  };
}

describe('with a service on this machine and no further word', () => {
  test('the listener makes an endpoint with a secret of its own, shows its events, and removes it', async () => {
    const { listener, connect, webhooks } = await here();
    const { url, until, stop, ready } = await listener();
    const name = `svc-listen-desk-${String(process.pid)}`;
    expect(ready).toMatchObject({ webhookName: name, verify: 'require' });
    expect(await webhooks()).toMatchObject([{ name, url, isActive: true }]);
    expect(String((await webhooks())[0]?.['secret'])).toMatch(/^[0-9a-f]{64}$/);
    await connect();
    expect(await until('event')).toMatchObject([{ event: EVENT, signature: 'valid' }]);
    const said = await stop();
    expect(said.code).toBe(0);
    expect(said.stdout + said.stderr).not.toMatch(/[0-9a-f]{64}/);
    expect(await webhooks()).toEqual([]);
  });

  test('it asks for the events that are meant, in the scope that is meant', async () => {
    const { listener, webhooks, service } = await here();
    const account = await service.account('twitter', { username: 'northwind' });
    await listener(['--events', 'post.*,!post.external.*', '--account', 'twitter:northwind']);
    const [made] = await webhooks();
    const events = made?.['events'] as unknown as string[];
    expect(events).toContain('post.published');
    expect(events.filter((event) => !event.startsWith('post.') || event.startsWith('post.external.'))).toEqual([]);
    expect(made?.['accountIds']).toEqual([account._id]);
  });

  test('events of accounts of another profile are left out', async () => {
    const { listener, webhooks, service } = await here();
    const profileId = await service.profileId();
    await listener(['--profile', profileId]);
    expect((await webhooks())[0]?.['profileIds']).toEqual([profileId]);
  });

  test('WHK-19 without an inbox in the plan its events are left out, unless they were asked for', async () => {
    const { listener, webhooks, env } = await here({ plan: 'no_inbox' });
    const { until } = await listener();
    expect(await until('warning')).toMatchObject([
      { message: 'Inbox events are excluded: the plan does not include the inbox.' },
    ]);
    const events = (await webhooks())[0]?.['events'] as unknown as string[];
    expect(events).toEqual(expect.arrayContaining(['post.published', 'conversation.control_changed']));
    expect(events).not.toContain('message.received');
    const said = await svc(['webhooks', 'listen', '--events', 'message.*'], { env, doors: { clock: openClock() } });
    expect(errorIn(said)).toMatchObject({ code: 'feature_not_available', exit: 5 });
  });

  test('it makes none when it is told so, or told what to trust', async () => {
    const { listener, webhooks, env } = await here();
    await listener(['--verify', 'off']);
    await listener([], { secret: true });
    const said = await svc(['webhooks', 'listen', '--no-register'], { env });
    expect(said.code).toBe(2);
    expect(await webhooks()).toEqual([]);
  });

  test('what went wrong in the middle leaves nothing behind', async () => {
    const { webhooks, env } = await here();
    const said = await svc(['webhooks', 'listen', '--ready-fd', '2000000000'], { env, doors: { clock: openClock() } });
    expect(said.code).toBe(2);
    expect(errorIn(said)['message']).toMatch(/descriptor 2000000000/);
    expect(await webhooks()).toEqual([]);
  });

  test('an endpoint that cannot be removed is told, and how to', async () => {
    const { listener, service } = await here();
    const { stop, ready } = await listener();
    await service.close();
    const { code, stdout } = await stop();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`could not be removed.*svc webhooks delete --webhook-id ${String(ready['webhookId'])}`),
    );
  });

  test('events come under the address of a tunnel with --public-url', async () => {
    const { listener, webhooks } = await here();
    const tunnel = 'https://hooks.example.com/in?x=1';
    const { port } = await listener(['--register', '--public-url', tunnel]);
    expect(await webhooks()).toMatchObject([{ url: tunnel }]);
    const local = `http://127.0.0.1:${String(port)}/in`;
    const said = await deliver(local, eventText(EVENT, 'e1'), { headers: { host: 'hooks.example.com' } });
    expect(said.status).toBe(401);
    expect(await deliver(local, eventText(EVENT, 'e1'), { headers: { host: 'evil.example' } })).toMatchObject({
      status: 421,
    });
  });
});

describe('what dead listeners of this machine have left', () => {
  /** Process 1 lives; 999999 does not. */
  const spawn = { ...openSpawn({}), alive: (pid: number) => pid === 1 };

  async function leave(service: ServiceUnderTest, name: string, url: string): Promise<string> {
    const { body } = await service.api<{ webhook: { _id: string } }>('POST', '/v1/webhooks/settings', {
      body: { name, url, events: [EVENT], secret: 'of a dead listener' },
    });
    return body.webhook._id;
  }

  test('is removed; what others have made stays', async () => {
    const { listener, webhooks, service } = await here();
    const url = 'http://127.0.0.1:9/';
    await leave(service, 'svc-listen-desk-999999', url);
    await leave(service, 'svc-listen-desk-1', url);
    await leave(service, 'svc-listen-other-999999', url);
    await leave(service, 'Builds', url);
    const { stop, until } = await listener([], { doors: { spawn } });
    expect(await until('warning')).toMatchObject([{ message: 'Removed endpoints left by earlier listeners: 1.' }]);
    expect((await stop()).stdout).toMatch(/^\{"v":1,"type":"ready"/);
    expect((await webhooks()).map(({ name }) => name)).toEqual([
      'svc-listen-desk-1',
      'svc-listen-other-999999',
      'Builds',
    ]);
  });

  test('WHK-66 is taken over with --since, and what was missed comes in the order of its time', async () => {
    const { listener, webhooks, service, connect } = await here();
    const down = await startReceiver();
    down.answer(500);
    const id = await leave(service, 'svc-listen-desk-999999', down.url);
    const names = ['account.connected', 'account.disconnected', 'account.connected'];
    await service.api('PUT', '/v1/webhooks/settings', {
      body: { _id: id, events: ['account.connected', 'account.disconnected'] },
    });
    const accountId = await connect();
    await service.advance(1);
    await service.api('DELETE', `/v1/accounts/${accountId}`);
    await service.advance(1);
    await connect();
    await service.advance(1);
    await down.close();
    const since = new Date(TEST_NOW).toISOString();
    const { until, ready, stop, of } = await listener(['--since', since], { doors: { spawn } });
    expect(ready['webhookId']).toBe(id);
    const came = await until('event', 3);
    expect(came.map((line) => line['event'])).toEqual(names);
    expect(await webhooks()).toMatchObject([{ _id: id, name: `svc-listen-desk-${String(process.pid)}` }]);
    await stop();
    expect(of('summary')).toMatchObject([{ events: 3, duplicates: 0, invalid: 0 }]);
    expect(await webhooks()).toEqual([]);
  });
});

describe('--since with an endpoint that is there', () => {
  test('WHK-26 asks again for what nobody took, and for nothing from before', async () => {
    const { listener, service, connect } = await here();
    const port = await freePort();
    const { body } = await service.api<{ webhook: { _id: string } }>('POST', '/v1/webhooks/settings', {
      body: {
        name: 'Builds',
        url: `http://127.0.0.1:${String(port)}/`,
        events: [EVENT],
        secret: 'the secret of the endpoint',
      },
    });
    await connect();
    await service.advance(3_600);
    await connect();
    const since = new Date(TEST_NOW + 1_800_000).toISOString();
    const words = [
      '--since',
      since,
      '--webhook-id',
      body.webhook._id,
      '--port',
      String(port),
      '--idle-timeout',
      '300ms',
    ];
    const { ended, of } = await listener(words, { secret: true });
    expect((await ended).code).toBe(0);
    expect(of('event')).toHaveLength(1);
    expect(of('summary')).toMatchObject([{ backfilled: 1 }]);
  });
});

async function freePort(): Promise<number> {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  await receiver.close();
  return Number(port);
}
