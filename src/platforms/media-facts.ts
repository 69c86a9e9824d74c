/** What the bytes of a file tell about its picture: pixels, duration, frame rate. Read from headers; nothing is decoded. Judged in shape-problems.ts. */
import type { ByteSource, MediaFacts } from '../kernel/media-facts.ts';

/** The size of an image is in its first bytes; a photo may have a preview and colors before it. */
const IMAGE_HEAD = 512 * 1024;

const ISO_MEDIA = ['video/mp4', 'video/quicktime', 'video/x-m4v'];

/** @param contentType of the file; types whose headers are not read have no facts */
export async function mediaFactsOf(contentType: string, source: ByteSource): Promise<MediaFacts> {
  const bare = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (bare.startsWith('image/')) return imageFactsOf(await source.read(0, Math.min(IMAGE_HEAD, source.sizeBytes)));
  if (!ISO_MEDIA.includes(bare)) return {};
  const { isoFactsOf } = await import('./iso-media.ts');
  return isoFactsOf(source);
}

async function imageFactsOf(head: Uint8Array): Promise<MediaFacts> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    if (width <= 0 || height <= 0) return {};
    return orientation >= SIDEWAYS ? { width: height, height: width } : { width, height };
  } catch {
    return {};
  }
}

/** EXIF orientations from here on are quarter turns. */
const SIDEWAYS = 5;
