/** An uploaded file as a record: what was announced, under which key, and whether the bytes have come. */
import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { fieldsIn, without, type Fields } from '../../kernel/json.ts';
import type { Content, ContentItem } from '../../platforms/content.ts';
import type { MediaFacts } from '../../kernel/media-facts.ts';
import type { DocOf, Reader, RecordOf } from '../store/store.ts';

export const MEDIA_KIND = 'media';

/** Seconds in which a presigned upload URL takes bytes. */
export const UPLOAD_SECONDS = 3_600;

/** Largest file the direct upload takes, in bytes. Source: MED-02, MED-03, control surface ("Settled readings") */
export const DIRECT_BYTES = 4 * 1024 * 1024;

/** Largest file an upload URL takes when no size was announced, in bytes. */
export const LARGEST_BYTES = 5 * 1024 * 1024 * 1024;

const FILES = '/_media/files/';
const UPLOADS = '/_media/upload/';

/** Paths of the two raw routes; `:key` as fastify writes it. */
export const ROUTES = { file: `${FILES}:key`, upload: `${UPLOADS}:key` } as const;

export type UploadDoc = DocOf<'media'>;

export type UploadRecord = RecordOf<'media'>;

/** What is known when a file is announced or handed over. */
export interface NewUpload {
  readonly teamId: string;
  readonly filename: string;
  readonly contentType: string;
  readonly announcedBytes?: number;
}

/** A record for a file whose bytes are still to come. Its key begins with the record's id. */
export function newUpload(desk: { readonly ids: Ids; readonly clock: Clock }, upload: NewUpload): UploadRecord {
  const now = desk.clock.now();
  const id = desk.ids.record();
  const doc: UploadDoc = {
    key: `${id}-${plainName(upload.filename)}`,
    filename: upload.filename,
    contentType: upload.contentType,
    sizeBytes: null,
    announcedBytes: upload.announcedBytes ?? null,
    token: desk.ids.uuid(),
    takesUntil: now + UPLOAD_SECONDS * 1000,
  };
  return { kind: MEDIA_KIND, id, teamId: upload.teamId, profileId: null, parentId: null, createdAt: now, doc };
}

/** The last part of a file name in letters that a path and a URL take as they are. */
const plainName = (filename: string): string =>
  (filename.split(/[\\/]/).at(-1) ?? '').replace(/[^A-Za-z0-9._-]+/g, '-').slice(-80) || 'file';

export const publicUrl = (origin: string, key: string): string => `${origin}${FILES}${key}`;

/** Where the bytes are to be PUT. */
export const uploadUrl = (origin: string, { key, token, takesUntil }: UploadDoc): string =>
  `${origin}${UPLOADS}${key}?token=${token}&expires=${Math.floor(takesUntil / 1000)}`;

/** The record of a key, or undefined. */
export async function uploadOf(reader: Reader, key: string): Promise<UploadRecord | undefined> {
  const record = await reader.get(MEDIA_KIND, key.slice(0, 24));
  return record?.doc.key === key ? record : undefined;
}

/** The record behind a public URL, under whatever address the service was reached; undefined for a foreign URL. */
export async function uploadAt(reader: Reader, url: string): Promise<UploadRecord | undefined> {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return pathname.startsWith(FILES) ? uploadOf(reader, pathname.slice(FILES.length)) : undefined;
}

/** A file that lies here, as it is. */
export interface OwnMedia {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly facts: MediaFacts;
}

/**
 * A file of the service's own by its public URL.
 * @returns undefined for a foreign URL and for a file whose bytes never came
 */
export async function ownMedia(reader: Reader, url: string): Promise<OwnMedia | undefined> {
  const doc = (await uploadAt(reader, url))?.doc;
  return doc === undefined || doc.sizeBytes === null
    ? undefined
    : { contentType: doc.contentType, sizeBytes: doc.sizeBytes, facts: doc.facts ?? {} };
}

/** Files that lie here, by the public URL. */
export type Measured = ReadonlyMap<unknown, OwnMedia>;

/** @param items media of posts; those with a foreign URL are left out */
export async function measureUploads(reader: Reader, items: readonly { readonly url?: unknown }[]): Promise<Measured> {
  const urls = [...new Set(items.map(({ url }) => String(url ?? '')))];
  const found = await Promise.all(urls.map(async (url) => [url, await ownMedia(reader, url)] as const));
  return new Map(found.flatMap(([url, own]) => (own === undefined ? [] : [[url, own] as const])));
}

/** The content with what its files truly are, whatever the caller names. Items that were not measured stay as they are. */
export function withMeasures<C extends Content>(content: C, measured: Measured): C {
  const measuredItems = (items: unknown): ContentItem[] => fieldsIn(items).map((item) => measuredItem(item, measured));
  const { threadItems } = content.settings;
  const thread = fieldsIn(threadItems).map((item) => ({ ...item, mediaItems: measuredItems(item['mediaItems']) }));
  const settings = threadItems === undefined ? content.settings : { ...content.settings, threadItems: thread };
  return { ...content, media: measuredItems(content.media), settings };
}

function measuredItem(item: Fields, measured: Measured): ContentItem {
  const own = measured.get(item['url']);
  const declared = without(item, ['facts']);
  return own === undefined
    ? declared
    : { ...declared, size: own.sizeBytes, mimeType: own.contentType, facts: own.facts };
}

/** Largest file that an operation takes in its own body, in bytes; larger bodies are refused before. */
export const LARGEST_DIRECT_BYTES = 25 * 1024 * 1024;
