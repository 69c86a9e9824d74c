/** Fetches the state of a local service as a document, from the service itself or from the folder of a stopped one. Used by `svc local export`. */
import { failure } from '../../kernel/failure.ts';
import { EXPORT_FORMAT, type Carried } from '../../kernel/portable.ts';
import type { Context } from '../command.ts';
import type { StoppedState } from './stopped.ts';
import { sizeText, watched } from './words.ts';

export interface Exporting {
  /** Data folder of the service. */
  readonly folder: string;
  /** Undefined where one runs. */
  readonly stopped: StoppedState | undefined;
  /** Writes the document, whole or not at all. */
  readonly write: (pieces: AsyncIterable<Uint8Array>) => Promise<void>;
}

/** @throws Failure `service_not_running` where there is nothing to export; `bad_answer` for a document without its end */
export async function exportState(context: Context, { folder, stopped, write }: Exporting): Promise<Carried> {
  const progress = context.progress('Exporting');
  const take = async (pieces: AsyncIterable<Uint8Array | string>): Promise<Carried> => {
    const document = watched(pieces, (sizeBytes) => progress.update(`Exporting: ${sizeText(sizeBytes)}`));
    await write(wholeOnly(fromHead(document.pieces), document.carried));
    return document.carried();
  };
  try {
    if (stopped !== undefined) return await stopped.exported(take);
    const [{ localService }, { takeControlStream }] = await Promise.all([
      import('../../auth/local-service.ts'),
      import('../../client/control.ts'),
    ]);
    const { world, signal } = context;
    const service = await localService(world, { dataDir: folder });
    return await takeControlStream(world, service, { call: { method: 'GET', path: '/_local/export' }, take, signal });
  } finally {
    progress.stop();
  }
}

/** Ends with an error rather than without the last line, so that no file is left with a part. */
async function* wholeOnly(pieces: AsyncIterable<Uint8Array>, carried: () => Carried): AsyncGenerator<Uint8Array> {
  yield* pieces;
  carried();
}

/** Longest first line of a document, in bytes. */
const HEAD_BYTES = 4_096;

/** Passes nothing on before the first line has come and is the head of an export: a stranger's answer is not written anywhere. */
async function* fromHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0);
  let begun = false;
  for await (const piece of pieces) {
    if (begun) {
      yield piece;
      continue;
    }
    held = Buffer.concat([held, piece]);
    const end = held.indexOf('\n');
    if (end < 0 && held.byteLength <= HEAD_BYTES) continue;
    requireHead(held.toString('utf8', 0, Math.max(end, 0)));
    begun = true;
    yield held;
  }
  if (!begun) requireHead('');
}

/** @throws Failure `bad_answer` */
function requireHead(line: string): void {
  try {
    const { format } = JSON.parse(line) as { format?: unknown };
    if (format === EXPORT_FORMAT) return;
  } catch {
    // Said below.
  }
  throw failure('bad_answer', { message: 'The response is not an export.' });
}
