import { expect, test } from 'vitest';
import { signatureOf as sent } from '../../../../../../src/webhooks/sign.ts';
import { signatureOf, stateOf } from '../../../../../../src/service/console/app/panels/webhooks/event.ts';

test('the browser computes the signature that the service sends', async () => {
  expect(await signatureOf('{"a":"ä"}', 'secret')).toBe(sent('{"a":"ä"}', 'secret'));
});

test('of several deliveries the worst is said', () => {
  const of = (...states: string[]): string =>
    stateOf({ deliveries: states.map((state) => ({ webhookId: '1', state, attempts: [], headers: null })) });
  expect([of(), of('delivered'), of('delivered', 'pending'), of('pending', 'failed')]).toEqual([
    'no endpoint',
    'delivered',
    'pending',
    'failed',
  ]);
});
