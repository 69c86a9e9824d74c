/** The video download tool: finds a tiktok post of the team on its network and names the file behind it. */
import { offers } from '../../../platforms/platforms.ts';
import { ok, type Caller } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import type { NativePost } from '../../networks/driver.ts';
import { accountsFor, networkAccount } from '../../records/account.ts';

const downloadTikTokVideo: Handler = async ({ caller, query }, desk) => {
  const nativeId = idIn(String(query['url']));
  if (nativeId === undefined) {
    return refuse('invalid_field_value', { param: 'url', message: '`url` is not the address of a TikTok post.' });
  }
  const post = await findPost(caller, desk, nativeId);
  if (post === undefined) return refuse('not_found', { message: 'There is no such video.' });
  const formats = formatsOf(post);
  if (query['action'] === 'formats')
    return ok({ success: true, title: post.text, formats: formats.map(({ format }) => format) });
  const chosen =
    query['formatId'] === undefined ? formats[0] : formats.find(({ format }) => format.id === query['formatId']);
  if (chosen === undefined) return refuse('not_found', { message: 'The video has no such format.' });
  return ok({ success: true, title: post.text, format: chosen.format.id, downloadUrl: chosen.url });
};

/** `https://www.tiktok.com/@name/video/123` → `123`. */
function idIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  if (!/(^|\.)tiktok\.com$/.test(hostname)) return undefined;
  return /\/(?:video|photo)\/(\d+)/.exec(pathname)?.[1];
}

async function findPost(caller: Caller, desk: Desk, nativeId: string): Promise<NativePost | undefined> {
  for (const account of await accountsFor(desk.store.read, caller)) {
    if (!offers(account.doc.platform, 'downloads') || !account.doc.isActive) continue;
    const listed = await desk.networks.driver(account.doc.platform).list(networkAccount(account));
    const posts = listed.outcome === 'ok' ? listed.value : [];
    const post = posts.find((one) => one.nativeId === nativeId && one.removedAt === null);
    if (post !== undefined) return post;
  }
  return undefined;
}

/** One format per media item, as uploaded. */
function formatsOf(post: NativePost) {
  return post.media.map((item, index) => {
    const isVideo = item['type'] === 'video';
    const url = String(item['url']);
    const ext = /\.([a-z0-9]{2,4})$/i.exec(url.split('?')[0] ?? '')?.[1] ?? (isVideo ? 'mp4' : 'jpg');
    const type = isVideo ? 'video' : 'image';
    const format = {
      id: `${type}-${index + 1}`,
      label: `${type} ${index + 1}`,
      ext,
      type,
      hasAudio: isVideo,
      hasVideo: isVideo,
    };
    return { format, url };
  });
}

export const handlers: Record<string, Handler> = { downloadTikTokVideo };
