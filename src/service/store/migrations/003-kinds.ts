/** Records in the form that `src/contract/kinds` declares. What was written before is not read as that: aside.ts sets it aside. */
import type { Compilable } from 'kysely';

export const up = (): Compilable[] => [];
