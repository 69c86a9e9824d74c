/** Which command lies in which file, and the nouns that no card knows. Handed to cli/program (names) and cli/branch (files). */
import type { Branch } from '../kernel/card.ts';
import type { HandMade } from '../cli/command.ts';

/** Command path to file; the path IS the file's path under commands/. A test compares it with the file tree. */
export const handMade: HandMade = {
  'media upload': () => import('./media/upload.ts'),
  'posts create': () => import('./posts/create.ts'),
};

/** Nouns that only hand-made commands have. */
export const ownBranches: readonly Branch[] = [];

/** The order of the headings in `svc --help`; others follow. */
export const headings: readonly string[] = ['Publishing', 'Accounts', 'Webhooks', 'This machine', 'General'];
