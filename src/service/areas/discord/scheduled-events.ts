/** Scheduled events: what the API takes as one place is kept as discord describes it. */
import { type Fields, isFields } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';

/** Numbers that discord has for kinds of places. */
const ENTITY_TYPES: Readonly<Record<string, number>> = { stage: 1, voice: 2, external: 3 };

/** Numbers that discord has for states of an event. */
const STATUSES: Readonly<Record<string, number>> = { scheduled: 1, active: 2, completed: 3, cancelled: 4 };

const createDiscordScheduledEvent: Handler = (call, desk) => {
  const { entity, ...body } = call.body;
  return engine({ ...call, body: { ...body, ...(isFields(entity) && placeOf(entity)) } }, desk);
};

const placeOf = ({ type, channelId = null, location, endsAt = null }: Fields): Fields => ({
  entity_type: ENTITY_TYPES[String(type)],
  channel_id: channelId,
  entity_metadata: location === undefined ? null : { location },
  scheduled_end_time: endsAt,
});

const updateDiscordScheduledEvent: Handler = (call, desk) => {
  const { status, ...body } = call.body;
  return engine(
    { ...call, body: { ...body, ...(status !== undefined && { status: STATUSES[String(status)] }) } },
    desk,
  );
};

export const handlers: Readonly<Record<string, Handler>> = { createDiscordScheduledEvent, updateDiscordScheduledEvent };
