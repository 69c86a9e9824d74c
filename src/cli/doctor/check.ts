/** One thing that the doctor looked at, and what came of it. */
import { Failure } from '../../kernel/failure.ts';

/** `skip` where nobody looked. */
export type Health = 'ok' | 'warn' | 'fail' | 'skip';

export interface Check {
  readonly check: string;
  readonly status: Health;
  readonly message: string;
  /** What to do; absent when nothing has to be done. */
  readonly hint?: string;
}

/** A look that may fail: its failure is what it found. */
export async function tryCheck(check: string, look: () => Promise<Check> | Check): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    const hint = error instanceof Failure ? error.fields.hint : undefined;
    return { check, status: 'fail', message: (error as Error).message, ...(hint !== undefined && { hint }) };
  }
}
