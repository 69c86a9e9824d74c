/** The prompts of the composer and the answers so far. Passed on by compose.ts. */
import type { Account } from '../../client/accounts.ts';
import type { ComposerLimits } from './limits.ts';
import type { Context } from '../command.ts';

/** What the steps share. */
export interface Table {
  readonly context: Context;
  readonly limits: ComposerLimits;
  readonly accounts: readonly Account[];
  /** Names of profiles by id. */
  readonly profiles: ReadonlyMap<string, string>;
}
