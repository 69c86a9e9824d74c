/** POST /v1/posts/{postId}/edit and /update-metadata: changes what is already live on a platform. */
import { ok, type Call } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { commit } from '../../../change.ts';
import { isRefused, NO_CHANGES, withTarget, type PostChanges, type Refused } from '../changes.ts';
import { findPost } from '../find.ts';
import { platformValue } from './platform-call.ts';
import type { Post, Target } from '../../../store/post.ts';
import { post as states } from '../../../states/post.ts';
import { contentFaults } from '../../../../platforms/content.ts';
import { mediaOf } from '../publish/publication.ts';
import { findConnected, liveOn } from './unpublish.ts';

export const editPost: Handler = async (call, desk) => {
  const found = await targetOf(call, desk);
  if (isRefused(found)) return found.refused;
  const { post, target } = found;
  const content = String(call.body['content']);
  const faults = await contentFaults(target.platform, { text: content, media: mediaOf(post, target), settings: {} });
  const wrong = faults.find(({ part }) => part === 'text');
  if (wrong !== undefined) return refuse('invalid_field_value', { param: 'content', message: wrong.sentence });
  const answer = await changeOnPlatform(call, desk, { target, change: { text: content } });
  if (isRefused(answer)) return answer.refused;
  await write(desk, post.id, (current) => edited(current, target.accountId, content, desk.clock.now()));
  return ok({ success: true, id: target.platformPostId, url: answer.value.url || undefined, message: 'Post edited.' });
};

/** Fields of the body that say where, not what. */
const PLACE = ['platform', 'videoId', 'accountId'];

export const updatePostMetadata: Handler = async (call, desk) => {
  const found = await targetOf(call, desk);
  if (isRefused(found)) return found.refused;
  const { post, target } = found;
  const settings = Object.fromEntries(Object.entries(call.body).filter(([key]) => !PLACE.includes(key)));
  const updatedFields = Object.keys(settings);
  if (updatedFields.length === 0)
    return refuse('missing_required_field', { param: 'title', message: 'There is nothing to change.' });
  if (call.body['videoId'] !== undefined && call.body['videoId'] !== target.platformPostId)
    return refuse('invalid_field_value', { param: 'videoId', message: 'The post has a different video there.' });
  const answer = await changeOnPlatform(call, desk, { target, change: { settings } });
  if (isRefused(answer)) return answer.refused;
  await write(desk, post.id, (current) => resettled(current, target.accountId, settings, desk.clock.now()));
  return ok({ success: true, message: 'Video updated.', videoId: target.platformPostId, updatedFields });
};

interface Found {
  readonly post: Post;
  readonly target: Target;
}

async function targetOf({ caller, path, body }: Call, desk: Desk): Promise<Found | Refused> {
  const post = await findPost(desk.store.read, caller, path['postId']);
  if (isRefused(post)) return post;
  const accountId = typeof body['accountId'] === 'string' ? body['accountId'] : undefined;
  const live = liveOn(post, String(body['platform']), accountId);
  if (isRefused(live)) return live;
  const [target, another] = live;
  if (target === undefined || another !== undefined)
    return {
      refused: refuse('missing_required_field', {
        param: 'accountId',
        message: 'The post is live on several accounts of the platform. Choose one with `accountId`.',
      }),
    };
  return { post, target };
}

async function changeOnPlatform(
  { signal }: Call,
  desk: Desk,
  { target, change }: { target: Target; change: { text?: string; settings?: Record<string, unknown> } },
): Promise<{ readonly value: { readonly url: string } } | Refused> {
  const account = await findConnected(desk, target);
  if (isRefused(account)) return account;
  const driver = desk.networks.driver(target.platform);
  return platformValue(desk, { account, signal, ask: () => driver.edit(account, target.platformPostId ?? '', change) });
}

const write = (desk: Desk, postId: string, change: (post: Post) => PostChanges): Promise<undefined> =>
  commit(desk, [`post/${postId}`], async (view) => {
    const post = await view.post(postId);
    return post === undefined ? {} : change(post);
  });

/** The text of the one target; of the whole post when it has no other. Source: POST-74 */
export function edited(post: Post, accountId: string, content: string, now: number): PostChanges {
  const target = post.targets.find((one) => one.accountId === accountId);
  if (target === undefined || states.move(post.status, 'edit') === undefined) return NO_CHANGES;
  const after: Post =
    post.targets.length === 1 && target.customContent === undefined
      ? { ...post, content }
      : withTarget(post, { ...target, customContent: content });
  return { ...NO_CHANGES, posts: [{ ...after, updatedAt: now }] };
}

function resettled(post: Post, accountId: string, settings: Record<string, unknown>, now: number): PostChanges {
  const target = post.targets.find((one) => one.accountId === accountId);
  if (target === undefined) return NO_CHANGES;
  const platformSpecificData = { ...target.platformSpecificData, ...metadataSettings(settings) };
  return { ...NO_CHANGES, posts: [{ ...withTarget(post, { ...target, platformSpecificData }), updatedAt: now }] };
}

/** The names that platform data uses for the fields of a metadata update. */
function metadataSettings({ privacyStatus, ...settings }: Record<string, unknown>): Record<string, unknown> {
  return privacyStatus === undefined ? settings : { ...settings, visibility: privacyStatus };
}
