import { expect, test } from 'vitest';
import type { Carrier } from '../../../src/kernel/delivery.ts';
import { nowhere, receiving, startService, testDoors } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';

async function tested(carrier: Carrier) {
  const at = await startService({ doors: testDoors({ carrier }) });
  const { url } = await at.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: at.service.apiKey };
  const create = ['--name', 'a', '--url', 'https://example.com', '--events', 'post.failed', '--jq', '.webhook._id'];
  const { stdout } = await svc(['webhooks', 'create', ...create], { env });
  return svc(['webhooks', 'test', '--webhook-id', stdout.trim(), '-o', 'json'], { env });
}

test('WHK-21 an endpoint that takes the test event is told as such', async () => {
  const said = await tested(receiving);
  expect(said.code).toBe(0);
  expect(JSON.parse(said.stdout)).toMatchObject({ success: true });
});

test('one that does not is a result and exit 3, not an outage of the service', async () => {
  const said = await tested(nowhere);
  expect(said.code).toBe(3);
  expect(JSON.parse(said.stdout)).toMatchObject({ success: false });
  expect(errorIn(said)).toMatchObject({ code: 'endpoint_refused', exit: 3 });
  expect(said.stderr).not.toContain('may have taken effect');
});

test('an endpoint that there is not stays what it is', async () => {
  const at = await startService();
  const { url } = await at.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: at.service.apiKey };
  const said = await svc(['webhooks', 'test', '--webhook-id', 'a'.repeat(24)], { env });
  expect(errorIn(said)).toMatchObject({ code: 'webhook_not_found', exit: 7 });
});
