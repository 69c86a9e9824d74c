/** Looks at a post's content as its platforms will: enough to publish, not too long, nothing that excludes itself. */
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import { combinationProblem, mediaProblem, type MediaSize } from '../../../../platforms/media.ts';
import { textProblem, titleProblem } from '../../../../platforms/text.ts';
import type { MediaItem, Post, Target } from '../../../store/post.ts';
import { mediaOf, settingsOf, textOf } from '../publish/publication.ts';

/** The parts of a post that its content is judged by. */
export type Content = Pick<Post, 'content' | 'title' | 'mediaItems' | 'targets' | 'extra'>;

/** What no post may have, drafts included. Source: PLT-11 */
export function mixProblem(post: Content): Reply | undefined {
  for (const target of post.targets) {
    const settings = settingsOf(post.extra, target);
    const sentence = combinationProblem(target.platform, settings, mediaOf(post, target).length);
    if (sentence !== undefined) return wrong('mediaItems', sentence, target);
  }
  return undefined;
}

/** What a post needs before it can go out: targets, something to say, and the limits of each platform. Source: ASM-13, ASM-27 */
export async function contentProblem(post: Content): Promise<Reply | undefined> {
  if (post.targets.length === 0)
    return refuse('missing_required_field', { param: 'platforms', message: 'A post that goes out needs a target.' });
  for (const [index, target] of post.targets.entries()) {
    const problem =
      emptyProblem(post, target) ?? (await lengthProblem(post, target, index)) ?? sizeProblem(post, target, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function emptyProblem(post: Content, target: Target): Reply | undefined {
  if (textOf(post, target).trim() !== '' || mediaOf(post, target).length > 0) return undefined;
  return refuse('missing_required_field', {
    param: 'content',
    message: `There is neither text nor media for ${target.platform}.`,
  });
}

async function lengthProblem(post: Content, target: Target, index: number): Promise<Reply | undefined> {
  const text = await textProblem(target.platform, textOf(post, target), mediaOf(post, target).length > 0);
  const param = target.customContent === undefined ? 'content' : `platforms.${String(index)}.customContent`;
  if (text !== undefined) return wrong(param, text.sentence, target, { count: text.count, limit: text.limit });
  const title = post.title === undefined ? undefined : titleProblem(target.platform, post.title);
  return title && wrong('title', title.sentence, target, { count: title.count, limit: title.limit });
}

function sizeProblem(post: Content, target: Target, index: number): Reply | undefined {
  const place = target.customMedia === undefined ? 'mediaItems' : `platforms.${String(index)}.customMedia`;
  for (const [at, item] of mediaOf(post, target).entries()) {
    const sentence = mediaProblem(target.platform, sizeOf(item));
    if (sentence !== undefined) return wrong(`${place}.${String(at)}`, sentence, target);
  }
  return undefined;
}

const sizeOf = ({ type, size }: MediaItem): MediaSize => ({ type, size: typeof size === 'number' ? size : undefined });

const wrong = (param: string, message: string, { platform, accountId }: Target, more: object = {}): Reply =>
  refuse('invalid_field_value', { param, message, details: { platform, accountId, ...more } });
