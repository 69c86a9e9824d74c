/** Kills the service at random moments under load, then counts what is there: nothing lost, nothing twice. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startFrozen, type ServiceProcess } from '../support/process.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';
import { turns } from '../support/turns.ts';

const KILLS = roundsOf(50);
const BATCH = 12;
/** So many of them are sent last, so that they are under way at the kill even where all others are answered together. */
const LATE = 4;
/** Of the event loop, between them and the kill, at most. */
const TURNS = 8_000;
/** Pairs of accounts, so that no account meets its hourly cap. */
const PAIRS = 30;
/** Far enough that a create repeated after a crash still lies ahead, near enough that most fall due under load. */
const AHEAD_SECONDS = 1_800;

interface Account {
  readonly id: string;
  readonly platform: string;
}

interface Wanted {
  readonly requestId: string;
  readonly content: string;
  readonly accounts: readonly Account[];
  /** Set when first sent: a repeated create must be the same create. */
  scheduledFor: string | null;
  acknowledged: string | null;
}

test(
  `POST-67 ${String(KILLS)} kills under load lose no acknowledged post, publish no target twice and keep each event once`,
  async () => {
    const folder = await temporaryFolder();
    const wanted: Wanted[] = [];
    const pairs: Account[][] = [];
    const random = seeded(20260105);

    let interrupted = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const service = await startFrozen(folder);
      while (pairs.length < PAIRS)
        pairs.push([await connect(service, 'twitter', pairs.length), await connect(service, 'bluesky', pairs.length)]);
      await loadUntilKilled(service, {
        wanted,
        pairs,
        killAfter: 1 + Math.floor(random() * BATCH * 2),
        advanceAfter: Math.floor(random() * (BATCH - LATE)),
        turns: Math.floor(random() * TURNS),
      });
      if (wanted.some((want) => want.acknowledged === null)) interrupted += 1;
    }

    const service = await startFrozen(folder);
    for (const one of wanted.filter((want) => want.acknowledged === null)) await create(service, one);
    await control(service, 'POST', '/_local/clock/advance', { seconds: 2 * 86_400 });

    expect(wanted.length).toBeGreaterThan(KILLS);
    expect(interrupted, 'rounds in which the kill cut off creates under way').toBeGreaterThan(KILLS / 10);
    await expectExactlyOnce(service, wanted);
    await sayFigure(
      `${String(KILLS)} kills while posts were created and published (${String(interrupted)} cut off creates under way): ${String(wanted.length)} posts, each published once on both of its accounts, each event once`,
    );
  },
  120_000 + KILLS * 6_000,
);

interface Load {
  readonly wanted: Wanted[];
  readonly pairs: readonly Account[][];
  readonly killAfter: number;
  readonly advanceAfter: number;
  readonly turns: number;
}

/** Creates and advances at once; the last creates are sent after a given number of answers, and then comes SIGKILL. */
async function loadUntilKilled(service: ServiceProcess, load: Load): Promise<void> {
  const retried = load.wanted.filter((want) => want.acknowledged === null);
  const fresh = Array.from({ length: BATCH }, (_, index) => {
    const requestId = randomUUID();
    const accounts = load.pairs[(load.wanted.length + index) % PAIRS] ?? [];
    return { requestId, content: `post ${requestId}`, accounts, scheduledFor: null, acknowledged: null };
  });
  load.wanted.push(...fresh);
  const all: readonly Wanted[] = [...retried, ...fresh];
  await Promise.all(all.map((want) => schedule(service, want)));
  let answers = 0;
  let reached = (): void => undefined;
  const isEnough = new Promise<void>((resolve) => (reached = resolve));
  const early = all.slice(0, -LATE).map(async (want, index) => {
    if (index === load.advanceAfter)
      void control(service, 'POST', '/_local/clock/advance', { seconds: 90 }).catch(() => undefined);
    await create(service, want).catch(() => undefined);
    answers += 1;
    if (answers === load.killAfter) reached();
  });
  await Promise.race([isEnough, Promise.all(early)]);
  const late = all.slice(-LATE).map((want) => create(service, want).catch(() => undefined));
  await turns(load.turns);
  await service.kill();
  await Promise.all([...early, ...late]);
}

async function schedule(service: ServiceProcess, want: Wanted): Promise<void> {
  if (want.scheduledFor !== null) return;
  const clock = (await control(service, 'GET', '/_local/clock')) as { now: string };
  want.scheduledFor = new Date(Date.parse(clock.now) + AHEAD_SECONDS * 1000).toISOString();
}

async function create(service: ServiceProcess, want: Wanted): Promise<void> {
  const body = {
    content: want.content,
    platforms: want.accounts.map((account) => ({ platform: account.platform, accountId: account.id })),
    scheduledFor: want.scheduledFor,
  };
  const answer = await fetch(`${service.url}/v1/posts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      'content-type': 'application/json',
      'x-request-id': want.requestId,
    },
    body: JSON.stringify(body),
  });
  const result = (await answer.json()) as { post?: { _id: string } };
  if ((answer.status === 201 || answer.status === 200) && result.post) want.acknowledged = result.post._id;
  else if (answer.status !== 409 && answer.status < 500)
    throw new Error(`create answered ${String(answer.status)}: ${JSON.stringify(result)}`);
}

const TYPES = ['post.scheduled', 'post.published', 'post.platform.published'];

/** The most that one answer holds. */
const MOST_EVENTS = 10_000;

interface Told {
  readonly event: string;
  readonly payload: { readonly post?: { readonly id: string }; readonly account?: { readonly accountId: string } };
}

/** Type by type: all together are more than one answer holds. */
async function eventsOf(service: ServiceProcess, type: string): Promise<readonly Told[]> {
  const path = `/_local/events?type=${type}&limit=${String(MOST_EVENTS)}`;
  const { events } = (await control(service, 'GET', path)) as { events: readonly Told[] };
  expect(events.length).toBeLessThan(MOST_EVENTS);
  return events;
}

async function expectExactlyOnce(service: ServiceProcess, wanted: readonly Wanted[]): Promise<void> {
  const seen = new Map<string, number>();
  for (const { event, payload } of (await Promise.all(TYPES.map((type) => eventsOf(service, type)))).flat()) {
    const key = `${event} ${payload.post?.id ?? ''} ${payload.account?.accountId ?? ''}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const feeds = new Map<string, number>();
  for (const account of new Set(wanted.flatMap((want) => want.accounts))) {
    const feed = (await control(service, 'GET', `/_local/network/${account.id}/feed?kind=post`)) as {
      items: { text: string }[];
    };
    for (const item of feed.items)
      feeds.set(`${account.id} ${item.text}`, (feeds.get(`${account.id} ${item.text}`) ?? 0) + 1);
  }
  for (const want of wanted) {
    const id = want.acknowledged ?? '';
    expect(id, want.content).not.toBe('');
    const post = await api(service, `/v1/posts/${id}`);
    expect(post.post.status, want.content).toBe('published');
    for (const type of ['post.scheduled', 'post.published'])
      expect(seen.get(`${type} ${id} `), `${type} of ${id}`).toBe(1);
    for (const account of want.accounts) {
      expect(seen.get(`post.platform.published ${id} ${account.id}`)).toBe(1);
      expect(feeds.get(`${account.id} ${want.content}`)).toBe(1);
    }
  }
  expect([...feeds.values()].every((count) => count === 1)).toBe(true);
  expect(feeds.size).toBe(wanted.length * 2);
}

async function connect(service: ServiceProcess, platform: string, index: number): Promise<Account> {
  const username = `user${String(index)}`;
  const { account } = (await control(service, 'POST', '/_local/accounts', { platform, username })) as {
    account: { _id: string };
  };
  return { id: account._id, platform };
}

async function control(service: ServiceProcess, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.controlKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${await answer.text()}`);
  return answer.json();
}

async function api(service: ServiceProcess, path: string): Promise<{ post: { status: string } }> {
  const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.apiKey}` } });
  return (await answer.json()) as { post: { status: string } };
}
