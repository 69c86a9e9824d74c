/** The due work of accounts: the end of an import of ads. */
import type { DueWork } from '../../desk.ts';
import { endImport, IMPORT } from './ads-import.ts';

export const work: Readonly<Record<string, DueWork>> = { [IMPORT]: endImport };
