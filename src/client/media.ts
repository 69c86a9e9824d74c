/** Local files and public addresses as the media of a post: looked at first, uploaded after, nothing half done in between. */
import { failure, type Failure } from '../kernel/failure.ts';
import { mediaKind, typeByEnding } from '../kernel/media-type.ts';
import type { Files, OpenFile } from '../world/files.ts';
import { uploadFile, whyNotPermanent, type Uploaded, type UploadedPlace, type Uploading } from './upload.ts';

/** As `POST /v1/posts` takes it. */
export interface MediaItem {
  readonly type?: string;
  readonly url: string;
  readonly filename?: string;
  readonly size?: number;
  readonly mimeType?: string;
}

/** A file on disk, or an address that is public already. */
export type MediaSource = { readonly file: OpenFile } | { readonly url: string };

/**
 * Opens what was named, in order. Nothing is sent.
 * @param accepted MIME types that can be uploaded; source: the contract
 * @throws Failure `usage` for a path that is no file or of no accepted type, `local_io` for one that cannot be read
 */
export async function openMedia(
  names: readonly string[],
  files: Files,
  accepted: readonly string[],
): Promise<readonly MediaSource[]> {
  const sources: MediaSource[] = [];
  try {
    for (const name of names) sources.push(isAddress(name) ? { url: name } : await openAccepted(name, files, accepted));
    return sources;
  } catch (error) {
    await closeMedia(sources);
    throw error;
  }
}

export async function closeMedia(sources: readonly MediaSource[]): Promise<void> {
  for (const source of sources) if ('file' in source) await source.file.close();
}

async function openAccepted(name: string, files: Files, accepted: readonly string[]): Promise<MediaSource> {
  if (name === '-') throw refusedFile(name, 'Standard input cannot be uploaded: its size must be known beforehand.');
  const file = await files.open(name);
  const problem = fileProblem(file, name, accepted);
  if (problem === undefined) return { file };
  await file.close();
  throw refusedFile(name, problem);
}

/** Why a file cannot be uploaded, in a sentence; undefined when it can. */
export function fileProblem(
  { contentType, sizeBytes }: Pick<OpenFile, 'contentType' | 'sizeBytes'>,
  name: string,
  accepted: readonly string[],
): string | undefined {
  if (sizeBytes === 0) return `${name} is empty.`;
  if (contentType === undefined) return `The type of ${name} is not clear from its content or name.`;
  return accepted.includes(contentType) ? undefined : `${name} is ${contentType}, which is not an accepted media type.`;
}

const refusedFile = (name: string, message: string): Failure => failure('usage', { message, param: name });

/** True for what is public already, and no file. */
export const isAddress = (name: string): boolean => /^https?:\/\//i.test(name);

export interface MediaUploading extends Uploading {
  /** Whether every file must stay for good. */
  readonly permanent: boolean;
  /** Called before each file. */
  readonly begin?: (file: OpenFile) => void;
}

/**
 * Uploads one file, and sees to it that it stays where that was asked for.
 * @throws Failure `not_permanent` when the storage keeps it for a limited time only, and what `uploaded` throws
 */
export async function uploadedForGood(file: OpenFile, uploading: MediaUploading): Promise<Uploaded> {
  uploading.begin?.(file);
  const done = await uploadFile(file, uploading);
  const why = uploading.permanent ? await whyNotPermanent(done.url, uploading) : undefined;
  if (why === undefined) return done;
  throw failure('not_permanent', {
    message: `${file.name} was uploaded, but it is not guaranteed to stay available: ${why}.`,
    details: { uploaded: [done] },
    param: file.name,
  });
}

/** The media items of a post, files uploaded one after the other. */
export async function mediaItems(
  sources: readonly MediaSource[],
  uploading: MediaUploading,
): Promise<readonly MediaItem[]> {
  const items: MediaItem[] = [];
  for (const source of sources) {
    items.push('url' in source ? addressItem(source.url) : fileItem(await uploadedForGood(source.file, uploading)));
  }
  return items;
}

/** The items of a dry run: a URL that does not exist yet appears in angle brackets. */
export const placeholderItems = (sources: readonly MediaSource[]): readonly MediaItem[] =>
  sources.map((source) => {
    if ('url' in source) return addressItem(source.url);
    const { name: filename, contentType = '', sizeBytes: size } = source.file;
    return fileItem({ url: `<address of ${filename}>`, key: '', filename, contentType, size });
  });

/** An uploaded file as the media of a post. */
export const fileItem = ({ url, filename, contentType, size }: UploadedPlace): MediaItem => ({
  type: mediaKind(contentType),
  url,
  filename,
  size,
  mimeType: contentType,
});

/** Without a telling ending the service finds out for itself. */
export function addressItem(url: string): MediaItem {
  if (!URL.canParse(url)) throw failure('usage', { message: `--media: ${url} is not a valid URL.`, param: '--media' });
  const type = typeByEnding(new URL(url).pathname);
  return { url, ...(type !== undefined && { type: mediaKind(type) }) };
}
