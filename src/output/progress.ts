/** Long work on standard error: a spinner (ora) on a terminal, nothing elsewhere. */
import type { Io } from '../world/io.ts';
import { neutralLine, writeLine } from './neutral.ts';

export interface Spinner {
  update(line: string): void;
  stop(): void;
}

const NONE: Spinner = { update: () => undefined, stop: () => undefined };

/**
 * The library comes when there is a terminal to spin on; lines said before it is there are kept.
 * @param isPlain for a screen reader: the first line, once, and nothing that moves
 */
export function startProgress(line: string, { err }: Pick<Io, 'err'>, isPlain = false): Spinner {
  if (!err.isTTY || err.columns === undefined) return NONE;
  if (isPlain) {
    writeLine({ err }, line);
    return NONE;
  }
  let text = neutralLine(line);
  let running: { text: string; stop(): unknown } | undefined;
  let stopped = false;
  void import('ora').then(({ default: ora }) => {
    if (!stopped) running = ora({ text, discardStdin: false }).start();
  });
  return {
    update(next) {
      text = neutralLine(next);
      if (running !== undefined) running.text = text;
    },
    stop() {
      stopped = true;
      running?.stop();
    },
  };
}
