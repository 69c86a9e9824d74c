/** Reads what the bytes of an upload tell, once they are whole. Used by raw.ts and operations.ts. */
import { mediaFactsOf } from '../../../platforms/media-facts.ts';
import type { Desk } from '../../desk.ts';
import type { UploadRecord } from '../../records/upload.ts';

/** The record of an upload whose bytes lie on the shelf. @param sizeBytes how many they are */
export async function measureUpload({ media }: Desk, upload: UploadRecord, sizeBytes: number): Promise<UploadRecord> {
  const { key, contentType } = upload.doc;
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const found = end <= start ? undefined : await media.read(key, { start, end: end - 1 });
    const pieces: Uint8Array[] = [];
    for await (const piece of found?.bytes ?? []) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const facts = await mediaFactsOf(contentType, { sizeBytes, read });
  return { ...upload, doc: { ...upload.doc, sizeBytes, facts } };
}
