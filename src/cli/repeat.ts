/** `--watch`: a reading again and again on one page, with what changed marked, until it is interrupted. */
import { stripVTControlCharacters } from 'node:util';
import type { Sink } from '../world/sink.ts';
import { isPlain } from '../kernel/plain.ts';
import type { World } from '../world/world.ts';

export interface Repeating {
  readonly world: Pick<World, 'io' | 'clock' | 'signals' | 'env'>;
  readonly everyMs: number;
  /** What is written above the page. */
  readonly title: string;
  readonly color: boolean;
  /** Reads and writes once. */
  look(out: Sink): Promise<void>;
}

/** Columns before each line: a sign where it changed. */
const MARGIN = 2;

export async function repeat({ world, everyMs, title, color, look }: Repeating): Promise<never> {
  const { paperFor } = await import('../output/paper.ts');
  const { io, clock, signals, env } = world;
  const { columns } = io.out;
  const redraws = io.out.isTTY && !isPlain(env);
  let before: string | undefined;
  for (;;) {
    const paper = paperFor(io.out, columns === undefined ? undefined : columns - MARGIN);
    await look(paper.sink);
    const page = paper.text();
    if (redraws) io.out.write(`${CLEAR}${title}\n\n${marked(page, before, color)}`);
    else if (page !== before) io.out.write(page);
    before = page;
    await io.out.ready();
    await clock.sleep(everyMs, signals.signal);
  }
}

/** To the upper left, and everything after it gone. */
const CLEAR = '\u001b[H\u001b[2J\u001b[3J';

/** Lines that the page before did not have are marked by a sign, and by their weight where there are colors. */
function marked(page: string, before: string | undefined, color: boolean): string {
  const known = new Set(before?.split('\n').map(meant));
  return page
    .split('\n')
    .map((line) => {
      if (line === '') return line;
      const isNew = before !== undefined && !known.has(meant(line));
      if (!isNew) return `  ${line}`;
      return color ? `* \u001b[1m${line}\u001b[22m` : `* ${line}`;
    })
    .join('\n');
}

/** A line without what passes by itself: colors, padding, and how far away an instant is. */
const meant = (line: string): string =>
  stripVTControlCharacters(line)
    .replaceAll(/\b(?:in \d+ (?:min|h)|\d+ (?:min|h) ago|now)(?= {2}|$|\))/g, '~')
    .replaceAll(/ {2,}/g, '  ');
