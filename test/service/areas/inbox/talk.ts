/** A conversation with somebody, for the tests of the inbox. */
import { startService, type Answer, type Json, type ServiceUnderTest } from '../../../support/service.ts';

export const PERSON = '15550100399';

export interface Talk extends ServiceUnderTest {
  readonly accountId: string;
  /** Causes something from outside at the account; the answer, whatever it is. */
  readonly tell: (type: string, given?: object) => Promise<Answer>;
  /** Somebody writes. @returns ids of what came in */
  readonly hears: (given?: object) => Promise<{ readonly conversationId: string; readonly messageId: string }>;
  readonly begin: (body?: object) => Promise<Answer>;
  readonly send: (conversationId: string, body?: object) => Promise<Answer>;
  /** Messages of a conversation, oldest first. */
  readonly messages: (conversationId: string) => Promise<readonly Json[]>;
  readonly conversation: (id: string) => Promise<Json>;
  /** Names and payloads of the events since the last look. */
  readonly told: () => Promise<readonly (readonly [string, Json])[]>;
}

export async function talk(platform: string, more: Readonly<Record<string, unknown>> = {}): Promise<Talk> {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, more);
  const { api, control } = service;
  let seen = (await service.events()).length;
  const tell = (type: string, given: object = {}) => control('POST', '/_local/inbound', { type, accountId, ...given });
  return {
    ...service,
    accountId,
    tell,
    hears: async (given = {}) => {
      const { status, body } = await tell('message', {
        participant: { id: PERSON, name: 'Ada' },
        text: 'Hello',
        ...given,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body as unknown as { conversationId: string; messageId: string };
    },
    begin: (body = {}) =>
      api('POST', '/v1/inbox/conversations', {
        body: { accountId, participantId: PERSON, message: 'Good morning', ...body },
      }),
    send: (conversationId, body = {}) =>
      api('POST', `/v1/inbox/conversations/${conversationId}/messages`, {
        body: { accountId, message: 'We are open.', ...body },
      }),
    messages: async (conversationId) =>
      (await api('GET', `/v1/inbox/conversations/${conversationId}/messages`, { query: { accountId } })).body[
        'messages'
      ] as unknown as Json[],
    conversation: async (id) => {
      const listed = (await api('GET', '/v1/inbox/conversations')).body['data'] as unknown as readonly Json[];
      return listed.find((one) => String(one['id']) === id) ?? {};
    },
    told: async () => {
      const events = (await service.events()).slice(seen);
      seen += events.length;
      return events.map(({ event, payload }) => [event, payload] as const);
    },
  };
}

/** A template of the account, approved unless another status is given. */
export async function approve({ api, tell, accountId }: Talk, template: object, status = 'APPROVED'): Promise<void> {
  const body = { accountId, category: 'UTILITY', language: 'en_US', name: 'order_update', ...template };
  const made = await api('POST', '/v1/whatsapp/templates', { body });
  if (made.status >= 300) throw new Error(JSON.stringify(made.body));
  if (status !== 'PENDING') await tell('template_status', { name: body.name, status });
}
