/** Events of generic operations: emitted with the change, valid, attributed, and no others. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { happenedSince } from '../../events/judged.ts';

const FORM = '121183644686538';

test('EVT-101 a test lead is told with its answers', async () => {
  const service = await startService({ seedPack: 'demo' });
  const since = (await service.events()).length;
  const fieldData = [{ name: 'email', values: ['ada@example.com'] }];
  const body = { accountId: '65fe42477cd47c66c5f4bf9f', fieldData };
  expect((await service.api('POST', `/v1/ads/lead-forms/${FORM}/test-leads`, { body })).status).toBe(200);
  expect(await happenedSince(service, since)).toMatchObject([
    ['lead.received', { lead: { formId: FORM, adId: null, fields: { email: 'ada@example.com' } } }],
  ]);
});

test('EVT-102 an ad whose status changes is told once, and not when it stays', async () => {
  const service = await startService({ seedPack: 'demo' });
  const path = '/v1/ads/6570ba33708cbfb103f1a8e3';
  const act = (status: string) => service.api('PUT', `${path}/status`, { body: { status } });
  await act('active');
  const since = (await service.events()).length;
  expect((await act('paused')).status).toBe(200);
  await act('paused');
  expect((await service.api('GET', path)).body['ad']).toMatchObject({ status: 'paused' });
  expect(await happenedSince(service, since)).toMatchObject([
    ['ad.status_changed', { adObject: { level: 'AD' }, status: { raw: 'PAUSED' } }],
  ]);
});
