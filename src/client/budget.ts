/** What processes that use one key tell each other: until when the service wants no more calls. Best effort; a file in the state folder. */
import { join } from 'node:path';
import { isLoopback } from '../kernel/loopback.ts';
import type { World } from '../world/world.ts';
import type { Target } from './target.ts';

export interface Budget {
  /** Milliseconds since the epoch until which calls are not welcome; 0 when nothing is known. */
  blockedUntil(): Promise<number>;
  /** Tells the others. */
  block(untilMs: number): Promise<void>;
}

/**
 * @returns undefined for this machine: a local service has a clock of its own, and nobody else calls it
 * Source: design, "Scripts and CI"
 */
export async function openBudget(
  { files, settings }: Pick<World, 'files' | 'settings'>,
  { baseUrl, key }: Target,
): Promise<Budget | undefined> {
  if (isLoopback(new URL(baseUrl).hostname)) return undefined;
  const { createHash } = await import('node:crypto');
  const name = createHash('sha256').update(`${baseUrl}\n${key}`).digest('hex').slice(0, 16);
  const folder = join(settings.stateFolder, 'rate');
  return budgetAt(files, { folder, path: join(folder, `${name}.json`) });
}

interface Place {
  readonly folder: string;
  readonly path: string;
}

/** Two writers at once: the later one wins, and both told much the same. */
function budgetAt(files: World['files'], { folder, path }: Place): Budget {
  const blockedUntil = async (): Promise<number> => {
    try {
      const { untilMs } = JSON.parse((await files.readIfThere(path)) ?? '{}') as { untilMs?: unknown };
      return typeof untilMs === 'number' ? untilMs : 0;
    } catch {
      return 0;
    }
  };
  return {
    blockedUntil,
    async block(untilMs) {
      if (untilMs <= (await blockedUntil())) return;
      try {
        await files.makeFolder(folder);
        await files.writeAtomic(path, JSON.stringify({ untilMs }));
      } catch {
        // A full disk or a read-only home must not spoil a call that works.
      }
    },
  };
}
