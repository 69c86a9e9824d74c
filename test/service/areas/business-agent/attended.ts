/** A whatsapp account with an agent, and what a test does with both. */
import type { ServiceDoors } from '../../../../src/service/doors.ts';
import { startService, testDoors, type Json } from '../../../support/service.ts';

export const ANA = { id: '4915112345678', name: 'Ana' };

/** The agent is set up, and off. */
export async function attended(doors: Partial<ServiceDoors> = {}) {
  const service = await startService({ doors: testDoors(doors) });
  const { _id: accountId } = await service.account('whatsapp');
  const at = `/v1/accounts/${accountId}/business-agent`;
  const call = (method: string, path: string, body?: unknown) =>
    service.api(method, `${at}${path}`, body === undefined ? {} : { body });
  await call('POST', '/onboard', {});
  const conversation = async () => {
    const { body } = await service.api('GET', '/v1/inbox/conversations', { query: { accountId } });
    return (body['data'] as unknown as readonly Json[])[0];
  };
  return {
    ...service,
    accountId,
    call,
    conversation,
    set: (settings: object) => call('PATCH', '/settings', settings),
    on: (more: object = {}) => call('PATCH', '/settings', { rollout: { enabled: true }, ...more }),
    write: async (text: string, participant: object = ANA) => {
      await service.control('POST', '/_local/inbound', { type: 'message', accountId, participant, text });
      await service.advance(5);
    },
    /** What the customer reads, the oldest first. */
    texts: async () => (await service.feed(accountId, 'message')).map(({ text }) => text as unknown),
    owners: async () =>
      (await service.events('conversation.control_changed')).map(({ payload }) => payload['control']?.['owner']),
  };
}
