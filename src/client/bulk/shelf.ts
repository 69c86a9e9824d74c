/** The local files of a batch: each looked at once, uploaded once, and remembered by the journal. Used by judge.ts and import.ts. */
import { isAbsolute, join } from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import type { Fields } from '../../kernel/json.ts';
import { mediaKind } from '../../kernel/media-type.ts';
import type { MediaFacts } from '../../kernel/media-facts.ts';
import { mediaFactsOf } from '../../platforms/media-facts.ts';
import type { Files, OpenFile } from '../../world/files.ts';
import { fileItem, fileProblem, isAddress, uploadedForGood, type MediaItem, type MediaUploading } from '../media.ts';
import type { UploadedPlace } from '../upload.ts';

/** A file as it was when it was looked at. */
export interface Seen {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly contentType: string;
  /** What its bytes tell, for the judge; not kept. */
  readonly facts?: MediaFacts;
}

/** An upload that an earlier run has made. */
export interface Kept extends Seen {
  readonly uploaded: UploadedPlace;
  readonly atMs: number;
}

export interface Shelf {
  /** What a file is, or the sentence that says why it cannot be uploaded. */
  look(path: string): Promise<Seen | string>;
  /**
   * The file as media of a post, uploaded at the first call.
   * @param permanent whether it must be sure to stay
   */
  item(path: string, permanent: boolean): Promise<MediaItem>;
  /** Every file that was looked at and can be uploaded. */
  seen(): readonly Seen[];
}

export interface ShelfDesk {
  readonly files: Pick<Files, 'open'>;
  /** MIME types that can be uploaded. */
  readonly accepted: readonly string[];
  /** Uploads of earlier runs that are still there. */
  readonly kept: readonly Kept[];
  uploading(permanent: boolean): MediaUploading;
  /** Called after every upload, so that the next run need not repeat it. */
  done(kept: Omit<Kept, 'atMs'>): void;
}

export function openShelf(desk: ShelfDesk): Shelf {
  const looks = new Map<string, Promise<Seen | string>>();
  const items = new Map<string, Promise<MediaItem>>();
  const look = (path: string): Promise<Seen | string> => remember(looks, path, () => seenAt(path, desk));
  const seen: Seen[] = [];
  return {
    look: async (path) => {
      const found = await look(path);
      if (typeof found !== 'string' && !seen.includes(found)) seen.push(found);
      return found;
    },
    item: (path, permanent) => remember(items, `${String(permanent)} ${path}`, () => itemAt(path, permanent, desk)),
    seen: () => seen,
  };
}

/** What fails is tried again when it is asked for again. */
function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

async function seenAt(path: string, { files, accepted }: ShelfDesk): Promise<Seen | string> {
  try {
    const file = await files.open(path);
    try {
      const problem = fileProblem(file, path, accepted);
      return problem ?? { ...seenOf(file), facts: await mediaFactsOf(file.contentType ?? '', file) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

const seenOf = ({ path, sizeBytes, modifiedMs, contentType = '' }: OpenFile): Seen => ({
  path,
  sizeBytes,
  modifiedMs,
  contentType,
});

async function itemAt(path: string, permanent: boolean, desk: ShelfDesk): Promise<MediaItem> {
  const file = await desk.files.open(path);
  try {
    const now = seenOf(file);
    const before = permanent ? undefined : desk.kept.find((one) => isSame(one, now));
    if (before !== undefined) return fileItem(before.uploaded);
    const uploaded = await uploadedForGood(file, desk.uploading(permanent));
    desk.done({ ...now, uploaded });
    return fileItem(uploaded);
  } finally {
    await file.close();
  }
}

const isSame = (kept: Seen, now: Seen): boolean =>
  kept.path === now.path && kept.sizeBytes === now.sizeBytes && kept.modifiedMs === now.modifiedMs;

/** Where a medium of a row lies: at a public address, or in a file beside the row's own. */
export const placeOfMedium = (name: string, folder: string): { readonly url: string } | { readonly path: string } =>
  isAddress(name) ? { url: name } : { path: isAbsolute(name) ? name : join(folder, name) };

/** The item of a file before it is uploaded, for the judge and for a dry run. */
export const itemOfSeen = ({ path, sizeBytes, contentType }: Seen): MediaItem => ({
  type: mediaKind(contentType),
  url: path,
  size: sizeBytes,
  mimeType: contentType,
});

/** The item as platforms judge it, with what its bytes tell. */
export const judgedItemOf = (seen: Seen): Fields => ({ ...itemOfSeen(seen), facts: seen.facts ?? {} });
