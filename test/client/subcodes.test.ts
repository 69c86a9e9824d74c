/** Subcodes of the ad network, refused by the simulated network and seen by the command line. */
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';

// prettier-ignore
test.each([
  ['ERR-46', 324,     'base64'],
  ['ERR-47', 1815430, 'promotedObject'],
  ['ERR-48', 1815089, 'lead terms'],
  ['ERR-49', 2446886, 'whatsapp number'],
  ['ERR-50', 2061006, 'website'],
  ['ERR-51', 1885237, 'professional account'],
  ['ERR-52', 1713151, 'audience'],
  ['ERR-53', 1713098, 'wrong shape'],
  ['ERR-53', 1870029, 'wrong shape'],
  ['ERR-54', undefined, 'breakdown'],
])('%s the subcode %s comes through unchanged, and the command says what helps', async (_, error_subcode, remedy) => {
  const { service, control, account } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const { _id: accountId } = await account('metaads');
  const code = error_subcode === undefined ? { code: 100 } : { error_subcode };
  const platformError = { ...code, error_user_title: 'No', error_user_msg: 'Not like this.', odd: [1] };
  const told = { operation: 'ad', outcome: 'reject', status: 400, message: 'No.', platformError };
  await control('POST', `/_local/network/${accountId}/behaviour`, told);
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const said = await svc(['api', 'GET', `/v1/ads/campaigns?accountId=${accountId}`], { env });
  expect(said.code).toBe(11);
  expect(errorIn(said)).toMatchObject({ platformError, hint: expect.stringContaining(remedy) as string });
});
