/** Looks at a post's content as its platforms will: enough to publish, and nothing that they refuse. */
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import { contentFaults, type ContentFault } from '../../../../platforms/content.ts';
import { combinationProblem } from '../../../../platforms/media.ts';
import { unlistedProblems, type AccountLists, type UnlistedProblem } from '../../../../platforms/account-lists.ts';
import { placeOfSetting, settingsOf } from '../../../../platforms/sent.ts';
import { notFoundCode } from '../../../engine/not-found.ts';
import { withMeasures, type Measured } from '../../../records/upload.ts';
import type { Post, Target } from '../../../store/post.ts';
import { mediaOf, publicationOf } from '../publish/publication.ts';

/** The parts of a post that its content is judged by. */
export type Content = Pick<Post, 'id' | 'content' | 'title' | 'mediaItems' | 'targets' | 'extra'>;

/** What a post is judged with beside itself. */
export interface Known {
  readonly measured: Measured;
  /** By the id of the account. */
  readonly lists: ReadonlyMap<string, AccountLists>;
}

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
export async function contentProblem(post: Content, { measured, lists }: Known): Promise<Reply | undefined> {
  if (post.targets.length === 0)
    return refuse('missing_required_field', { param: 'platforms', message: 'A post needs at least one target.' });
  for (const [index, target] of post.targets.entries()) {
    const spot = { post, target, index };
    const sent = withMeasures(publicationOf(post, target), measured);
    const [fault] = await contentFaults(target.platform, sent);
    if (fault !== undefined) return refusalOf(fault, spot);
    const [unlisted] = unlistedProblems(target.platform, sent.settings, lists.get(target.accountId) ?? NO_LISTS);
    if (unlisted !== undefined) return refusalOfUnlisted(unlisted, spot);
  }
  return undefined;
}

const NO_LISTS: AccountLists = new Map();

interface Spot {
  readonly post: Content;
  readonly target: Target;
  readonly index: number;
}

function refusalOf({ part, at, sentence, count, limit }: ContentFault, spot: Spot): Reply {
  if (part === 'nothing') return refuse('missing_required_field', { param: 'content', message: sentence });
  const more = count === undefined ? {} : { count, limit };
  const place = part === 'settings' ? settingPlace(at ?? '', spot) : placeOf(part, spot);
  return wrong(at === undefined || part === 'settings' ? place : `${place}.${at}`, sentence, spot.target, more);
}

/** What is not there is refused as in every call that names it: 404. */
function refusalOfUnlisted({ at, kind, isMissing, sentence }: UnlistedProblem, spot: Spot): Reply {
  const { platform, accountId } = spot.target;
  const code = isMissing ? notFoundCode(kind) : 'invalid_field_value';
  return refuse(code, { param: settingPlace(at, spot), message: sentence, details: { platform, accountId } });
}

const settingPlace = (at: string, { post, target, index }: Spot): string =>
  placeOfSetting(at, { common: post.extra, target, own: `platforms.${String(index)}` });

/** The field of the body that the caller wrote the part in. */
function placeOf(part: 'text' | 'title' | 'media', { target, index }: Spot): string {
  const own = `platforms.${String(index)}`;
  if (part === 'title')
    return 'title' in (target.platformSpecificData ?? {}) ? `${own}.platformSpecificData.title` : 'title';
  if (part === 'text') return target.customContent === undefined ? 'content' : `${own}.customContent`;
  return target.customMedia === undefined ? 'mediaItems' : `${own}.customMedia`;
}

const wrong = (param: string, message: string, { platform, accountId }: Target, more: object = {}): Reply =>
  refuse('invalid_field_value', { param, message, details: { platform, accountId, ...more } });
