/** The due work of accounts: the end of the first import of ads, and those that follow. */
import type { DueWork } from '../../desk.ts';
import { endImport, IMPORT } from './ads-import.ts';
import { SYNC_ADS, syncAds } from './ads-sync.ts';

export const work: Readonly<Record<string, DueWork>> = { [IMPORT]: endImport, [SYNC_ADS]: syncAds };
