/** `svc ads conversions` against the real local service: what the network rejects is named, and the command ends with 9. */
import { expect, test } from 'vitest';
import { run } from '../../../src/main.ts';
import { startService, TEST_NOW } from '../../support/service.ts';
import { testWorld } from '../../support/world.ts';

const META = '121975733191629';

async function bench() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const made = await service.api('POST', `/v1/accounts/${accountId}/conversion-destinations`, {
    body: { adAccountId: META, name: 'Orders', type: 'PURCHASE' },
  });
  const destinationId = String((made.body['destination'] ?? made.body)['id']);
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey, NO_COLOR: '1' };
  const send = async (events: readonly object[], more: readonly string[] = []) => {
    const named = ['--account-id', accountId, '--destination-id', destinationId];
    const sent = events.flatMap((event) => ['--events', JSON.stringify(event)]);
    const argv = ['ads', 'conversions', 'send', ...named, ...sent, ...more];
    const { world, out, err } = testWorld({ argv, env, now: TEST_NOW });
    return { code: await run(world), out: out(), err: err() };
  };
  return { send };
}

const order = (eventId: string, more: object) => ({
  ...{ eventName: 'Purchase', eventTime: TEST_NOW / 1_000, eventId, user: { email: 'ada@example.com' } },
  ...more,
});
const WITH_CURRENCY = { value: 49.9, currency: 'EUR' };

test('GEN-14 events that fail are named and end with 9, with the answer on stdout; all taken end with 0', async () => {
  const { send } = await bench();
  const some = await send([order('1', WITH_CURRENCY), order('2', { value: 49.9 })], ['-o', 'json']);
  expect(some.code).toBe(9);
  expect(JSON.parse(some.out)).toMatchObject({ eventsReceived: 1, eventsFailed: 1, failures: [{ eventIndex: 1 }] });
  expect(some.err).toContain('1 of the events failed.');
  expect(some.err).toContain('events[1]: `value` needs a `currency`.');
  expect((await send([order('3', { value: 1 })])).code).toBe(9);
  expect(await send([order('2', WITH_CURRENCY)])).toMatchObject({ code: 0, err: '' });
});
