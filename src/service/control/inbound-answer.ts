/** What networks and carriers tell the service: judged by its type's fields, decided by its cause, written in one transaction. */
import type { Schema } from '../../kernel/schema.ts';
import { problemsOf } from '../../schema/problems.ts';
import { unknownKeys } from '../../schema/unknown.ts';
import { bodyOf } from '../../webhooks/envelope.ts';
import { ACCOUNT_KIND } from '../records/account.ts';
import { created, type Reply } from '../call.ts';
import { findInbound, INBOUND_TYPES } from '../area-index.ts';
import type { Desk } from '../desk.ts';
import { commit, type Lock } from '../change.ts';
import { problemRefusal } from '../problem-refusal.ts';
import type { Parts } from '../parts.ts';
import type { NewEvent } from '../store/store.ts';
import { isReply, type Inbound, type Scene } from '../causes/cause.ts';
import { anyEvent } from './inbound-event.ts';
import type { ControlCall } from './route.ts';

/** Source: control surface, "Inbound bodies" */
export async function inbound({ body, origin }: ControlCall, { desk, lifecycle }: Parts): Promise<Reply> {
  const { type, ...given } = body;
  const further = anyEvent(desk.catalog);
  const one = typeof type === 'string' ? (further[type] ?? (await findInbound(type))) : undefined;
  const problems = problemsIn(one, [...INBOUND_TYPES, ...Object.keys(further)], body);
  if (one === undefined || problems.length > 0) return problemRefusal(problems);
  return commit(desk, locksOf(given, lifecycle.teamId()), async (view) => {
    const { accountId } = given;
    const account = typeof accountId === 'string' ? await view.get(ACCOUNT_KIND, accountId) : undefined;
    const teamId = account?.teamId ?? lifecycle.teamId();
    const { ids, clock, catalog } = desk;
    const scene: Scene = { read: view, ids, now: clock.now(), teamId, given, catalog, origin };
    const caused = await one.cause(scene);
    if (isReply(caused)) return { result: caused };
    const wrong = type === 'event' ? [] : (caused.events ?? []).flatMap((event) => payloadProblems(event, desk));
    if (wrong.length > 0) return { result: problemRefusal(wrong) };
    const events = (caused.events ?? []).map((event) => ({ ...event, id: event.id ?? desk.ids.uuid() }));
    const { records = [], removed = [], work = [], feed = [], feedChanges = [], domainEvents = [], made } = caused;
    const result = created({ eventIds: events.map(({ id }) => id), ...made });
    return { records, removed, due: work, feed, feedChanges, events, domainEvents, result };
  });
}

/** What networks and carriers say of an account, or of the team, comes in one after the other. */
const locksOf = ({ accountId }: Readonly<Record<string, unknown>>, teamId: string): Lock[] =>
  typeof accountId === 'string' ? [`${ACCOUNT_KIND}/${accountId}`] : [`team/${teamId}`];

function problemsIn(one: Inbound | undefined, types: readonly string[], body: Record<string, unknown>) {
  const type: Schema = { type: 'string', enum: types };
  const schema: Schema = {
    type: 'object',
    required: ['type', ...(one?.required ?? [])],
    properties: { type, ...one?.fields },
    ...(one === undefined || one.open === true ? { additionalProperties: true } : {}),
  };
  return [
    ...unknownKeys(schema, body, {}).map((problem) => ({ ...problem, kind: 'invalid' as const })),
    ...problemsOf(schema, body, {}),
  ];
}

/** What is wrong with a payload, so that no event is emitted that its schema does not allow. */
function payloadProblems({ type, payload }: NewEvent, { catalog, ids, clock }: Desk) {
  const { schemas } = catalog.file('events');
  const body = bodyOf({ id: ids.uuid(), event: type, at: clock.now(), payload });
  return problemsOf(schemas[type] ?? {}, JSON.parse(body), schemas);
}
