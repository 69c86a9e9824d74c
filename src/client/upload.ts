/** Uploads one file: ask for an address, stream the bytes there from disk, look whether they are readable. Source: MED-01 */
import type { Hash } from 'node:crypto';
import { failure } from '../kernel/failure.ts';
import { TransportFault } from '../kernel/transport.ts';
import type { WorldClock } from '../world/clock.ts';
import type { OpenFile } from '../world/files.ts';
import type { HttpRequest, Sender } from '../world/http-call.ts';
import { failureOf, failureOfFault } from './failure.ts';
import { sendRequest, type RawAnswer } from './send.ts';

/** Where to upload to. Answer of `POST /v1/media/presign`, source: MED-05 */
export interface Presigned {
  readonly uploadUrl: string;
  readonly publicUrl: string;
  readonly key: string;
  /** Seconds the upload address lives. */
  readonly expiresIn?: number;
}

export interface Uploading {
  /** Asks for an upload address; asked again when the address has expired. */
  presign(file: { filename: string; contentType: string; size: number }): Promise<Presigned>;
  readonly sender: Sender;
  readonly clock: WorldClock;
  readonly signal: AbortSignal;
  /** Milliseconds without progress before the upload is aborted. Default: 60,000. */
  readonly stallMs?: number;
  /** Called after every chunk. */
  readonly progress?: (sentBytes: number, sizeBytes: number) => void;
  readonly debug?: (line: string) => void;
  readonly notice?: (line: string) => void;
}

/** Where a file is. */
export interface UploadedPlace {
  readonly url: string;
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
}

export interface Uploaded extends UploadedPlace {
  /** Of the bytes that were sent, in hexadecimal. */
  readonly sha256: string;
}

const STALL_MS = 60_000;
/** What a storage answers to an address whose time is over. */
const EXPIRED = [403, 410];

/**
 * Streams a file to a fresh upload address. An expired address is asked for once more.
 * @param file its contentType must be known
 * @throws Failure when the service or the storage refuses, `local_io` when the file changes meanwhile
 */
export async function uploadFile(file: OpenFile, uploading: Uploading): Promise<Uploaded> {
  const words = { filename: file.name, contentType: file.contentType ?? '', size: file.sizeBytes };
  let presigned = await uploading.presign(words);
  let { answer, sha256 } = await put(file, presigned, uploading);
  if (EXPIRED.includes(answer.status)) {
    uploading.notice?.(`The upload URL of ${file.name} has expired; requesting another.`);
    presigned = await uploading.presign(words);
    ({ answer, sha256 } = await put(file, presigned, uploading));
  }
  if (answer.status >= 300) throw refused(file, answer, uploading);
  if (await file.hasChanged()) throw changedMeanwhile(file);
  return { url: presigned.publicUrl, key: presigned.key, ...words, sha256 };
}

interface Put {
  readonly answer: RawAnswer;
  readonly sha256: string;
}

/** The presigned URL is the storage's authorization; our key is never sent there. */
async function put(file: OpenFile, { uploadUrl }: Presigned, uploading: Uploading): Promise<Put> {
  const { sender, clock, debug, notice } = uploading;
  const { createHash } = await import('node:crypto');
  const stall = stallWatch(uploading);
  let hash = createHash('sha256');
  // What is sent again is read again.
  const stream = () => countBytes(file, uploading, { stall, hash: (hash = createHash('sha256')) });
  const request: HttpRequest = {
    method: 'PUT',
    url: uploadUrl,
    headers: { 'content-type': file.contentType ?? 'application/octet-stream' },
    body: { sizeBytes: file.sizeBytes, stream },
  };
  try {
    const answer = await sendRequest(
      { ...request, repeatable: true },
      { sender, clock, signal: stall.signal, maxWaitMs: STALL_MS, ...(debug && { debug }), ...(notice && { notice }) },
    );
    return { answer, sha256: hash.digest('hex') };
  } catch (error) {
    throw asFailure(error, uploadUrl, uploading);
  } finally {
    stall.end();
  }
}

interface StallWatch {
  readonly signal: AbortSignal;
  /** A byte has moved. */
  moved(): void;
  end(): void;
}

/** Aborts when nothing moved for too long, and when the caller aborts. */
function stallWatch({ clock, signal, stallMs = STALL_MS }: Uploading): StallWatch {
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  const arm = () => {
    const fresh = clock.deadline(stallMs);
    fresh.signal.addEventListener('abort', () => controller.abort(new TransportFault('timeout', true, undefined)));
    return fresh;
  };
  let deadline = arm();
  signal.addEventListener('abort', stop, { once: true });
  return {
    signal: AbortSignal.any([controller.signal, signal]),
    moved() {
      deadline.clear();
      deadline = arm();
    },
    end() {
      deadline.clear();
      signal.removeEventListener('abort', stop);
    },
  };
}

interface Counting {
  readonly stall: StallWatch;
  readonly hash: Hash;
}

async function* countBytes(
  file: OpenFile,
  { progress }: Uploading,
  { stall, hash }: Counting,
): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  for await (const piece of file.stream()) {
    sentBytes += piece.byteLength;
    hash.update(piece);
    yield piece;
    stall.moved();
    progress?.(sentBytes, file.sizeBytes);
  }
  if (sentBytes !== file.sizeBytes) throw changedMeanwhile(file);
}

const changedMeanwhile = ({ name }: OpenFile): Error =>
  failure('local_io', {
    message: `${name} changed while it was uploaded.`,
    hint: 'Wait until it is complete, then upload it again.',
    param: name,
  });

function refused(file: OpenFile, { status, headers }: RawAnswer, { clock }: Uploading): Error {
  const body = { error: `The storage refused ${file.name} with status ${status}.` };
  return failureOf({ status, headers, body }, { write: false, check: '', requestId: '', nowMs: clock.now() });
}

const asFailure = (error: unknown, url: string, { clock }: Uploading): unknown =>
  error instanceof TransportFault
    ? failureOfFault(error, url, { write: false, check: '', requestId: '', nowMs: clock.now() })
    : error;

/** Query names by which a signed address says that its time is limited. */
const TEMPORARY = /^(x-amz-expires|x-goog-expires|expires|expiry|exp|se)$/i;

/**
 * Whether a file stays: its address answers without a key, and nothing about it says that it will end.
 * @returns the reason why not, or undefined
 */
export async function whyNotPermanent(url: string, uploading: Uploading): Promise<string | undefined> {
  const limited = [...new URL(url).searchParams.keys()].find((name) => TEMPORARY.test(name));
  if (limited !== undefined) return 'its URL is valid only for a limited time';
  const { sender, signal } = uploading;
  try {
    const answer = await sender.send({ method: 'GET', url, headers: {}, signal, timeoutMs: STALL_MS });
    answer.discard();
    return answer.status < 300 ? undefined : `its URL responds with ${answer.status}`;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return `its URL cannot be read (${(error as Error).message})`;
  }
}
