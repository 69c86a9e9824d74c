/** What a file is: by its first bytes (file-type), then by the ending of its name. */
import { extname } from 'node:path';

/** Endings of formats that have no telling first bytes, and of those the API takes. */
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
  '.csv': 'text/csv',
  '.txt': 'text/plain',
};

/**
 * @param head the first 4,100 bytes or fewer
 * @returns undefined when neither content nor name tells
 */
export async function contentTypeOf(head: Uint8Array, path: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? BY_ENDING[extname(path).toLowerCase()];
}
