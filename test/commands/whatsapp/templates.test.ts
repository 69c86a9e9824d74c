/** `svc whatsapp templates`: how it follows the review. */
import { expect, test } from 'vitest';
import { steered } from '../../support/steered.ts';
import { errorIn, svc } from '../../support/svc.ts';

test('WAP-01 a template waits for its review: approved, rejected with the reason, or not decided yet', async () => {
  const { url, service, account, advance, control } = await steered();
  const { _id: accountId } = await account('whatsapp');
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const create = (name: string) => {
    const flags = { name, category: 'UTILITY', language: 'en_GB', components: '{"type":"body","text":"We are open."}' };
    const words = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, value]);
    const command = ['whatsapp', 'templates', 'create', '--account-id', accountId, ...words];
    return svc([...command, '--wait', '-o', 'json'], { env });
  };
  const early = await create('hours');
  expect([early.code, errorIn(early)['code']]).toEqual([8, 'pending']);
  expect(early.stderr).toContain('svc local inbound template-status');
  await advance(600);
  await control('PATCH', '/_local/reviews', { whatsappTemplate: 0 });
  const behaviour = { operation: 'approval', outcome: 'reject', message: 'INVALID_FORMAT', times: 1 };
  await control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
  const rejected = await create('offers');
  expect([rejected.code, errorIn(rejected)['message']]).toEqual([3, 'The template is REJECTED: INVALID_FORMAT.']);
  const approved = await create('news');
  expect([approved.code, JSON.parse(approved.stdout)]).toMatchObject([0, { template: { status: 'APPROVED' } }]);
});
