/** Scheduled events: what the API takes as one place is kept as Discord describes it, and an event begins and ends as Discord lets it. Next stop: server.ts. */
import { type Fields, isFields, without } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { engine, engineWith, inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';
import { channelUnder, serverOf } from './server.ts';

const KIND = 'discord_event';

type EventRecord = RecordOf<typeof KIND>;

/** Numbers that discord has for kinds of places, and the channels that some of them need. */
const ENTITY_TYPES: Readonly<Record<string, number>> = { stage: 1, voice: 2, external: 3 };
const EXTERNAL = 3;
const CHANNEL_TYPES: Readonly<Record<number, number>> = { 1: 13, 2: 2 };

/** Numbers that discord has for states of an event. */
const STATUSES: Readonly<Record<string, number>> = { scheduled: 1, active: 2, completed: 3, cancelled: 4 };

/** What an event in each state may become. */
const MOVES: Readonly<Record<number, readonly number[]>> = { 1: [1, 2, 4], 2: [2, 3], 3: [], 4: [] };

/** An event outside Discord begins and ends by the clock; one in a channel does when somebody says so. */
function asOf(record: EventRecord, now: number): EventRecord {
  const { status = 1, entity_type, scheduled_start_time, scheduled_end_time } = record.doc;
  if (entity_type !== EXTERNAL || Number(status) > 2) return record;
  if (now >= timeOf(scheduled_end_time)) return withFields(record, { status: 3 });
  return now >= timeOf(scheduled_start_time) ? withFields(record, { status: 2 }) : record;
}

/** Milliseconds; never for no time. */
const timeOf = (text: string | null | undefined): number =>
  typeof text === 'string' ? Date.parse(text) : Number.POSITIVE_INFINITY;

/** Pictures are not kept. */
const PICTURE = ['imageDataUri'];

const createDiscordScheduledEvent: Handler = (call, desk) => {
  const { entity, ...body }: Fields = without(call.body, PICTURE);
  return planning({ ...call, body: { ...body, ...(isFields(entity) && placeOf(entity)) } }, desk);
};

const placeOf = ({ type, channelId = null, location, endsAt = null }: Fields): Fields => ({
  entity_type: ENTITY_TYPES[String(type)],
  channel_id: channelId,
  entity_metadata: location === undefined ? null : { location },
  scheduled_end_time: endsAt,
});

const planning = engineWith<typeof KIND>(([{ after } = {}], { desk, now }) => {
  if (after === undefined) return {};
  const { entity_type = EXTERNAL, channel_id } = after.doc;
  const needed = CHANNEL_TYPES[entity_type];
  if (needed !== undefined && channelUnder(desk, channel_id) === undefined)
    return { refusal: notFound('discord_channel', { param: 'entity.channelId' }) };
  if (needed !== undefined && channelUnder(desk, channel_id)?.type !== needed) return { refusal: WRONG_CHANNEL };
  const refusal = timesRefusal(after, now);
  return refusal === undefined
    ? { records: [withFields(after, { creator_id: serverOf(desk).botUserId })] }
    : { refusal };
});

const WRONG_CHANNEL = refuse('invalid_field_value', {
  param: 'entity.channelId',
  message: 'An event needs a voice channel, a stage, or a location.',
});

function timesRefusal({ doc }: EventRecord, now: number): Reply | undefined {
  const start = timeOf(doc.scheduled_start_time);
  if (start <= now)
    return refuse('invalid_field_value', { param: 'startsAt', message: 'An event must begin in the future.' });
  return timeOf(doc.scheduled_end_time) <= start
    ? refuse('invalid_field_value', { param: 'endsAt', message: 'An event must end after it begins.' })
    : undefined;
}

const updateDiscordScheduledEvent: Handler = (call, desk) => {
  const { status, ...body }: Fields = without(call.body, PICTURE);
  return changing(
    { ...call, body: { ...body, ...(status !== undefined && { status: STATUSES[String(status)] }) } },
    desk,
  );
};

const change: Follow<typeof KIND> = ([{ before, after } = {}], { call, now }) => {
  if (before === undefined || after === undefined) return {};
  const from = Number(asOf(before, now).doc.status ?? 1);
  const to = call.body['status'] ?? from;
  const isOver = MOVES[from]?.length === 0;
  if (isOver || MOVES[from]?.includes(Number(to)) !== true)
    return { refusal: isOver ? IS_OVER : refuse('invalid_field_value', { param: 'status', message: NO_SUCH_MOVE }) };
  const isMoved = ['startsAt', 'endsAt'].some((name) => call.body[name] !== undefined);
  const refusal = isMoved ? timesRefusal(after, call.body['startsAt'] === undefined ? 0 : now) : undefined;
  return refusal === undefined ? { records: [withFields(after, { status: Number(to) as 1 })] } : { refusal };
};

const NO_SUCH_MOVE = 'A scheduled event can become active or cancelled; an active one can become completed.';

const IS_OVER = refuse('invalid_field_value', {
  param: 'status',
  message: 'A completed or cancelled event cannot be changed.',
});

const changing = engineWith(change);

/** How many people are interested is in the answer where somebody asks for it. */
const listDiscordScheduledEvents = inScene(async (scene) => {
  const { call, desk, now } = scene;
  const parentId = call.path['guildId'] ?? '';
  const all = await desk.store.read.list(KIND, { teamId: call.caller.teamId, parentId });
  const items = all.map((one) => {
    const { user_count, ...doc } = asOf(one, now).doc;
    const record = { ...one, doc: call.query['withUserCount'] === true ? { ...doc, user_count } : doc } as EventRecord;
    return { record, counts: {} };
  });
  return answerOf(scene, { page: { items, total: items.length, limit: Math.max(1, items.length), skip: 0 } });
});

const getDiscordScheduledEvent = inScene(async (scene) => {
  const found = await findRecord<typeof KIND>(scene, scene.desk.store.read);
  if (found === undefined) return notFound(KIND);
  return answerOf(scene, { record: { record: asOf(found, scene.now), counts: {} } });
});

const deleteDiscordScheduledEvent: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  return reply.status === 200 ? { ...reply, body: { success: true, deleted: call.path['eventId'] } } : reply;
};

export const handlers: Readonly<Record<string, Handler>> = {
  listDiscordScheduledEvents,
  createDiscordScheduledEvent,
  getDiscordScheduledEvent,
  updateDiscordScheduledEvent,
  deleteDiscordScheduledEvent,
};
