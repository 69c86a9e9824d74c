/** Looks at a post's content as its platforms will: enough to publish, and nothing that they refuse. */
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import { contentFaults, type ContentFault } from '../../../../platforms/content.ts';
import { combinationProblem } from '../../../../platforms/media.ts';
import { settingsOf } from '../../../../platforms/sent.ts';
import { withMeasures, type Measured } from '../../../records/upload.ts';
import type { Post, Target } from '../../../store/post.ts';
import { mediaOf, publicationOf } from '../publish/publication.ts';

/** The parts of a post that its content is judged by. */
export type Content = Pick<Post, 'id' | 'content' | 'title' | 'mediaItems' | 'targets' | 'extra'>;

/** What no post may have, drafts included. Source: PLT-11 */
export function mixProblem(post: Content): Reply | undefined {
  for (const target of post.targets) {
    const settings = settingsOf(post.extra, target);
    const sentence = combinationProblem(target.platform, settings, mediaOf(post, target).length);
    if (sentence !== undefined) return wrong('mediaItems', sentence, target);
  }
  return undefined;
}

/** What a post needs before it can go out: targets, something to say, and what each platform takes. Source: ASM-13, ASM-27 */
export async function contentProblem(post: Content, measured: Measured): Promise<Reply | undefined> {
  if (post.targets.length === 0)
    return refuse('missing_required_field', { param: 'platforms', message: 'A post that goes out needs a target.' });
  for (const [index, target] of post.targets.entries()) {
    const sent = withMeasures(publicationOf(post, target), measured);
    const [fault] = await contentFaults(target.platform, sent);
    if (fault !== undefined) return refusalOf(fault, target, index);
  }
  return undefined;
}

function refusalOf({ part, at, sentence, count, limit }: ContentFault, target: Target, index: number): Reply {
  if (part === 'nothing') return refuse('missing_required_field', { param: 'content', message: sentence });
  const place = placeOf(part, target, index);
  const more = count === undefined ? {} : { count, limit };
  return wrong(at === undefined ? place : `${place}.${at}`, sentence, target, more);
}

/** The field of the body that the caller wrote the part in. */
function placeOf(part: Exclude<ContentFault['part'], 'nothing'>, target: Target, index: number): string {
  const own = `platforms.${String(index)}`;
  if (part === 'title')
    return 'title' in (target.platformSpecificData ?? {}) ? `${own}.platformSpecificData.title` : 'title';
  if (part === 'settings') return `${own}.platformSpecificData`;
  if (part === 'text') return target.customContent === undefined ? 'content' : `${own}.customContent`;
  return target.customMedia === undefined ? 'mediaItems' : `${own}.customMedia`;
}

const wrong = (param: string, message: string, { platform, accountId }: Target, more: object = {}): Reply =>
  refuse('invalid_field_value', { param, message, details: { platform, accountId, ...more } });
