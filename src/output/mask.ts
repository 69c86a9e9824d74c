/** On GitHub Actions: asks the runner to replace the keys of a result in its log, on standard error before the result is written. */
import { keysIn } from '../kernel/secret.ts';
import { jsonText } from './json.ts';
import type { ErrorStream } from './neutral.ts';
import { writeLine } from './neutral.ts';

/** @param result what is about to be written, in any form */
export async function maskKeys(result: unknown, io: ErrorStream): Promise<void> {
  for (const key of keysIn(await jsonText(result))) writeLine(io, `::add-mask::${key}`);
}
