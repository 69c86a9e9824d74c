/** A run: clients work while processes are killed and paused, then all becomes quiet and its history is read. */
import type { Final, History } from '../../../src/build/prove/history/history.ts';
import { startReceiver, type Arrived } from '../receiver.ts';
import type { Json } from '../service.ts';
import { turns } from '../turns.ts';
import { openClient, type Account, type Run } from './client.ts';
import { readFinal, type Endpoint } from './final.ts';
import type { Fleet, Reach } from './fleet.ts';
import { openJournal, type Journal } from './journal.ts';
import { listIn } from './requests.ts';
import { work } from './work.ts';

/** What happens to the processes in one round. */
export type Trouble<F extends Reach = Fleet> = (fleet: F, journal: Journal, random: () => number) => Promise<void>;

export interface Plan<F extends Reach = Fleet> {
  readonly rounds: number;
  readonly clients: number;
  /** In turn, one a round. */
  readonly troubles: readonly Trouble<F>[];
  readonly random: () => number;
}

/** Enough that no account meets its caps in a run of some hundred rounds. */
const PUBLISHERS = 120;
const CHATS = 4;
/** Endpoints that are there from the beginning, and those that clients add on the way. */
const FIRST_ENDPOINTS = 2;
const LATER_ENDPOINTS = 3;
/** Above what a run needs: the small team shows that limits hold. */
const TEAM_PER_MINUTE = 1_000_000;
/** Work that comes back for ever. */
const RECURRING = ['sync', 'webhook_check'];

export async function runHistory<F extends Reach>(fleet: F, plan: Plan<F>): Promise<History> {
  const { random } = plan;
  const receiver = await startReceiver();
  const refused = new Set<Arrived>();
  receiver.answer((request, response) => {
    const drawn = random();
    if (drawn < 0.2) refused.add(request);
    if (drawn < 0.08) response.socket?.destroy();
    else response.writeHead(drawn < 0.2 ? 500 : 200).end();
  });
  const run = await openRun(fleet, random);
  const driver = openClient('driver', run);
  const subscribe = (index: number): Promise<unknown> =>
    driver.call({ does: 'subscribe', url: `${receiver.url}/${String(index)}` });
  for (let index = 0; index < FIRST_ENDPOINTS; index += 1) await subscribe(index);

  let isOver = false;
  const clients = Array.from({ length: plan.clients }, (_, index) => work(nameOf(index), run, () => isOver));
  const later: Promise<unknown>[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    if (later.length < LATER_ENDPOINTS) later.push(subscribe(FIRST_ENDPOINTS + round));
    await plan.troubles[round % plan.troubles.length]?.(fleet, run.journal, random);
  }
  isOver = true;
  await Promise.all([...clients, ...later]);
  return {
    calls: run.journal.calls,
    final: await quiet(run, { receiver, refused }),
    goneMs: fleet.goneMs,
    windowsOutlive: fleet.windowsOutlive,
  };
}

const nameOf = (index: number): string => `c${String(index).padStart(2, '0')}`;

async function openRun(fleet: Reach, random: () => number): Promise<Run> {
  const control = (method: string, path: string, body?: unknown): Promise<Json> => steer(fleet, method, path, body);
  await control('PATCH', '/_local/team', { rateLimitPerMinute: TEAM_PER_MINUTE });
  const { apiKey } = await control('POST', '/_local/teams', { name: 'Small' });
  const accounts = await Promise.all(
    Array.from({ length: PUBLISHERS + CHATS }, async (_, index): Promise<Account> => {
      const platform = index < CHATS ? 'telegram' : index % 2 === 0 ? 'twitter' : 'bluesky';
      const { account } = await control('POST', '/_local/accounts', { platform, username: `user${String(index)}` });
      return { id: String(account?.['_id']), platform };
    }),
  );
  const { now } = await control('GET', '/_local/clock');
  return { fleet, journal: openJournal(Date.parse(String(now))), accounts, smallKey: String(apiKey), random };
}

/** Everything answers again, and the clock moves until nothing is due any more. */
async function quiet({ fleet, accounts }: Run, endpoint: Endpoint): Promise<Final> {
  endpoint.receiver.answer(200);
  await fleet.untilReady();
  for (;;) {
    const { work: rows } = await steer(fleet, 'GET', '/_local/timeline?limit=10000');
    const due = listIn(rows).filter(({ kind }) => !RECURRING.includes(String(kind)));
    if (due.length === 0) return readFinal(fleet, accounts, endpoint);
    const to = due.map(({ dueAt }) => String(dueAt)).reduce((one, other) => (one > other ? one : other));
    const { now } = await steer(fleet, 'GET', '/_local/clock');
    await steer(fleet, 'POST', '/_local/clock/advance', { to: to > String(now) ? to : String(now) });
  }
}

async function steer(fleet: Reach, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await fetch(`${fleet.urls[0] ?? ''}${path}`, {
    method,
    headers: { authorization: `Bearer ${fleet.controlKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${await answer.text()}`);
  return (await answer.json()) as Json;
}

/** SIGKILL after a number of calls, whatever is under way then, and a start. */
export const kill: Trouble = async (fleet, journal, random) => {
  await ended(journal, 1 + Math.floor(random() * 160));
  await fleet.kill();
  await fleet.start();
};

/** SIGKILL while the clock moves, which publishes and delivers. */
export const killMidway: Trouble = async (fleet, journal, random) => {
  await ended(journal, 1 + Math.floor(random() * 60));
  await journal.until(() => [...journal.underWay].some(({ does }) => does === 'advance'));
  await turns(Math.floor(random() * 60));
  await fleet.kill();
  await fleet.start();
};

/** SIGSTOP until every client waits for an answer. */
export const pauseUntil =
  (clients: number): Trouble =>
  async (fleet, journal, random) => {
    await ended(journal, 1 + Math.floor(random() * 60));
    fleet.pause();
    await journal.until(() => journal.underWay.size >= clients);
    fleet.resume();
  };

async function ended(journal: Journal, count: number): Promise<void> {
  const until = journal.calls.length + count;
  await journal.until(() => journal.calls.length >= until);
}
