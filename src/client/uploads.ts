/** Uploading several files for one command: progress, and a clear word about what exists when it ends early. */
import type { Card } from '../kernel/card.ts';
import { Failure, failure } from '../kernel/failure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { resolved } from '../schema/reference.ts';
import type { World } from '../world/world.ts';
import type { MediaUploading } from './media.ts';
import type { Call } from './paging.ts';
import type { Presigned } from './upload.ts';

/** As much of a command's context as uploading needs. */
export interface UploadDesk {
  readonly world: Pick<World, 'http' | 'clock'>;
  readonly catalog: Catalog;
  readonly signal: AbortSignal;
  readonly flags: { readonly timeoutMs?: number };
  call: Call;
  say(line: string): void;
  progress(line: string): { update(line: string): void; stop(): void };
}

export interface Uploads {
  readonly uploading: MediaUploading;
  /** Takes the progress line away. */
  end(): void;
}

/** The operation that hands out upload addresses. */
const PRESIGN = 'getMediaPresignedUrl';

/** What asks for an upload address. */
export const presignCard = (catalog: Catalog): Card => catalog.card(PRESIGN);

/** MIME types that can be uploaded, as the contract lists them. */
export function acceptedTypes(catalog: Catalog): readonly string[] {
  const { card, schemas } = catalog.command(PRESIGN);
  const field = card.body?.schema.properties?.['contentType'] ?? {};
  return (resolved(field, schemas).enum ?? []) as readonly string[];
}

/** @param permanent whether every file must stay for good */
export function openUploads(desk: UploadDesk, permanent: boolean): Uploads {
  const { world, catalog, signal, flags } = desk;
  const card = presignCard(catalog);
  let line: ReturnType<UploadDesk['progress']> | undefined;
  let name = '';
  const uploading: MediaUploading = {
    permanent,
    sender: world.http.single,
    clock: world.clock,
    signal,
    ...(flags.timeoutMs !== undefined && { stallMs: flags.timeoutMs }),
    notice: (sentence) => desk.say(sentence),
    begin(file) {
      name = file.name;
      line ??= desk.progress(`Uploading ${name}`);
    },
    progress: (sentBytes, sizeBytes) => line?.update(`Uploading ${name} ${shareOf(sentBytes, sizeBytes)}`),
    async presign(body) {
      const { body: answer, requestId } = await desk.call(card, { path: {}, query: {}, headers: {}, body });
      if (isPresigned(answer)) return answer;
      throw failure('bad_answer', { message: 'The service did not return an upload URL.', requestId });
    },
  };
  return { uploading, end: () => line?.stop() };
}

function isPresigned(answer: unknown): answer is Presigned {
  const { uploadUrl, publicUrl } = (answer ?? {}) as Partial<Record<string, unknown>>;
  return [uploadUrl, publicUrl].every((url) => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url));
}

/** `37 % of 300.0 MB` */
const shareOf = (sentBytes: number, sizeBytes: number): string =>
  `${Math.floor((100 * sentBytes) / sizeBytes)} % of ${(sizeBytes / 1_000_000).toFixed(1)} MB`;

/** A Failure with a sentence added to its message and fields to its details; anything else as it was. */
export function withWords(error: unknown, sentence: string, details: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof Failure)) return error;
  const { fields, exit } = error;
  const message = `${fields.message} ${sentence}`;
  return new Failure({ ...fields, message, details: { ...(fields.details as object), ...details } }, exit, error.cause);
}
