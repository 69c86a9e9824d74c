/** Brings a document into a local service, one that runs or the folder of a stopped one. Used by `svc local import`. */
import { Failure } from '../../kernel/failure.ts';
import { sentenceOf, type Carried } from '../../kernel/portable.ts';
import type { UploadBody } from '../../world/http-call.ts';
import type { Context } from '../command.ts';
import type { StoppedState } from './stopped.ts';
import { sizeText } from './words.ts';

export interface Importing {
  /** Data folder of the service. */
  readonly folder: string;
  /** Undefined where one runs. */
  readonly stopped: StoppedState | undefined;
  /** A file, or `-` for standard input. */
  readonly file: string;
}

/** @throws Failure with the line that is refused, `usage` for a file that cannot be read, `service_not_running` */
export async function importState(context: Context, { folder, stopped, file }: Importing): Promise<Carried> {
  const { world } = context;
  const source = file === '-' ? undefined : await world.files.open(file);
  const progress = context.progress('Importing');
  const came = (sizeBytes: number): void => progress.update(standing(sizeBytes, source?.sizeBytes));
  const stream = (): AsyncIterable<Uint8Array> => countBytes(source?.stream() ?? world.io.in.bytes(), came);
  try {
    if (stopped !== undefined) return await intoStopped(stopped, stream());
    return await send(context, folder, { sizeBytes: source?.sizeBytes, stream });
  } finally {
    progress.stop();
    await source?.close();
  }
}

const standing = (sizeBytes: number, total: number | undefined): string =>
  total === undefined
    ? `Importing: ${sizeText(sizeBytes)}`
    : `Importing: ${String(Math.floor((100 * sizeBytes) / total))} % of ${sizeText(total)}`;

async function* countBytes(
  bytes: AsyncIterable<Uint8Array>,
  came: (sizeBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const piece of bytes) {
    sizeBytes += piece.byteLength;
    came(sizeBytes);
    yield piece;
  }
}

async function send({ world, signal }: Context, folder: string, body: UploadBody): Promise<Carried> {
  const [{ localService }, { sendControlStream }] = await Promise.all([
    import('../../auth/local-service.ts'),
    import('../../client/control.ts'),
  ]);
  const service = await localService(world, { dataDir: folder });
  const call = { method: 'POST', path: '/_local/import', body } as const;
  const { records, media, sizeBytes } = await sendControlStream(world, service, call, signal);
  return { records: Number(records), media: Number(media), sizeBytes: Number(sizeBytes) };
}

async function intoStopped(stopped: StoppedState, bytes: AsyncIterable<Uint8Array>): Promise<Carried> {
  // Pieces of a file share their memory, and lines are kept a while.
  const outcome = await stopped.replace(copyPieces(bytes));
  if (!('problem' in outcome)) return outcome;
  const details = { line: outcome.line };
  throw new Failure({ code: 'invalid_field_value', message: sentenceOf(outcome), details }, 'rejected');
}

async function* copyPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) yield Uint8Array.from(piece);
}
