/** Queue slots: create, read, change, delete, preview and next slot. Records and free slots are in record.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { isZone } from '../../../schema/formats.ts';
import { created, ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, commitSteps, type Steps, type View } from '../../change.ts';
import type { Reader } from '../../store/store.ts';
import { profileFor } from '../../records/profile.ts';
import { noSlot } from './offers.ts';
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
} from './record.ts';
import { reshuffleQueue } from './reshuffle.ts';

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
  commit(desk, [profileLock(call.body)], async (view) => {
    const problem = (await profileProblem(call, view)) ?? scheduleProblem(call.body);
    if (problem !== undefined) return { result: problem };
    const isDefault = (await queuesOf(view, String(call.body['profileId']))).length === 0;
    const queue = newQueue(call, desk, isDefault);
    return { records: [queue], result: created({ success: true, ...(await scheduleView(desk, view, queue)) }) };
  });

const updateQueueSlot: Handler = (call, desk) =>
  commitSteps(desk, [profileLock(call.body)], async function* (view): Steps<Reply> {
    const found = await queueFor(view, call.caller, choiceFrom(call.body));
    if ('refused' in found) return found.refused;
    const problem = scheduleProblem({ name: found.queue?.doc.name ?? 'Queue', ...call.body });
    if (problem !== undefined) return problem;
    const isNewQueue = found.queue === undefined;
    const queue = changedQueue(call, desk, found.queue ?? newQueue(call, desk, true));
    const former = call.body['setAsDefault'] === true ? await defaultsOf(view, queue.doc.profileId) : [];
    yield { records: [...former, queue] };
    const moved =
      call.body['reshuffleExisting'] === true ? await reshuffleQueue(view, queue, desk.clock.now()) : { posts: [] };
    yield moved;
    const reshuffledCount = moved.posts.length;
    return ok({ success: true, ...(await scheduleView(desk, view, queue)), reshuffledCount, isNewQueue });
  });

/** The queues of a profile are decided upon one after the other, and so are their slots. */
const profileLock = ({ profileId }: Readonly<Record<string, unknown>>) => `profile/${String(profileId)}` as const;

const deleteQueueSlot: Handler = ({ caller, query }, desk) =>
  commit(desk, [profileLock(query)], async (view) => {
    const { profileId, queueId } = choiceFrom(query);
    if ((await profileFor(view, caller, profileId)) === undefined) return { result: refuse('profile_not_found') };
    const queues = await queuesOf(view, profileId);
    const doomed = queueId === undefined ? queues : queues.filter(({ id }) => id === queueId);
    if (queueId !== undefined && doomed.length === 0)
      return { result: refuse('queue_not_found', { param: 'queueId' }) };
    const left = queues.filter((queue) => !doomed.includes(queue));
    const count = doomed.length;
    const message = count === 1 ? 'One queue deleted.' : `${String(count)} queues deleted.`;
    const result = ok({ success: true, deleted: count > 0, deletedCount: count, message });
    return { removed: doomed, records: nextDefault(left), result };
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

async function profileProblem({ caller, body }: Call, view: View): Promise<Reply | undefined> {
  const profile = await profileFor(view, caller, String(body['profileId']));
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

function newQueue({ caller, body }: Call, desk: Desk, isDefault: boolean): QueueRecord {
  const now = instantOf(desk.clock.now());
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
  return {
    kind: QUEUE_KIND,
    id: doc._id,
    teamId: caller.teamId,
    profileId,
    parentId: null,
    createdAt: desk.clock.now(),
    doc,
  };
}

const changedQueue = ({ body }: Call, desk: Desk, queue: QueueRecord): QueueRecord => ({
  ...queue,
  doc: {
    ...queue.doc,
    timezone: String(body['timezone']),
    slots: slotsFrom(body),
    ...(body['name'] === undefined ? {} : { name: String(body['name']).trim() }),
    ...(body['active'] === undefined ? {} : { active: body['active'] === true }),
    ...(body['setAsDefault'] === true ? { isDefault: true } : {}),
    updatedAt: instantOf(desk.clock.now()),
  },
});

/** The default queues of a profile, as they are when another one becomes it. */
async function defaultsOf(view: View, profileId: string): Promise<QueueRecord[]> {
  const defaults = (await queuesOf(view, profileId)).filter(({ doc }) => doc.isDefault);
  return defaults.map((queue) => ({ ...queue, doc: { ...queue.doc, isDefault: false } }));
}

/** A profile with queues has one default queue: the one that becomes it, where none is. */
function nextDefault(left: readonly QueueRecord[]): QueueRecord[] {
  const first = defaultOf(left);
  return first === undefined || first.doc.isDefault ? [] : [{ ...first, doc: { ...first.doc, isDefault: true } }];
}

const slotsFrom = (body: Readonly<Record<string, unknown>>): Slot[] =>
  (body['slots'] as Slot[]).map(({ dayOfWeek, time }) => ({ dayOfWeek, time }));

async function scheduleView(desk: Desk, reader: Reader, queue: QueueRecord) {
  const slots = await freeSlots(reader, queue, { from: desk.clock.now(), count: SHOWN_SLOTS });
  return { schedule: queue.doc, nextSlots: slots.map((at) => inZone(at, queue.doc.timezone)) };
}

export const handlers: Record<string, Handler> = {
  listQueueSlots,
  createQueueSlot,
  updateQueueSlot,
  deleteQueueSlot,
  previewQueue,
  getNextQueueSlot,
};
