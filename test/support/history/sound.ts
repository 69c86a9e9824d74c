/** A small history in which all is well, and ways to change it: the checker's own tests plant a fault in it. */
import type {
  Act,
  Answer,
  Arrival,
  Call,
  CommittedEvent,
  Final,
  History,
} from '../../../src/build/prove/history/history.ts';

export const NINE = Date.parse('2026-01-05T09:00:00.000Z');
const MINUTE = 60_000;

/** An attempt of the client `ada`, sent at an instant and ended 5 ms later. */
export function attempt(atMs: number, act: Act, answer?: Partial<Answer>, more: Partial<Call> = {}): Call {
  return {
    ...{ client: 'ada', key: `${String(atMs)} ${act.does}`, act, sentMs: atMs, endedMs: atMs + 5 },
    ...(answer === undefined ? {} : { answer: { status: 200, ...answer } }),
    ...more,
  };
}

/** @param ms after nine, on the service's clock */
export const clockAt = (ms: number): Pick<Answer, 'clock'> => ({ clock: { fromMs: NINE + ms, toMs: NINE + ms } });

export const CREATE: Act = { does: 'create', post: 'p1', content: 'p1 0', accounts: ['bird'], dueMs: NINE + MINUTE };
export const EDIT: Act = { does: 'edit', post: 'p1', content: 'p1 1' };
export const SEND: Act = { does: 'send', text: 'm1 to', account: 'chat', conversation: 'talk' };
export const HEAR: Act = { does: 'hear', text: 'm2 from', account: 'chat', person: 'bo' };

export const CALLS: readonly Call[] = [
  attempt(0, { does: 'subscribe', url: 'http://one' }, { id: 'e1' }),
  attempt(10, { does: 'subscribe', url: 'http://two' }, { id: 'e2' }),
  attempt(20, CREATE, { status: 201, id: 'id-p1', ...clockAt(0) }),
  attempt(30, EDIT, {}),
  attempt(40, HEAR, { status: 201, id: 'id-m2', conversation: 'talk' }),
  attempt(50, SEND, { id: 'id-m1', conversation: 'talk' }),
  attempt(60, { does: 'advance', toMs: NINE + MINUTE }, clockAt(MINUTE)),
  attempt(70, { does: 'read', post: 'p1' }, { posts: [{ id: 'id-p1', content: 'p1 1', status: 'published' }] }),
];

const committed = (name: string, about: string, account?: string): CommittedEvent => ({
  ...{ id: `${name} ${about}`, name, about },
  ...(account === undefined ? {} : { account }),
});

const EVENTS = [
  committed('post.scheduled', 'id-p1'),
  committed('post.platform.published', 'id-p1', 'bird'),
  committed('post.published', 'id-p1'),
  committed('message.received', 'id-m2'),
  committed('message.sent', 'id-m1'),
];

const arrival = (url: string, { id }: CommittedEvent): Arrival => ({
  url,
  eventId: id,
  isVerified: true,
  isTaken: true,
  body: id,
});

export const FINAL: Final = {
  nowMs: NINE + 2 * MINUTE,
  posts: [{ id: 'id-p1', content: 'p1 1', status: 'published' }],
  messages: {
    talk: [
      { id: 'id-m2', text: 'm2 from' },
      { id: 'id-m1', text: 'm1 to' },
    ],
  },
  feeds: { bird: ['p1 1'], chat: ['m1 to'] },
  endpoints: [
    { id: 'e1', url: 'http://one' },
    { id: 'e2', url: 'http://two' },
  ],
  events: EVENTS,
  arrivals: ['http://one', 'http://two'].flatMap((url) => EVENTS.map((event) => arrival(url, event))),
};

/** The sound history with other parts. @param final replaces what it names */
export const historyOf = (
  calls: readonly Call[] = CALLS,
  final: Partial<Final> = {},
  more: Partial<History> = {},
): History => ({
  calls,
  final: { ...FINAL, ...final },
  goneMs: [],
  windowsOutlive: true,
  ...more,
});
