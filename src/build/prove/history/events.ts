/** Every event is committed with its cause, is taken by every endpoint at least once, and verifies. */
import { attemptsIn, doneIn, outcomeOf } from './effects.ts';
import { grouped } from './grouped.ts';
import { nameIn, type Call, type CommittedEvent, type History, type Violation } from './history.ts';

/** Events that the journal expects and checks. Endpoints subscribe to all of them. */
export const EVENT_NAMES = [
  'post.scheduled',
  'post.platform.published',
  'post.published',
  'post.cancelled',
  'message.received',
  'message.sent',
] as const;

/** @returns a violation for every event that is missing, misses an endpoint, or arrived as something else */
export function missingEventsIn(history: History): readonly Violation[] {
  const causes = causesIn(history);
  return [...uncommittedIn(history), ...undeliveredIn(history, causes), ...wrongArrivalsIn(history)];
}

/** Calls by the id of the post or message that they are about, in the order in which they were sent. */
function causesIn({ calls, final }: History): ReadonlyMap<string, readonly Call[]> {
  const names = new Map<string, string>();
  for (const { id, content } of final.posts) names.set(id, nameIn(content));
  for (const { id, text } of Object.values(final.messages).flat()) names.set(id, nameIn(text));
  for (const { act, answer } of calls)
    if (answer?.id !== undefined && act.does === 'create') names.set(answer.id, act.post);
  const makers = grouped(calls, ({ act }) =>
    act.does === 'create' ? act.post : act.does === 'send' || act.does === 'hear' ? nameIn(act.text) : undefined,
  );
  return new Map([...names].map(([id, name]) => [id, makers.get(name) ?? []]));
}

/** An event's name, what it is about, and for which account. */
type Expected = readonly [name: string, about: string, account?: string];

function uncommittedIn({ calls, final }: History): readonly Violation[] {
  const committed = new Set(final.events.map(({ name, about, account }) => keyOf([name, about, account])));
  const statuses = new Map(final.posts.map(({ id, status }) => [id, status]));
  return [...attemptsIn(calls).values()].flatMap((attempts) =>
    expectedFrom(attempts, statuses)
      .filter((expected) => !committed.has(keyOf(expected)))
      .map(([name, about, account]) => ({
        sentence: `There is no event ${name} about ${about}${account === undefined ? '' : ` for the account ${account}`}.`,
        calls: attempts,
      })),
  );
}

const keyOf = ([name, about, account]: readonly [string, string, (string | undefined)?]): string =>
  `${name} ${about} ${name === 'post.platform.published' ? (account ?? '') : ''}`;

/** Events that a call which was acknowledged must have caused by now. */
function expectedFrom(attempts: readonly Call[], statuses: ReadonlyMap<string, string>): readonly Expected[] {
  const done = doneIn(attempts);
  const id = done?.answer?.id;
  if (done === undefined || id === undefined) return [];
  const { act } = done;
  if (act.does === 'send') return [['message.sent', id]];
  if (act.does === 'hear') return [['message.received', id]];
  if (act.does === 'delete') return [['post.cancelled', id]];
  if (act.does !== 'create') return [];
  const published: Expected[] = [
    ['post.published', id],
    ...act.accounts.map((account): Expected => ['post.platform.published', id, account]),
  ];
  return [
    ...(act.dueMs === undefined ? [] : [['post.scheduled', id] as const]),
    ...(statuses.get(id) === 'published' ? published : []),
  ];
}

function undeliveredIn({ calls, final }: History, causes: ReadonlyMap<string, readonly Call[]>): readonly Violation[] {
  const arrived = new Set(
    final.arrivals.filter(({ isTaken }) => isTaken).map(({ url, eventId }) => `${url} ${eventId}`),
  );
  const subscribed = calls.filter((call) => call.act.does === 'subscribe' && outcomeOf(call, []) === 'done');
  return final.events.flatMap((event) => {
    const [cause] = causes.get(event.about) ?? [];
    if (cause === undefined) return [{ sentence: `${sayEvent(event)} has no call that caused it.`, calls: [] }];
    return subscribed
      .filter(({ act, endedMs }) => endedMs < cause.sentMs && !arrived.has(`${urlOf(act)} ${event.id}`))
      .map((call) => ({
        sentence: `${sayEvent(event)} was never taken by ${urlOf(call.act)}.`,
        calls: [call, ...(causes.get(event.about) ?? [])],
      }));
  });
}

const urlOf = (act: Call['act']): string => (act.does === 'subscribe' ? act.url : '');

const sayEvent = ({ id, name, about }: CommittedEvent): string => `The event ${id} (${name} about ${about})`;

function wrongArrivalsIn({ final }: History): readonly Violation[] {
  const committed = new Set(final.events.map(({ id }) => id));
  const found = final.arrivals.flatMap(({ url, eventId, isVerified }): string[] => [
    ...(isVerified ? [] : [`A delivery of the event ${eventId} to ${url} does not verify.`]),
    ...(committed.has(eventId) ? [] : [`The event ${eventId} arrived at ${url} and is not among the events.`]),
  ]);
  const bodies = grouped(final.arrivals, ({ eventId }) => eventId);
  const changed = [...bodies]
    .filter(([, arrivals]) => new Set(arrivals.map(({ body }) => body)).size > 1)
    .map(([id]) => `The event ${id} arrived with different bytes.`);
  return [...found, ...changed].map((sentence) => ({ sentence, calls: [] }));
}
