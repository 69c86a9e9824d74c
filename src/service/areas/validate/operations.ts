/** Checks before posting: a whole post, a text, a media address, a subreddit. The numbers come from src/platforms/. */
import { ok } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { limitsByPlatform, mediaTypeOf, sizeText } from '../../../platforms/media.ts';
import { LIMITED_PLATFORMS, offers } from '../../../platforms/platforms.ts';
import { textLength } from '../../../platforms/text.ts';
import { accountFor } from '../../records/account.ts';
import { ownMedia } from '../../records/upload.ts';
import { subredditNamed } from '../../networks/simulated/subreddit.ts';
import { validatePost } from './post.ts';

const validatePostLength: Handler = async ({ body }) => {
  const text = String(body['text']);
  const platforms: Record<string, unknown> = {};
  for (const [platform, { text: limit }] of LIMITED_PLATFORMS) {
    const count = await textLength(platform, text);
    platforms[platform] = { count, limit, valid: count <= limit };
  }
  return ok({ text, platforms });
};

const validateMedia: Handler = async ({ body }, desk) => {
  const url = String(body['url']);
  const found = (await ownMedia(desk.store.read, url)) ?? (await desk.probe(url));
  if (found === undefined) return ok({ valid: false, url, error: 'The URL could not be reached within 5 seconds.' });
  const contentType = found.contentType ?? '';
  const mediaType = mediaTypeOf(contentType);
  const size = found.sizeBytes;
  const facts = {
    url,
    ...(contentType === '' ? {} : { contentType }),
    size,
    ...(size === null ? {} : { sizeFormatted: sizeText(size) }),
    type: mediaType === 'gif' ? 'image' : mediaType === 'image' || mediaType === 'video' ? mediaType : 'unknown',
  };
  if (facts.type === 'unknown' || mediaType === undefined) {
    return ok({
      valid: false,
      ...facts,
      error: `${contentType || 'A file without a type'} is neither an image nor a video.`,
    });
  }
  const limits = limitsByPlatform({ type: mediaType, size: size ?? undefined });
  const platformLimits = Object.entries(limits).map(([platform, { limit, fits }]) => [
    platform,
    { limit, limitFormatted: sizeText(limit), withinLimit: fits },
  ]);
  return ok({ valid: true, ...facts, platformLimits: Object.fromEntries(platformLimits) as Record<string, unknown> });
};

const validateSubreddit: Handler = async ({ caller, query }, desk) => {
  const { accountId } = query;
  if (typeof accountId === 'string') {
    const account = await accountFor(desk.store.read, caller, accountId);
    if (account === undefined) return refuse('account_not_found');
    if (!offers(account.doc.platform, 'communities')) {
      return refuse('invalid_field_value', { param: 'accountId', message: 'This is not a Reddit account.' });
    }
  }
  const subreddit = subredditNamed(String(query['name']));
  if (subreddit === undefined) return ok({ exists: false, error: 'There is no such subreddit.' });
  return ok({ exists: true, subreddit });
};

export const handlers: Record<string, Handler> = { validatePost, validatePostLength, validateMedia, validateSubreddit };
