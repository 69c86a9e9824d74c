/** A service whose deliveries really leave, and a receiver for them. */
import { openCarrier } from '../../../src/world/deliver.ts';
import type { ServiceOptions } from '../../../src/service/options.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { startService, testDoors, type Json, type ServiceUnderTest } from '../../support/service.ts';

export interface Delivering {
  readonly service: ServiceUnderTest;
  readonly receiver: Receiver;
  /** Makes an endpoint at the receiver; anything may be replaced. @returns it as the API shows it */
  webhook(more?: Readonly<Record<string, unknown>>): Promise<WebhookView>;
  update(body: Readonly<Record<string, unknown>>): Promise<WebhookView>;
  /** The endpoint as it is listed now. */
  listed(id: string): Promise<WebhookView>;
  /** Connects an account, or has a message come in from telegram. @returns the id of the event that this causes */
  cause(event?: 'account.connected' | 'message.received', text?: string): Promise<string>;
  logs(query?: Readonly<Record<string, string | number>>): Promise<Record<string, unknown>[]>;
  /** What became of an event, as the control surface shows it. */
  deliveries(eventId: string): Promise<readonly Json[]>;
  redeliver(webhookId: string, eventId: string): Promise<{ status: number; body: Json }>;
  /** Everything that is due now has been done. */
  settled(): Promise<void>;
  now(): number;
  /** Moves the frozen clock. @param instant ms */
  goTo(instant: number): Promise<void>;
}

export type WebhookView = Readonly<Record<string, unknown>> & { readonly _id: string };

const PERSON = { id: '77', name: 'Ada Example' };
const SETTINGS = '/v1/webhooks/settings';

export async function delivering(options: Partial<ServiceOptions> = {}): Promise<Delivering> {
  const receiver = await startReceiver();
  const service = await startService({ doors: testDoors({ carrier: openCarrier('local') }), ...options });
  const webhookOf = ({ status, body }: { status: number; body: Json }): WebhookView => {
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body['webhook'] as unknown as WebhookView;
  };
  return {
    service,
    receiver,
    webhook: async (more = {}) =>
      webhookOf(
        await service.api('POST', SETTINGS, {
          body: { name: 'receiver', url: receiver.url, events: ['account.connected'], ...more },
        }),
      ),
    update: async (body) => webhookOf(await service.api('PUT', SETTINGS, { body })),
    listed: async (id) => {
      const { webhooks } = (await service.api('GET', SETTINGS)).body as unknown as { webhooks: WebhookView[] };
      return webhooks.find(({ _id }) => _id === id) ?? { _id: '' };
    },
    cause: async (event = 'account.connected', text = 'Good morning') => {
      const { _id: accountId } = await service.account('telegram');
      if (event === 'account.connected') return (await service.events(event)).at(-1)?.id ?? '';
      const message = { type: 'message', accountId, participant: PERSON, text };
      const { body } = await service.control<{ eventIds: string[] }>('POST', '/_local/inbound', message);
      return body.eventIds.at(-1) ?? '';
    },
    logs: async (query = {}) => {
      const { body } = await service.api('GET', '/v1/webhooks/logs', { query });
      return body['logs'] as unknown as Record<string, unknown>[];
    },
    deliveries: async (eventId) => {
      const { body } = await service.control<{ events: Json[] }>('GET', '/_local/events?limit=1000000');
      const event = body.events.find((one) => (one['id'] as unknown) === eventId);
      return (event?.['deliveries'] ?? []) as unknown as Json[];
    },
    redeliver: (webhookId, eventId) =>
      service.api('POST', '/v1/webhooks/logs/redeliver', { body: { webhookId, eventId } }),
    settled: async () => void (await service.service.parts.worker.settle()),
    now: () => service.service.clock.now(),
    goTo: async (instant) => {
      const answer = await service.control('POST', '/_local/clock/advance', { to: new Date(instant).toISOString() });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
  };
}
