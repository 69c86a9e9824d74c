/** The bytes of a body as they lie in a file or come by standard input: not decoded, not changed. */
import { failure } from '../../kernel/failure.ts';
import type { World } from '../../world/world.ts';

/** More than any delivery holds. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The argument of the commands that take a body as it is. */
export const bodyArg = {
  summary: 'File with the body; `-` reads standard input',
  required: true,
  values: 'file',
} as const;

/**
 * @param source a path, or `-` for standard input
 * @throws Failure `usage` for what is no file, or is larger than 64 MiB
 */
export async function bytesFrom(source: string, { io, files }: Pick<World, 'io' | 'files'>): Promise<Buffer> {
  if (source === '-') return gatherBytes(io.in.bytes(), 'Standard input');
  const file = await files.open(source);
  try {
    return await gatherBytes(file.stream(), source);
  } finally {
    await file.close();
  }
}

/** A piece is good only until the next one: each is copied. */
async function gatherBytes(pieces: AsyncIterable<Uint8Array>, name: string): Promise<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > MOST_BYTES) throw failure('usage', { message: `${name} is larger than 64 MiB.`, param: name });
    kept.push(Buffer.from(piece));
  }
  return Buffer.concat(kept);
}
