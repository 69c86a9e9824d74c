/** MIME types by the ending of a name, and the kind of media a post calls them. */
import { extname } from 'node:path';

const BY_ENDING: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.m4v': 'video/x-m4v',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.avi': 'video/x-msvideo',
  '.mpg': 'video/mpeg',
  '.mpeg': 'video/mpeg',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
};

/** The media type of a file extension; undefined for an unknown one. */
export const typeByEnding = (name: string): string | undefined => BY_ENDING[extname(name).toLowerCase()];

/** What a media item may be. Source: contract, `MediaItem` */
export const MEDIA_KINDS = ['image', 'video', 'gif', 'document'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** `type` of a media item. A post has no type for audio; a document is the closest. Source: POST-04 */
export function mediaKind(contentType: string): MediaKind {
  if (contentType === 'image/gif') return 'gif';
  const [family = ''] = contentType.split('/');
  return family === 'image' || family === 'video' ? family : 'document';
}
