/** The clock on the control surface: read, set, advanced together with the work that becomes due. */
import { instantOf } from '../../kernel/instant.ts';
import { CLOCK_MODES, type ClockMode } from '../../kernel/steering.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Parts } from '../parts.ts';
import { commit } from '../change.ts';
import { advanceTo } from '../timeline/advance.ts';
import type { ControlCall, ControlRoute } from './route.ts';

const INSTANT = { type: 'string', format: 'date-time' } as const;

export const clockRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/_local/clock', answer: (_call, parts) => keptReply(parts, clockView(parts)) },
  {
    method: 'PUT',
    path: '/_local/clock',
    body: {
      type: 'object',
      required: ['mode'],
      properties: { mode: { type: 'string', enum: CLOCK_MODES }, now: INSTANT },
    },
    answer: set,
  },
  {
    method: 'POST',
    path: '/_local/clock/advance',
    body: {
      type: 'object',
      properties: { seconds: { type: 'number', minimum: 0 }, to: INSTANT, untilNextDue: { const: true } },
    },
    answer: advance,
  },
];

interface SetBody {
  readonly mode: ClockMode;
  readonly now?: string;
}

async function set({ body }: ControlCall, parts: Parts): Promise<Reply> {
  const { mode, now } = body as unknown as SetBody;
  const isSet = parts.clock.set(mode, now === undefined ? undefined : Date.parse(now));
  if (isSet) return keptReply(parts, clockView(parts));
  return refuse('invalid_resource_state', { message: 'The clock cannot go back.', param: 'now' });
}

async function advance({ body, isAbandoned }: ControlCall, parts: Parts): Promise<Reply> {
  if (parts.clock.mode !== 'frozen')
    return refuse('invalid_resource_state', {
      message: 'Only a frozen clock can be advanced. Freeze it with `svc local clock set frozen`.',
    });
  const ways = Object.keys(body);
  if (ways.length !== 1)
    return refuse(ways.length === 0 ? 'missing_required_field' : 'mutually_exclusive_fields', {
      param: ways[1] ?? 'seconds',
      message: 'Give one of seconds, to, and untilNextDue.',
    });
  const target = await targetOf(body, parts);
  if (target < parts.clock.now())
    return refuse('invalid_resource_state', { message: 'The clock cannot go back.', param: 'to' });
  const ran = await parts.lifecycle.alone(() => advanceTo(target, { ...parts, ...doorsOf(parts), isAbandoned }));
  return keptReply(parts, { now: clockView(parts).now, ran });
}

/** Says where the clock is once a start after a crash would find it there. */
const keptReply = ({ desk }: Parts, body: object): Promise<Reply> =>
  commit(desk, [], async () => ({ result: { status: 200, body } }));

const doorsOf = ({ doors, store }: Parts) => ({ wall: doors.clock, timeline: store.timeline });

/** The instant to go to, in ms. `untilNextDue` stays where it is when nothing is due. */
async function targetOf(body: ControlCall['body'], { clock, store, doors }: Parts): Promise<number> {
  const { seconds, to } = body as { seconds?: number; to?: string };
  if (to !== undefined) return Date.parse(to);
  if (seconds !== undefined) return clock.now() + Math.round(seconds * 1_000);
  return Math.max((await store.timeline.next(doors.clock.now())) ?? clock.now(), clock.now());
}

const clockView = ({ clock }: Parts) => ({ mode: clock.mode, now: instantOf(clock.now()) });
