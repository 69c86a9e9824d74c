/** Deliveries that a caller asks for and waits for: the test of an endpoint, and an event once more. One attempt each. */
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { isTaken, problemOf } from '../../delivery/attempt.ts';
import { KEPT_MS } from '../../delivery/ladder.ts';
import type { NewDelivery } from '../../store/delivery.ts';
import type { StoredEvent } from '../../store/store.ts';
import { webhooksFor, type WebhookRecord } from '../../delivery/webhook.ts';

/** Source: WHK-21, WHK-22, WHK-76 to WHK-79 */
const testWebhook: Handler = async ({ caller, body }, desk) => {
  const webhook = await findReached(desk, caller, body['webhookId']);
  if (webhook === undefined) return refuse('webhook_not_found');
  const eventId = desk.ids.uuid();
  const testEvent = {
    id: eventId,
    type: 'webhook.test',
    teamId: caller.teamId,
    payload: { message: `A test of the endpoint ${webhook.doc.name}.` },
    accountIds: [],
    profileIds: [],
  } as const;
  const deliveries = [deliveryFor(desk, { eventId, webhookId: webhook.id })];
  await commit(desk, [], async () => ({ events: [testEvent], deliveries }));
  const event = await desk.store.read.event(eventId);
  return event === undefined ? refuse('event_not_found') : sendOnce(desk, webhook, event);
};

/** Source: WHK-26 to WHK-31, WHK-66, ASM-48 */
const redeliverWebhookEvent: Handler = async ({ caller, body }, desk) => {
  const webhook = await findReached(desk, caller, body['webhookId']);
  if (webhook === undefined) return refuse('webhook_not_found');
  const event = await desk.store.read.event(String(body['eventId']));
  if (event === undefined || !isSeen(caller, event)) return refuse('event_not_found');
  if (await isTooOld(desk, event)) {
    return refuse('invalid_field_value', {
      status: 422,
      param: 'eventId',
      message: 'The event was first sent more than 30 days ago and cannot be sent again.',
    });
  }
  const deliveries = [deliveryFor(desk, { eventId: event.id, webhookId: webhook.id })];
  await commit(desk, [], async () => ({ deliveries }));
  return sendOnce(desk, webhook, event);
};

const findReached = async (desk: Desk, caller: Call['caller'], id: unknown): Promise<WebhookRecord | undefined> =>
  (await webhooksFor(desk.store.read, caller)).find((one) => one.id === id);

/** What a key may not read it may not have sent anywhere either. */
const isSeen = ({ teamId, profileIds, disabledGroups }: Call['caller'], event: StoredEvent): boolean =>
  event.teamId === teamId &&
  !disabledGroups.includes(event.group) &&
  (profileIds === null || event.profileIds.some((id) => profileIds.includes(id)));

/** Counted from the first attempt; an event never tried from when it was built. */
async function isTooOld(desk: Desk, { id, at }: StoredEvent): Promise<boolean> {
  const first = (await desk.store.read.attempts({ eventId: id })).at(-1);
  return (first?.at ?? at) <= desk.clock.now() - KEPT_MS;
}

/** Nothing changes for an event that is on its way to the endpoint, or was. */
const deliveryFor = ({ clock }: Desk, place: { eventId: string; webhookId: string }): NewDelivery => ({
  ...place,
  state: 'asked',
  dueAt: clock.now(),
});

async function sendOnce(desk: Desk, webhook: WebhookRecord, event: StoredEvent): Promise<Reply> {
  const arrival = await desk.delivery.send(webhook, event);
  if (isTaken(arrival)) return ok({ success: true, message: 'The endpoint accepted the event.' });
  return { status: 500, body: { success: false, message: problemOf(arrival) } };
}

export const handlers: Record<string, Handler> = { testWebhook, redeliverWebhookEvent };
