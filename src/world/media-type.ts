/** What a file is: by its first bytes (file-type), then by the ending of its name. */
import { typeByEnding } from '../kernel/media-type.ts';

/** Names that the content sniffing prefers, as the API spells them. */
const AS_SPELLED: Readonly<Record<string, string>> = {
  'video/vnd.avi': 'video/x-msvideo',
  'audio/ogg; codecs=opus': 'audio/ogg',
};

/**
 * @param head the first 4,100 bytes or fewer
 * @returns undefined when neither content nor name tells
 */
export async function contentTypeOf(head: Uint8Array, path: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return (found && (AS_SPELLED[found.mime] ?? found.mime)) ?? typeByEnding(path);
}
