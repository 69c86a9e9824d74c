/** Verifications of a location. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { stage } from './stage.ts';

test('a verification waits for its code, and is complete with it', async () => {
  const { api, of, get } = await stage();
  const { body } = await api('POST', `${of}/gmb-verifications`, { body: { method: 'EMAIL' } });
  const verification = body['verification'] as Json;
  expect(verification).toMatchObject({ method: 'EMAIL', state: 'PENDING' });
  await api('POST', `${of}/gmb-verifications/${String(verification['name'])}/complete`, { body: { pin: '12345' } });
  expect(await get('gmb-verifications')).toMatchObject({ verifications: [{ ...verification, state: 'COMPLETED' }] });
});
