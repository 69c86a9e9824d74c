/** The demo pack: three brands, an account on every platform, a week of posts, a queue, a draft, one broken connection. */
import { exampleId } from '../../kernel/example.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';
import type { Desk } from '../desk.ts';
import type { AccountRecord } from '../records/account.ts';
import { networkAccount } from '../records/account.ts';
import { connectAccount, disconnectAccount } from '../areas/accounts/offers.ts';
import { addNativePost, setBehaviour } from '../networks/simulated/steer.ts';
import type { FeedItem } from '../store/store.ts';
import { actorOn, type Actor } from './actor.ts';
import {
  ACCOUNTS,
  BRANDS,
  DRAFT,
  EXAMPLE_ACCOUNTS,
  EXPIRED,
  NATIVE,
  PUBLISHED,
  QUEUE,
  SCHEDULED,
  VIDEOS,
  type Brand,
  type DemoPost,
} from './demo-content.ts';
import { saveExamples } from './examples.ts';
import { saveCalling } from './calling.ts';
import { savePeople } from './people.ts';
import { saveSignIns } from './sign-ins.ts';
import { layHistory, type Past } from './history.ts';
import { defaultAsExample, layTeam } from './demo-team.ts';
import type { Founded } from './start.ts';
import { weekOf, type Step } from './week.ts';

/** Days since the accounts were connected. */
const CONNECTED_DAYS = 30;

/** Time given to platforms that name a post's address late. */
const LATER_MS = 5 * MINUTE_MS;

interface Scene {
  readonly act: Actor;
  readonly past: Past;
  readonly founded: Founded;
  /** The present, in ms. */
  readonly now: number;
  /** By platform. */
  readonly accounts: ReadonlyMap<string, AccountRecord>;
  readonly profiles: ReadonlyMap<Brand, string>;
}

/** Fills a freshly founded team, through the functions that serve the API and the control surface. */
export const fillDemo = (desk: Desk, founded: Founded): Promise<void> =>
  layHistory(desk, async (past) => {
    const now = desk.clock.now();
    const act = actorOn(past.desk, founded);
    const profiles = await brands(past, act, await defaultAsExample(past.desk, founded));
    await past.moveTo(now - CONNECTED_DAYS * DAY_MS);
    const accounts = await connectAccounts(past, founded, profiles);
    const scene: Scene = { act, past, founded, now, accounts, profiles };
    for (const { at, run } of stepsOf(scene)) {
      await past.moveTo(at);
      await run();
    }
    await past.moveTo(now);
    await plan(scene);
    await layTeam({ act, past, founded, accounts });
    await saveExamples(past.desk, { teamId: founded.teamId, at: now });
    await savePeople(past.desk);
    await saveCalling(past.desk);
    await saveSignIns(past.desk, { ...founded, profileId: exampleId('profile') });
  });

/** What is published and what people write, as it happened. */
function stepsOf(scene: Scene): readonly Step[] {
  const { act, past, now } = scene;
  const posts = PUBLISHED.map((post) => ({ at: instantOf(scene, post), run: () => publish(scene, post) }));
  const week = weekOf({ act, past, now, accountOn: (platform) => accountOn(scene, platform) });
  const broken = { at: now - EXPIRED.hoursAgo * HOUR_MS, run: () => breakConnection(scene) };
  return [...posts, ...week, broken].sort((one, other) => one.at - other.at);
}

/** The first brand is the default profile, which is there already. */
async function brands(past: Past, act: Actor, { profileId }: Founded): Promise<ReadonlyMap<Brand, string>> {
  const ids = new Map<Brand, string>();
  for (const { key, example, ...body } of BRANDS) {
    const answer =
      example === undefined
        ? await act('updateProfile', { path: { profileId }, body })
        : await past.naming(exampleId(example), () => act('createProfile', { body }));
    ids.set(key, (answer['profile'] as { _id: string })._id);
  }
  return ids;
}

async function connectAccounts(
  { desk, naming }: Past,
  { teamId }: Founded,
  profiles: ReadonlyMap<Brand, string>,
): Promise<ReadonlyMap<string, AccountRecord>> {
  const accounts = new Map<string, AccountRecord>();
  for (const [platform, brand, username, displayName, kind] of ACCOUNTS) {
    const profileId = profiles.get(brand);
    const asked = { teamId, platform, username, displayName };
    const id = exampleId(EXAMPLE_ACCOUNTS[platform] ?? `account:${platform}`);
    const answer = await naming(id, () =>
      connectAccount(desk, {
        ...asked,
        ...(profileId === undefined ? {} : { profileId }),
        ...(kind === undefined ? {} : { kind }),
      }),
    );
    if ('refusal' in answer) throw new Error(`The seed pack could not connect ${platform}.`);
    accounts.set(platform, answer.account);
  }
  return accounts;
}

async function publish(scene: Scene, post: DemoPost): Promise<void> {
  const { past } = scene;
  for (const platform of post.declinedBy ?? []) {
    await setBehaviour(past.desk, accountOn(scene, platform), { operation: 'publish', outcome: 'reject', times: 1 });
  }
  await createPost(scene, post, { publishNow: true });
  await past.moveTo(instantOf(scene, post) + LATER_MS);
}

/** A post under the id that examples have for it, or under one of its own. */
function createPost(scene: Scene, post: DemoPost, when: Readonly<Record<string, unknown>>): Promise<unknown> {
  const make = () => scene.act('createPost', { body: { ...bodyOf(scene, post), ...when } });
  return post.example === undefined ? make() : scene.past.naming(exampleId(post.example), make);
}

async function breakConnection(scene: Scene): Promise<void> {
  const { past } = scene;
  await addNativePost(past.desk, networkAccount(accountOn(scene, NATIVE.platform)), { text: NATIVE.text });
  for (const one of VIDEOS) await layVideo(past.desk, accountOn(scene, one.platform).id, one);
  const { id } = accountOn(scene, EXPIRED.platform);
  await disconnectAccount(past.desk, { accountId: id, reason: EXPIRED.reason, type: 'unintentional' });
}

/** A post of the network under an address that is known beforehand. */
async function layVideo(
  { store, clock }: Desk,
  accountId: string,
  { nativeId, url, text, media }: (typeof VIDEOS)[number],
): Promise<void> {
  const item: FeedItem = {
    nativeId,
    accountId,
    kind: 'post',
    at: clock.now(),
    idempotencyKey: null,
    doc: { text, media, settings: {} },
    url,
    removedAt: null,
    updatedAt: null,
    origin: 'native',
  };
  await store.transact((tx) => tx.addFeedItem(item));
}

/** What lies ahead. */
async function plan(scene: Scene): Promise<void> {
  const { act, past, profiles } = scene;
  for (const post of SCHEDULED) {
    const scheduledFor = new Date(instantOf(scene, post)).toISOString();
    await createPost(scene, post, { scheduledFor });
  }
  const profileId = profiles.get('northwind');
  const { posts, ...schedule } = QUEUE;
  await past.naming(exampleId('queue'), () => act('createQueueSlot', { body: { profileId, ...schedule } }));
  for (const post of posts) await act('createPost', { body: { ...bodyOf(scene, post), queuedFromProfile: profileId } });
  await act('createPost', { body: { content: DRAFT.text, tags: DRAFT.tags, isDraft: true } });
}

const bodyOf = (scene: Scene, post: Omit<DemoPost, 'day' | 'hour'>): Record<string, unknown> => ({
  content: post.text,
  ...(post.title === undefined ? {} : { title: post.title }),
  ...(post.tags === undefined ? {} : { tags: post.tags }),
  ...(post.media === undefined ? {} : { mediaItems: post.media }),
  platforms: post.to.map((platform) => ({
    platform,
    accountId: accountOn(scene, platform).id,
    ...(post.settings?.[platform] === undefined ? {} : { platformSpecificData: post.settings[platform] }),
  })),
});

function accountOn({ accounts }: Scene, platform: string): AccountRecord {
  const account = accounts.get(platform);
  if (account === undefined) throw new Error(`The seed pack has no account on ${platform}.`);
  return account;
}

/** A full hour, UTC, some days before or after the present day. */
const instantOf = ({ now }: Scene, { day, hour }: DemoPost): number =>
  Math.floor(now / DAY_MS) * DAY_MS + day * DAY_MS + hour * HOUR_MS;
