/** On GitHub Actions: asks the runner to replace the keys of a result in its log, on standard error before the result is written. */
import { keysIn } from '../kernel/secret.ts';
import type { ErrorStream } from './neutral.ts';
import { writeLine } from './neutral.ts';

/** @param result what is about to be written, in any form */
export function maskKeys(result: unknown, io: ErrorStream): void {
  for (const key of keysIn(JSON.stringify(result) ?? '')) writeLine(io, `::add-mask::${key}`);
}
