/** `svc whatsapp conversions send` against the real local service: what the network rejects is named, and the command ends with 9. */
import { expect, test } from 'vitest';
import { run } from '../../../src/main.ts';
import { startService, TEST_NOW } from '../../support/service.ts';
import { testWorld } from '../../support/world.ts';

test('GEN-14 a conversion that is rejected ends with 9, with the answer on stdout, and one that is taken with 0', async () => {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey, NO_COLOR: '1' };
  const send = async (...more: readonly string[]) => {
    const named = ['--account-id', accountId, '--event-name', 'Purchase', '--event-id', 'order-1'];
    const argv = [
      'whatsapp',
      'conversions',
      'send',
      ...named,
      '--phone-e164',
      '+4915112345678',
      '--value',
      '5',
      ...more,
    ];
    const { world, out, err } = testWorld({ argv: [...argv, '-o', 'json'], env, now: TEST_NOW });
    return { code: await run(world), out: JSON.parse(out()) as unknown, err: err() };
  };
  const rejected = await send();
  expect(rejected.code).toBe(9);
  expect(rejected.out).toMatchObject({ eventsReceived: 0, eventsFailed: 1, failures: [{ eventId: 'order-1' }] });
  expect(rejected.err).toContain('order-1: `value` needs a `currency`.');
  expect(await send('--currency', 'EUR')).toMatchObject({ code: 0, out: { eventsReceived: 1, failures: [] }, err: '' });
});
