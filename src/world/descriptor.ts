/** Tells whoever started us something through a descriptor that they have opened for it, as with `3>ready`. */
import { closeSync, writeSync } from 'node:fs';
import { failure } from '../kernel/failure.ts';

/**
 * Writes the text and closes the descriptor.
 * @throws Failure `usage` when nobody has opened it
 */
export function tellDescriptor(fd: number, text: string): void {
  try {
    writeSync(fd, text);
    if (fd > 2) closeSync(fd);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return;
    throw failure('usage', { message: `Cannot write to descriptor ${String(fd)}: ${String(code)}.` }, error);
  }
}
