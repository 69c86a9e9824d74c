/** Names that texts are sent under instead of a number, and the wish to send more under them. How many a day may go out is in budget.ts. */
import { ok, type Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { refuse } from '../../refuse.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { DAILY_CAP, sentToday } from './budget.ts';
import { LIMIT_REQUEST_KIND, SENDER_ID_KIND } from './record.ts';

/** The level of that cap. */
const LEVEL = 1;

/** Three to eleven letters, digits and spaces, at least one of them a letter. */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11}$/;

/** Source: SMS-20 */
const register: Follow<typeof SENDER_ID_KIND> = async ([{ after } = {}], _scene, view) => {
  if (after === undefined) return {};
  const { senderId = '' } = after.doc;
  if (!NAME.test(senderId)) return { refusal: NO_NAME };
  const known = await view.list(SENDER_ID_KIND, { teamId: after.teamId });
  return known.some(({ doc }) => doc.senderId === senderId) ? { refusal: IS_TAKEN } : {};
};

const NO_NAME = refuse('invalid_field_value', {
  param: 'senderId',
  message: 'A sender id must have 3 to 11 letters, digits, or spaces, with at least one letter.',
});

const IS_TAKEN = refuse('invalid_resource_state', {
  param: 'senderId',
  message: 'The team already has this sender id.',
});

const listSmsSenderIds: Handler = async ({ caller: { teamId } }, { store, clock }) => {
  const names = await store.read.list(SENDER_ID_KIND, { teamId });
  const wish = (await store.read.list(LIMIT_REQUEST_KIND, { teamId })).at(-1);
  return ok({
    senderIds: names.map(({ doc }) => doc),
    budget: {
      cap: DAILY_CAP,
      usedToday: await sentToday(store.read, teamId, clock.now()),
      level: LEVEL,
      pendingRequest:
        wish === undefined
          ? null
          : { requestedCap: wish.doc.requestedCap, level: LEVEL, requestedAt: instantOf(wish.createdAt) },
    },
  });
};

/** One wish at a time: the latest counts. */
const requestSmsSenderIdLimitIncrease: Handler = async ({ caller: { teamId }, body }, desk) => {
  const { requestedCap, reason } = body as { requestedCap: number; reason: string };
  if (!Number.isInteger(requestedCap) || requestedCap <= DAILY_CAP) return NOT_MORE;
  const doc = { requestedCap, reason };
  const base = { kind: LIMIT_REQUEST_KIND, id: desk.ids.record(), teamId, profileId: null, parentId: null } as const;
  const record = { ...base, createdAt: desk.clock.now(), doc };
  const result = ok({ requested: true, requestedCap });
  return commit<Reply>(desk, [`team/${teamId}`], async () => ({ records: [record], result }));
};

const NOT_MORE = refuse('invalid_field_value', {
  param: 'requestedCap',
  message: `The limit is ${String(DAILY_CAP)} texts a day. Request a whole number above it.`,
});

export const handlers: Record<string, Handler> = {
  createSmsSenderId: engineWith(register),
  listSmsSenderIds,
  requestSmsSenderIdLimitIncrease,
};
