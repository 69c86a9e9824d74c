/** Seed packs by name: what a fresh service holds beside its team. Each pack acts through the desk like any caller. */
import type { SEED_PACKS } from '../../kernel/steering.ts';
import type { Desk } from '../desk.ts';
import type { Founded } from './start.ts';

export type SeedPack = (typeof SEED_PACKS)[number];

/** Fills a freshly founded team. */
export type Fill = (desk: Desk, founded: Founded) => Promise<void>;

export const packs: Readonly<Record<SeedPack, Fill>> = {
  empty: async () => undefined,
  demo: async (desk, founded) => (await import('./demo.ts')).fillDemo(desk, founded),
};
