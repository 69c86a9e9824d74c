/** The bar of an import on standard error, and its waits for the rate limit: in the bar on a terminal, as sentences elsewhere. */
import { barLine, durationText } from '../../output/bar.ts';
import type { Context, Progress } from '../command.ts';
import type { Tally } from './words.ts';

export interface ImportProgress {
  /** Draws the bar anew. */
  show(tally: Tally): void;
  waiting(seconds: number): void;
  stop(): void;
}

export function importProgress({ world, progress, say }: Pick<Context, 'world' | 'progress' | 'say'>): ImportProgress {
  let line: Progress | undefined;
  let beginMs = 0;
  let untilMs = 0;
  let last: Tally | undefined;
  const draw = (tally: Tally): void => {
    last = tally;
    const nowMs = world.clock.monotonic();
    if (line === undefined) beginMs = nowMs;
    line ??= progress('');
    const waits = untilMs > nowMs ? [`waiting ${durationText((untilMs - nowMs) / 1000)} for the rate limit`] : [];
    const failed = tally.failed > 0 ? [`${tally.failed.toLocaleString('en-US')} failed`] : [];
    // What an earlier run has done takes no time now.
    const total = tally.total - tally.already;
    const done = tally.made + tally.failed;
    line.update(barLine({ done, total, elapsedMs: nowMs - beginMs, more: [...failed, ...waits] }));
  };
  return {
    show: draw,
    waiting(seconds) {
      untilMs = world.clock.monotonic() + seconds * 1000;
      if (!world.io.err.isTTY) say(`Rate limit reached; continuing in ${durationText(seconds)}.`);
      else if (last !== undefined) draw(last);
    },
    stop: () => line?.stop(),
  };
}
