/** Random bytes from the operating system. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Bytes } from '../kernel/ids.ts';

export type Random = Bytes;

const DEVICE = '/dev/urandom';

/** A few bytes come from the system's own device: node:crypto, which reads the same source, takes 3 ms to load. */
const FEW_BYTES = 64;

export const randomBytes: Random = (length) =>
  (length <= FEW_BYTES ? fromDevice(length) : undefined) ?? process.getBuiltinModule('node:crypto').randomBytes(length);

/** Undefined where there is no such device, or it gave less than was asked for. */
function fromDevice(length: number): Uint8Array | undefined {
  try {
    const bytes = new Uint8Array(length);
    const device = openSync(DEVICE, 'r');
    const read = readSync(device, bytes, 0, length, null);
    closeSync(device);
    return read === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}
