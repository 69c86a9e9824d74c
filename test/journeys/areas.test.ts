/** All that the API is for is there from the start: on a fresh service, and on the command line. */
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';
import { svc } from '../support/svc.ts';

/** Noun of the command line, and a list of its area. */
const AREAS = [
  ['posts', '/v1/posts'],
  ['queue', '/v1/queue/slots'],
  ['analytics', '/v1/analytics'],
  ['inbox', '/v1/inbox/conversations'],
  ['ads', '/v1/ads'],
  ['blogs', '/v1/accounts/ACCOUNT/blogs'],
  ['sms', '/v1/sms/opt-outs'],
  ['calls', '/v1/calls'],
  ['phone-numbers', '/v1/phone-numbers'],
  ['webhooks', '/v1/webhooks/settings'],
] as const;

test('GEN-19 every area of the API has commands, and its list answers on a fresh service', async () => {
  const service = await startService();
  const { _id: accountId } = await service.account('shopify');
  const profileId = await service.profileId();
  const help = (await svc(['--help'])).stdout;
  for (const [noun, path] of AREAS) {
    expect(help).toMatch(new RegExp(`[ ,]${noun}(?:,|$)`, 'm'));
    const query = noun === 'queue' ? { profileId } : {};
    const { status } = await service.api('GET', path.replace('ACCOUNT', accountId), { query });
    expect([noun, status]).toEqual([noun, 200]);
  }
});
