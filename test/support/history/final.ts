/** Reads over HTTP what a service holds when all is quiet. */
import { vi } from 'vitest';
import { EVENT_NAMES } from '../../../src/build/prove/history/events.ts';
import type { CommittedEvent, Final, SeenMessage, SeenPost } from '../../../src/build/prove/history/history.ts';
import { verify } from '../../../src/webhooks/verify.ts';
import type { Arrived, Receiver } from '../receiver.ts';
import type { Json } from '../service.ts';
import type { Account } from './client.ts';
import type { Reach } from './fleet.ts';
import { listIn, messageIn, messagesPath, postIn, SECRET } from './requests.ts';

const PAGE = 100;
/** Of events, the most that one answer holds is more. */
const EVENTS_PAGE = 2_000;

type Ask = (path: string) => Promise<Json>;

export interface Endpoint {
  readonly receiver: Receiver;
  /** Requests that it did not answer with 200. */
  readonly refused: ReadonlySet<Arrived>;
}

export async function readFinal(fleet: Reach, accounts: readonly Account[], endpoint: Endpoint): Promise<Final> {
  const { receiver, refused } = endpoint;
  const ask: Ask = async (path) => {
    const key = path.startsWith('/_local') ? fleet.controlKey : fleet.apiKey;
    return patient(async () => {
      const answer = await fetch(`${fleet.urls[0] ?? ''}${path}`, { headers: { authorization: `Bearer ${key}` } });
      if (!answer.ok) throw new Error(`GET ${path} answered ${String(answer.status)}: ${await answer.text()}`);
      return (await answer.json()) as Json;
    });
  };
  return {
    nowMs: Date.parse(String((await ask('/_local/clock'))['now'])),
    posts: await readPosts(ask),
    messages: await readMessages(ask),
    feeds: await readFeeds(ask, accounts),
    endpoints: listIn((await ask('/v1/webhooks/settings'))['webhooks']).map((one) => ({
      id: String(one['_id']),
      url: String(one['url']),
    })),
    events: (await Promise.all(EVENT_NAMES.map((name) => readEvents(ask, name)))).flat(),
    arrivals: receiver.arrived.map((one) => ({
      url: new URL(one.path, receiver.url).href,
      eventId: one.payload.id,
      isVerified: verify({ body: one.body, headers: one.rawHeaders }, { secret: SECRET }).ok,
      isTaken: !refused.has(one),
      body: one.body.toString(),
    })),
  };
}

/** A connection of several processes may still be cut by one that has just lost its term. */
const patient = <T>(act: () => Promise<T>): Promise<T> => vi.waitFor(act, { timeout: 20_000, interval: 50 });

async function readPosts(ask: Ask): Promise<SeenPost[]> {
  const posts: SeenPost[] = [];
  for (let page = 1; ; page += 1) {
    const some = listIn(
      (await ask(`/v1/posts?limit=${String(PAGE)}&page=${String(page)}&sortBy=created-asc`))['posts'],
    );
    posts.push(...some.map(postIn));
    if (some.length < PAGE) return posts;
  }
}

async function readMessages(ask: Ask): Promise<Record<string, SeenMessage[]>> {
  const all: Record<string, SeenMessage[]> = {};
  for (let cursor = ''; ;) {
    const { data, pagination } = (await ask(`/v1/inbox/conversations?limit=${String(PAGE)}${cursor}`)) as Json;
    for (const one of listIn(data)) {
      const [id, account] = [String(one['id']), String(one['accountId'])];
      all[id] = listIn((await ask(messagesPath(id, account)))['messages']).map(messageIn);
    }
    const next = pagination?.['nextCursor'] ?? null;
    if (next === null) return all;
    cursor = `&cursor=${encodeURIComponent(String(next))}`;
  }
}

async function readFeeds(ask: Ask, accounts: readonly Account[]): Promise<Record<string, string[]>> {
  const feeds = accounts.map(async ({ id, platform }): Promise<[string, string[]]> => {
    const kind = platform === 'telegram' ? 'message' : 'post';
    const { items } = await ask(`/_local/network/${id}/feed?kind=${kind}`);
    return [id, listIn(items).map((item) => String(item['text']))];
  });
  return Object.fromEntries(await Promise.all(feeds));
}

async function readEvents(ask: Ask, name: string): Promise<CommittedEvent[]> {
  const all: CommittedEvent[] = [];
  for (let cursor = ''; ;) {
    const { events, nextCursor } = await ask(`/_local/events?type=${name}&limit=${String(EVENTS_PAGE)}${cursor}`);
    all.push(...listIn(events).map((event) => eventIn(name, event)));
    if ((nextCursor ?? null) === null) return all;
    cursor = `&cursor=${String(nextCursor)}`;
  }
}

function eventIn(name: string, { id, payload }: Json): CommittedEvent {
  const about = payload?.['post']?.['id'] ?? payload?.['message']?.['platformMessageId'];
  const account = payload?.['account']?.['accountId'];
  return { id: String(id), name, about: String(about), ...(account === undefined ? {} : { account: String(account) }) };
}
