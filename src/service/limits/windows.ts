/** Room in the request windows, written down before it is given out: whoever goes on after a kill knows what may have been used. Used by corridor/limit.ts, kept by kept.ts. */
import type { RateDesk, RateWindow } from './rate.ts';

export interface KeptWindows {
  /**
   * Takes room that was written down for one more request. @param now the time (ms), which may go on while room is written down
   * @returns undefined where there is some; else a promise that resolves once more room is on disk
   */
  cover(teamId: string, window: RateWindow, now: () => number): Promise<void> | undefined;
  /** What is kept with every commit. */
  state(): string;
  /** Counts as used what may have been, as late as it may have been. @param now ms */
  restore(kept: string, rates: Pick<RateDesk, 'count'>, now: number): void;
  clear(): void;
}

/** Room that is given out together. */
interface Block {
  readonly room: number;
  /** Milliseconds: when the last of it was used; absent while some may be left. */
  until?: number;
}

interface Row {
  readonly spanMs: number;
  blocks: Block[];
  /** Room of the block that is being used. */
  left: number;
}

/** A block is that part of the limit: so much of a window may be lost to a kill, twice at the most. */
const PART = 20;

/** @param commit writes what is kept; several that ask at one time are written at once */
export function openWindows(commit: () => Promise<unknown>): KeptWindows {
  const rows = new Map<string, Row>();
  const writing = new Map<string, Promise<void>>();
  const rowOf = (teamId: string, spanMs: number): Row => {
    const key = `${teamId} ${String(spanMs)}`;
    const row = rows.get(key) ?? { spanMs, blocks: [], left: 0 };
    rows.set(key, row);
    return row;
  };
  const refill = async (row: Row, room: number, now: number): Promise<void> => {
    const [used] = row.blocks.slice(-1);
    if (used !== undefined) used.until = now;
    row.blocks = [...row.blocks.filter(({ until = now }) => until > now - row.spanMs), { room }];
    await commit();
    row.left = room;
  };
  return {
    cover(teamId, { limit, spanMs }, now) {
      const row = rowOf(teamId, spanMs);
      if (row.left > 0) {
        row.left -= 1;
        return undefined;
      }
      const key = `${teamId} ${String(spanMs)}`;
      const written =
        writing.get(key) ??
        refill(row, Math.max(1, Math.floor(limit / PART)), now()).finally(() => writing.delete(key));
      writing.set(key, written);
      return written.then(() => this.cover(teamId, { limit, spanMs }, now));
    },
    state: () => JSON.stringify(Object.fromEntries([...rows].map(([key, { blocks }]) => [key, blocks]))),
    restore(kept, rates, now) {
      for (const [key, blocks] of Object.entries(JSON.parse(kept) as Record<string, Block[]>)) {
        const [teamId = '', span = '0'] = key.split(' ');
        const row = rowOf(teamId, Number(span));
        // What was left of the last block may have been used until now.
        row.blocks = blocks.map(({ room, until = now }) => ({ room, until }));
        for (const { room, until = now } of row.blocks)
          for (let one = 0; one < room; one += 1) rates.count(teamId, row.spanMs, until);
      }
    },
    clear: () => rows.clear(),
  };
}
