/** What the service of a data folder is started with, and was started with last. Kept in the folder, for restarts and for commands on a stopped service. */
import { join } from 'node:path';
import { ASKED_FILE } from '../kernel/data-folder.ts';
import { STORE_FILE } from '../kernel/steering.ts';
import type { Context } from './command.ts';

/** How a service starts unless flags, or its last start, say otherwise. */
export const USUAL = {
  port: 0,
  host: '127.0.0.1',
  seedPack: 'demo',
  clock: 'real',
  plan: 'full',
  rateLimits: 'on',
} as const;

/** What a service is started with; kept in its folder for `svc local restart`. */
export interface Asked {
  readonly dataDir: string;
  readonly port: number;
  readonly host: string;
  readonly ephemeral?: boolean | undefined;
  readonly seedPack: string;
  readonly seed?: number | undefined;
  readonly clock: string;
  /** ISO 8601. */
  readonly now?: string | undefined;
  readonly plan: string;
  readonly rateLimits: string;
}

/** What the service of a folder was last started with, and the defaults where that is unknown. */
export const askedIn = async (context: Context, folder: string): Promise<Asked> => ({
  ...USUAL,
  ...(await lastAsked(context, folder)),
  dataDir: folder,
});

/** What the folder was started with before; undefined for one that holds no data. */
export async function lastAsked({ world }: Context, folder: string): Promise<Partial<Asked> | undefined> {
  if (!world.files.exists(join(folder, STORE_FILE))) return undefined;
  const text = await world.files.readIfThere(join(folder, ASKED_FILE));
  try {
    return JSON.parse(text ?? '{}') as Partial<Asked>;
  } catch {
    return {};
  }
}
