/** The default network of every platform: a simulation that keeps its feed in the store. What steers it is in steer.ts. */
import type { Fixtures } from '../../../kernel/effect.ts';
import type { NetworkOperation } from '../../../kernel/steering.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { FeedItem, Store, Tx } from '../../store/store.ts';
import type { Driver, NetworkAnswer, Networks, Publication, Published } from '../driver.ts';
import type { NetworkAccount } from '../../records/account.ts';
import { isTold, takeBehaviour, type Behaviour } from './behaviour.ts';
import { directPostProblem } from './direct-post.ts';
import { contentRefusal, unlistedRefusal } from './content.ts';
import { readingsOf } from './growth.ts';
import { attempt, blank, laterUrlFields, laterUrlOf, mediaOf, nativePost, urlOf } from './item.ts';
import { postChanges } from './metrics.ts';
import { nativeIdentity } from './native.ts';
import { answerOf, rejection } from './refusals.ts';

export interface SimulationParts {
  readonly store: Store;
  /** The service's clock: dates posts and late addresses. */
  readonly clock: Clock;
  /** Real time, for `delaySeconds`: a slow platform is slow in frozen mode too. */
  readonly wallClock: Clock;
  readonly ids: Ids;
  /** What the networks own, by kind. */
  readonly fixtures: () => Fixtures;
}

/** Seconds of real time after which a call to a platform counts as unanswered. */
export const PLATFORM_TIMEOUT_SECONDS = 10;

/** Seconds after which a platform that names the address of a post later does so. */
export const LATE_URL_SECONDS = 120;

export function simulatedNetworks(parts: SimulationParts): Networks {
  const driver = simulatedDriver(parts);
  return { driver: () => driver };
}

function simulatedDriver(parts: SimulationParts): Driver {
  return {
    publish: (account, publication) => publish(parts, account, publication),

    edit: (account, nativeId, change) =>
      call<{ url: string }>(parts, account, 'publish', async (tx) => {
        const item = await tx.feedItem(account.id, nativeId);
        if (item === undefined || item.removedAt !== null) return missing(account);
        const refused = await contentRefusal(tx, account.platform, {
          text: change.text ?? '',
          media: mediaOf(item),
          settings: {},
        });
        if (refused !== undefined) return refused;
        const settings = { ...item.doc.settings, ...change.settings };
        const text = change.text === undefined ? {} : { text: change.text };
        const updatedAt = parts.clock.now();
        await tx.updateFeedItem(account.id, nativeId, { doc: { ...item.doc, ...text, settings }, updatedAt });
        return { outcome: 'ok', value: { url: urlOf(item, updatedAt) } };
      }),

    remove: (account, nativeId) =>
      call<Record<string, never>>(parts, account, 'publish', async (tx) => {
        const item = await tx.feedItem(account.id, nativeId);
        if (item === undefined) return missing(account);
        if (item.removedAt === null) await tx.updateFeedItem(account.id, nativeId, { removedAt: parts.clock.now() });
        return { outcome: 'ok', value: {} };
      }),

    list: async (account) => {
      const answer = await readable(parts, account, 'read');
      if (answer.outcome !== 'ok') return answer;
      const now = parts.clock.now();
      const items = await parts.store.read.feed(account.id, { kind: 'post', since: now - LISTED_MS });
      return { outcome: 'ok', value: items.map((item) => nativePost(item, now)) };
    },

    url: async (account, nativeId) => {
      const answer = await readable(parts, account, 'read');
      if (answer.outcome !== 'ok') return answer;
      const item = await parts.store.read.feedItem(account.id, nativeId);
      return { outcome: 'ok', value: item === undefined ? '' : urlOf(item, parts.clock.now()) };
    },

    ask: (account, operation) => readable(parts, account, operation),

    insights: async (account) => {
      const answer = await readable(parts, account, 'insights');
      if (answer.outcome !== 'ok') return answer;
      const { read } = parts.store;
      const [items, changes] = await Promise.all([
        read.feed(account.id, { kind: 'post' }),
        postChanges(read, account.id),
      ]);
      const now = parts.clock.now();
      const insightOf = (item: FeedItem) => ({
        nativeId: item.nativeId,
        readings: readingsOf(item, changes.get(item.nativeId) ?? [], now),
      });
      return { outcome: 'ok', value: items.map(insightOf) };
    },
  };
}

/** How far back a network lists the posts of an account. Source: EVT-35 */
const LISTED_MS = 90 * DAY_MS;

/** Most calls are taken: they are counted, and take the writer, only where a behaviour is set. */
async function readable(
  parts: SimulationParts,
  account: NetworkAccount,
  operation: NetworkOperation,
): Promise<NetworkAnswer<true>> {
  if (!(await isTold(parts.store.read, account.id, operation))) return { outcome: 'ok', value: true };
  return call<true>(parts, account, operation, async () => ({ outcome: 'ok', value: true }));
}

/** One request to the platform: counted, answered by the behaviour that is set, else by `act`, in one transaction. */
async function call<T>(
  parts: SimulationParts,
  account: NetworkAccount,
  operation: NetworkOperation,
  act: (tx: Tx, behaviour: Behaviour | undefined) => Promise<NetworkAnswer<T>>,
): Promise<NetworkAnswer<T>> {
  const { answer, delaySeconds } = await parts.store.transact(async (tx) => {
    const behaviour = await takeBehaviour(tx, account.id, operation);
    const refusal = behaviour && answerOf(account.platform, behaviour);
    const answer: NetworkAnswer<T> = refusal ?? (await act(tx, behaviour));
    await tx.addFeedItem(
      attempt(
        { accountId: account.id, nativeId: parts.ids.record(), at: parts.clock.now() },
        { operation, outcome: behaviour?.outcome ?? answer.outcome },
      ),
    );
    return { answer, delaySeconds: behaviour?.delaySeconds ?? 0 };
  });
  if (delaySeconds === 0) return answer;
  await parts.wallClock.sleep(Math.min(delaySeconds, PLATFORM_TIMEOUT_SECONDS) * 1000);
  return delaySeconds > PLATFORM_TIMEOUT_SECONDS ? { outcome: 'timeout' } : answer;
}

async function publish(
  parts: SimulationParts,
  account: NetworkAccount,
  publication: Publication,
): Promise<NetworkAnswer<Published>> {
  // Asked here first, beside whatever else is published: the unit then need not wait for the answer of a database.
  await parts.store.read.feedItemByKey(account.id, publication.idempotencyKey);
  return call(parts, account, 'publish', (tx, behaviour) => accept(parts, tx, { account, publication, behaviour }));
}

async function accept(
  parts: SimulationParts,
  tx: Tx,
  given: { account: NetworkAccount; publication: Publication; behaviour: Behaviour | undefined },
): Promise<NetworkAnswer<Published>> {
  const { account, publication } = given;
  const { idempotencyKey, ...sent } = publication;
  const now = parts.clock.now();
  const earlier = await tx.feedItemByKey(account.id, idempotencyKey);
  if (earlier !== undefined) return { outcome: 'ok', value: published(earlier, now) };
  const refused =
    (await contentRefusal(tx, account.platform, sent)) ??
    (await unlistedRefusal(tx, { fixtures: parts.fixtures(), account }, sent.settings)) ??
    (await directPostProblem(tx, account, now));
  if (refused !== undefined) return refused;
  const { nativeId, url } = nativeIdentity(account, idempotencyKey, { ...sent, at: now }, parts.fixtures());
  const late = lateUrl(account.platform, sent.settings, { url, now });
  const item: FeedItem = {
    ...blank(account.id, 'post', now),
    nativeId,
    idempotencyKey,
    url: late === undefined ? url : null,
    doc: { ...sent, ...late },
  };
  if (given.behaviour?.outcome !== 'lost') await tx.addFeedItem(item);
  return { outcome: 'ok', value: published(item, now) };
}

const missing = (account: NetworkAccount): NetworkAnswer<never> =>
  rejection(account.platform, { status: 404, message: 'There is no such post on the platform.' });

/** Where a platform names the address later, it never does for drafts and private posts. Source: EVT-36, EVT-38 */
function lateUrl(
  platform: string,
  settings: Readonly<Record<string, unknown>>,
  address: { url: string; now: number },
): Record<string, unknown> | undefined {
  if (traitsOf(platform).posting?.urlLater !== true) return undefined;
  if (settings['draft'] === true || settings['privacyLevel'] === 'SELF_ONLY') return {};
  return laterUrlFields({ url: address.url, at: address.now + LATE_URL_SECONDS * 1000 });
}

function published(item: FeedItem, now: number): Published {
  const url = urlOf(item, now);
  const later = url === '' ? laterUrlOf(item) : undefined;
  return {
    nativeId: item.nativeId,
    url,
    ...(later === undefined ? {} : { urlAfterSeconds: Math.max(0, Math.ceil((later.at - now) / 1000)) }),
  };
}
