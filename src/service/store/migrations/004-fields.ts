/** What the service keeps with a record is a field that its kind declares, with no `$` in front. What was written before is not read as that: aside.ts sets it aside. */
import type { Compilable } from 'kysely';

export const up = (): Compilable[] => [];
