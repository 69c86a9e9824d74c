/** The orders that carriers decide, each as one row, and a decision as the inbound causes that it consists of. Loaded at the first call. */
import type { CarrierDecision } from '../../kernel/steering.ts';
import { instantOf } from '../../kernel/instant.ts';
import { isRecordId } from '../../kernel/ids.ts';
import type { Fields } from '../../kernel/json.ts';
import { ok, type Reply } from '../call.ts';
import type { Parts } from '../parts.ts';
import { NUMBER_KIND } from '../records/phone.ts';
import { refuse } from '../refuse.ts';
import type { Reader } from '../store/store.ts';
import { inbound } from './inbound-answer.ts';
import type { ControlCall } from './route.ts';

/** One order as `GET /_local/carrier` shows it. */
interface Order {
  readonly kind: 'number' | 'registration' | 'port';
  readonly id: string;
  readonly phoneNumbers: readonly string[];
  readonly status: string;
  /** True while a carrier has the word. */
  readonly open: boolean;
}

interface Deciding {
  /** The inbound type that decides, and its field with the id. */
  readonly type: string;
  readonly names: string;
  /** States in which a carrier has the word. */
  readonly open: readonly string[];
  /** The statuses that a decision goes through, from a state on. */
  readonly ways: Readonly<Record<CarrierDecision, (status: string) => readonly string[]>>;
}

/** Source: states/number.ts, states/sms-registration.ts, states/port-in.ts */
const DECIDING: Readonly<Record<Order['kind'], Deciding>> = {
  number: {
    type: 'number_status',
    names: 'numberId',
    open: ['provisioning', 'pending_regulatory', 'verifying'],
    ways: {
      approve: () => ['activated'],
      reject: () => ['declined'],
      request_changes: () => ['action_required'],
    },
  },
  registration: {
    type: 'registration_status',
    names: 'registrationId',
    open: ['requested', 'pending'],
    ways: {
      // Carriers take a registration up before they decide.
      approve: (status) => (status === 'requested' ? ['pending', 'approved'] : ['approved']),
      reject: (status) => (status === 'requested' ? ['pending', 'rejected'] : ['rejected']),
      request_changes: () => ['changes_requested'],
    },
  },
  port: {
    type: 'port_status',
    names: 'portInId',
    open: ['pending', 'foc_confirmed', 'exception'],
    ways: {
      approve: (status) => [
        status === 'foc_confirmed' ? 'ported' : status === 'exception' ? 'pending' : 'foc_confirmed',
      ],
      reject: () => ['exception'],
      request_changes: () => ['exception'],
    },
  },
};

export async function listOrders({ desk: { store } }: Parts): Promise<Reply> {
  const orders = await ordersIn(store.read);
  return ok({
    orders: await Promise.all(
      orders.map(async (order) => ({ ...order, decidesAt: await decidesAt(order, store.read) })),
    ),
  });
}

/** When the carrier decides by itself; null where it waits. */
async function decidesAt({ id, open }: Order, read: Reader): Promise<string | null> {
  if (!open) return null;
  const [first] = await read.due({ ref: id, limit: 1 });
  return first === undefined ? null : instantOf(first.dueAt);
}

async function ordersIn(read: Reader): Promise<readonly Order[]> {
  const [numbers, registrations, ports] = await Promise.all([
    read.list(NUMBER_KIND),
    read.list('sms_registration'),
    read.list('port_in'),
  ]);
  return [
    ...numbers.map(({ id, doc }) => orderOf('number', id, doc, [doc.phoneNumber ?? []].flat())),
    ...registrations.map(({ id, doc }) => orderOf('registration', id, doc, doc.phoneNumbers ?? [])),
    ...ports.map(({ id, doc }) => orderOf('port', id, doc, doc.phoneNumbers ?? [])),
  ];
}

const orderOf = (
  kind: Order['kind'],
  id: string,
  { status = '' }: { readonly status?: string },
  phoneNumbers: readonly string[],
): Order => ({ kind, id, phoneNumbers, status, open: DECIDING[kind].open.includes(status) });

/** Makes the decision in the steps of the table of states; a step that is refused ends it. */
export async function decide(call: ControlCall, parts: Parts): Promise<Reply> {
  const { decision, reason } = call.body as { decision: CarrierDecision; reason?: string };
  const found = orderCalled(await ordersIn(parts.desk.store.read), call.params['id'] ?? '');
  if ('refusal' in found) return found.refusal;
  const { kind, id, status } = found;
  const { type, names, ways } = DECIDING[kind];
  const eventIds: string[] = [];
  const way = ways[decision](status);
  for (const [at, step] of way.entries()) {
    const words = at === way.length - 1 && reason !== undefined ? { reason } : {};
    const reply = await inbound({ ...call, body: { type, [names]: id, status: step, ...words } }, parts);
    if (reply.status >= 400) return reply;
    eventIds.push(...((reply.body as Fields)['eventIds'] as readonly string[]));
  }
  const after = (await ordersIn(parts.desk.store.read)).find((one) => one.id === id) ?? found;
  return ok({ ...after, eventIds });
}

/** By its id, or by a number where only one order of it is open. */
function orderCalled(orders: readonly Order[], word: string): Order | { readonly refusal: Reply } {
  const found = orders.filter(
    ({ id, open, phoneNumbers }) => id === word || (!isRecordId(word) && open && phoneNumbers.includes(word)),
  );
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only;
  const message =
    only === undefined
      ? 'There is no such order at the carrier.'
      : `There are several open orders with ${word}: ${found.map(({ kind, id }) => `${kind} ${id}`).join(', ')}.`;
  return { refusal: refuse(only === undefined ? 'not_found' : 'invalid_field_value', { param: 'id', message }) };
}
