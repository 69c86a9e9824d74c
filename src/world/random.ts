/** Random bytes from the operating system. */
import type { Bytes } from '../kernel/ids.ts';

export type Random = Bytes;

/** node:crypto is fetched at first use: start-up does not pay for it. */
export const randomBytes: Random = (length) => process.getBuiltinModule('node:crypto').randomBytes(length);
