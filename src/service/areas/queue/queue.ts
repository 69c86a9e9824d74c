/** Queue slots: create, read, change, delete, preview and next slot. Records and free slots are in queue-record.ts. */
import { isZone } from '../../../schema/formats.ts';
import { created, ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import type { Reader, Tx } from '../../store/store.ts';
import { profileFor } from '../../records/profile.ts';
import { noSlot } from './queue-add.ts';
import { inZone, type Slot } from './slot-times.ts';
import {
  defaultOf,
  freeSlots,
  queueFor,
  QUEUE_KIND,
  queuesOf,
  type QueueChoice,
  type QueueDoc,
  type QueueRecord,
} from './queue-record.ts';
import { reshuffle } from './reshuffle.ts';

/** Upcoming slots shown beside a schedule. */
const SHOWN_SLOTS = 5;

const listQueueSlots: Handler = async ({ caller, query }, desk) => {
  const choice = choiceFrom(query);
  if (query['all'] === 'true') {
    const profile = await profileFor(desk.store.read, caller, choice.profileId);
    if (profile === undefined) return refuse('profile_not_found');
    const queues = (await queuesOf(desk.store.read, choice.profileId)).map(({ doc }) => doc);
    return ok({ queues, count: queues.length });
  }
  const found = await queueFor(desk.store.read, caller, choice);
  if ('refused' in found) return found.refused;
  if (found.queue === undefined) return ok({ exists: false, nextSlots: [] });
  return ok({ exists: true, ...(await scheduleView(desk, desk.store.read, found.queue)) });
};

const createQueueSlot: Handler = (call, desk) =>
  desk.store.transact(async (tx) => {
    const problem = (await profileProblem(call, tx)) ?? scheduleProblem(call.body);
    if (problem !== undefined) return problem;
    const isDefault = (await queuesOf(tx, String(call.body['profileId']))).length === 0;
    const queue = await newQueue(call, desk, tx, isDefault);
    return created({ success: true, ...(await scheduleView(desk, tx, queue)) });
  });

const updateQueueSlot: Handler = (call, desk) =>
  desk.store
    .transact(async (tx) => {
      const found = await queueFor(tx, call.caller, choiceFrom(call.body));
      if ('refused' in found) return found.refused;
      const problem = scheduleProblem({ name: found.queue?.doc.name ?? 'Queue', ...call.body });
      if (problem !== undefined) return problem;
      const isNewQueue = found.queue === undefined;
      const queue = await changedQueue(call, desk, tx, found.queue ?? (await newQueue(call, desk, tx, true)));
      const reshuffledCount =
        call.body['reshuffleExisting'] === true ? await reshuffle(tx, queue, desk.clock.now()) : 0;
      return ok({ success: true, ...(await scheduleView(desk, tx, queue)), reshuffledCount, isNewQueue });
    })
    .then(wakened(desk));

const deleteQueueSlot: Handler = ({ caller, query }, desk) =>
  desk.store.transact(async (tx) => {
    const { profileId, queueId } = choiceFrom(query);
    if ((await profileFor(tx, caller, profileId)) === undefined) return refuse('profile_not_found');
    const queues = await queuesOf(tx, profileId);
    const doomed = queueId === undefined ? queues : queues.filter(({ id }) => id === queueId);
    if (queueId !== undefined && doomed.length === 0) return refuse('queue_not_found', { param: 'queueId' });
    for (const { id } of doomed) await tx.remove(QUEUE_KIND, id);
    await keepDefault(
      tx,
      queues.filter((queue) => !doomed.includes(queue)),
    );
    const count = doomed.length;
    return ok({
      success: true,
      deleted: count > 0,
      deletedCount: count,
      message: count === 1 ? 'One queue deleted.' : `${String(count)} queues deleted.`,
    });
  });

const previewQueue: Handler = async ({ caller, query }, desk) => {
  const found = await existing(desk.store.read, { caller, query });
  if ('refused' in found) return found.refused;
  const { queue } = found;
  const count = Number(query['count'] ?? 20);
  const slots = await freeSlots(desk.store.read, queue, { from: desk.clock.now(), count });
  return ok({ ...namesOf(queue), count: slots.length, slots: slots.map((at) => inZone(at, queue.doc.timezone)) });
};

const getNextQueueSlot: Handler = async ({ caller, query }, desk) => {
  const found = await existing(desk.store.read, { caller, query });
  if ('refused' in found) return found.refused;
  const { queue } = found;
  const [next] = await freeSlots(desk.store.read, queue, { from: desk.clock.now(), count: 1 });
  if (next === undefined) return noSlot();
  const { timezone } = queue.doc;
  return ok({ ...namesOf(queue), nextSlot: inZone(next, timezone), timezone });
};

const namesOf = ({ id, doc }: QueueRecord) => ({ profileId: doc.profileId, queueId: id, queueName: doc.name });

const choiceFrom = (fields: Readonly<Record<string, unknown>>): QueueChoice => ({
  profileId: String(fields['profileId'] ?? ''),
  queueId: typeof fields['queueId'] === 'string' ? fields['queueId'] : undefined,
});

/** The queue that a reading call names, which must be there. */
async function existing(
  reader: Reader,
  { caller, query }: Pick<Call, 'caller' | 'query'>,
): Promise<{ queue: QueueRecord } | { refused: Reply }> {
  const found = await queueFor(reader, caller, choiceFrom(query));
  if ('refused' in found) return found;
  return found.queue === undefined ? { refused: refuse('queue_not_found') } : { queue: found.queue };
}

async function profileProblem({ caller, body }: Call, tx: Tx): Promise<Reply | undefined> {
  const profile = await profileFor(tx, caller, String(body['profileId']));
  return profile === undefined ? refuse('profile_not_found', { param: 'profileId' }) : undefined;
}

/** What the contract cannot say of a schedule: a zone that exists and a name that is one. */
function scheduleProblem(fields: Readonly<Record<string, unknown>>): Reply | undefined {
  if (!isZone(String(fields['timezone'])))
    return refuse('invalid_field_value', { param: 'timezone', message: '`timezone` is no IANA time zone.' });
  if (String(fields['name']).trim() === '')
    return refuse('invalid_field_value', { param: 'name', message: '`name` must not be empty.' });
  return slotProblem(fields['slots'] as readonly Partial<Slot>[]);
}

/** A slot needs its day and its time: one without either would never come. */
function slotProblem(slots: readonly Partial<Slot>[]): Reply | undefined {
  for (const [at, slot] of slots.entries()) {
    const name = (['dayOfWeek', 'time'] as const).find((one) => slot[one] === undefined);
    const param = `slots.${String(at)}.${name ?? ''}`;
    if (name !== undefined) return refuse('missing_required_field', { param, message: `\`${param}\` is required.` });
  }
  return undefined;
}

async function newQueue({ caller, body }: Call, desk: Desk, tx: Tx, isDefault: boolean): Promise<QueueRecord> {
  const now = new Date(desk.clock.now()).toISOString();
  const doc: QueueDoc = {
    _id: desk.ids.record(),
    profileId: String(body['profileId']),
    name: String(body['name'] ?? 'Queue').trim(),
    timezone: String(body['timezone']),
    slots: slotsFrom(body),
    active: body['active'] !== false,
    isDefault,
    createdAt: now,
    updatedAt: now,
  };
  const { profileId } = doc;
  const record = {
    kind: QUEUE_KIND,
    id: doc._id,
    teamId: caller.teamId,
    profileId,
    parentId: null,
    createdAt: desk.clock.now(),
    doc,
  };
  await tx.put(record);
  return record;
}

async function changedQueue({ body }: Call, desk: Desk, tx: Tx, queue: QueueRecord): Promise<QueueRecord> {
  if (body['setAsDefault'] === true) await clearDefault(tx, queue.doc.profileId);
  const changed: QueueRecord = {
    ...queue,
    doc: {
      ...queue.doc,
      timezone: String(body['timezone']),
      slots: slotsFrom(body),
      ...(body['name'] === undefined ? {} : { name: String(body['name']).trim() }),
      ...(body['active'] === undefined ? {} : { active: body['active'] === true }),
      ...(body['setAsDefault'] === true ? { isDefault: true } : {}),
      updatedAt: new Date(desk.clock.now()).toISOString(),
    },
  };
  await tx.put(changed);
  return changed;
}

async function clearDefault(tx: Tx, profileId: string): Promise<void> {
  for (const queue of await queuesOf(tx, profileId))
    if (queue.doc.isDefault) await tx.put({ ...queue, doc: { ...queue.doc, isDefault: false } });
}

/** A profile with queues has one default queue. */
async function keepDefault(tx: Tx, left: readonly QueueRecord[]): Promise<void> {
  const first = defaultOf(left);
  if (first !== undefined && !first.doc.isDefault) await tx.put({ ...first, doc: { ...first.doc, isDefault: true } });
}

const slotsFrom = (body: Readonly<Record<string, unknown>>): Slot[] =>
  (body['slots'] as Slot[]).map(({ dayOfWeek, time }) => ({ dayOfWeek, time }));

async function scheduleView(desk: Desk, reader: Reader, queue: QueueRecord) {
  const slots = await freeSlots(reader, queue, { from: desk.clock.now(), count: SHOWN_SLOTS });
  return { schedule: queue.doc, nextSlots: slots.map((at) => inZone(at, queue.doc.timezone)) };
}

/** Moved posts may be due earlier than the worker expects. */
const wakened =
  (desk: Desk) =>
  (reply: Reply): Reply => {
    desk.wake();
    return reply;
  };

export const handlers: Record<string, Handler> = {
  listQueueSlots,
  createQueueSlot,
  updateQueueSlot,
  deleteQueueSlot,
  previewQueue,
  getNextQueueSlot,
};
