/** What an ad is made of: its media and the words added to its links. Listed in operations.ts. */
import { type Fields, isFields, isList } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { engine, inScene } from '../../../engine/engine.ts';
import { lost } from '../../../engine/scene.ts';

const getAdMedia: Handler = inScene(async (scene) => {
  const { desk } = scene;
  const ad = await desk.store.read.get('ad', scene.owners.parentId ?? '');
  if (ad === undefined) return lost({ name: 'ad' });
  const { doc } = ad;
  const media = mediaIn(doc).map((one, index) => ({ ...one, index }));
  return ok({ adId: ad.id, platform: doc.platform, media });
});

/** Images and videos that were sent with an ad. */
function mediaIn({ creative, video }: Fields): readonly Fields[] {
  const { imageUrl, videoUrl } = isFields(creative) ? creative : {};
  const { url = videoUrl, thumbnailUrl, id: videoId } = isFields(video) ? video : {};
  return [
    ...(imageUrl === undefined ? [] : [{ type: 'image', url: imageUrl }]),
    ...(url === undefined && videoId === undefined ? [] : [known({ type: 'video', url, thumbnailUrl, videoId })]),
  ];
}

const known = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Parameters are sent one by one and read as the text that is added to links. */
const updateAdTrackingTags: Handler = (call, desk) => {
  const { urlTags, ...rest } = call.body;
  if (!isList(urlTags)) return engine(call, desk);
  const pairs = urlTags.filter(isFields).map(({ key, value }) => `${String(key)}=${String(value)}`);
  return engine({ ...call, body: { ...rest, urlTags: pairs.join('&') } }, desk);
};

export const content: Record<string, Handler> = { getAdMedia, updateAdTrackingTags };
