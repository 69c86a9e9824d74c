/** A listener on a terminal: its lines, and the keys that steer it. Without keys it only turns lines into text. */
import type { Keys } from '../world/keys.ts';
import type { Came, Line, Response } from './lines.ts';
import type { Desk } from './listen.ts';
import { detailsOf, shownLine } from './shown.ts';

export interface Screen {
  /** Remembers what `d` shows. */
  noted(line: Line): Line;
  text(line: Line): string;
  /** From now on keys are heard. */
  steer(desk: Desk): void;
  /** Gives the terminal back. */
  close(): void;
}

/** Ctrl-C and Ctrl-D come as signs while single keys are read. */
const QUIT = ['q', '\u0003', '\u0004'];

/** @param width columns of the terminal; undefined in a pipe */
export function openScreen(keys: Keys | undefined, width?: () => number | undefined): Screen {
  let came: (Came & { at: string }) | undefined;
  let response: Response | undefined;
  let several = false;
  let release: () => void = () => undefined;
  return {
    noted(line) {
      if (line.type === 'event' || line.type === 'duplicate') [came, response] = [line, undefined];
      if (line.type === 'response' && line.n === came?.n) response = line;
      return line;
    },
    text(line) {
      if (line.type === 'ready') several = line.forwardTo.length > 1;
      const text = shownLine(line, { width: width?.(), several });
      return line.type === 'ready' && keys !== undefined ? `${text}\n${HELP}` : text;
    },
    steer(desk) {
      if (keys === undefined) return;
      release = keys.listen((key) => {
        if (QUIT.includes(key)) desk.quit();
        if (key === 'r') desk.resend();
        if (key === 'd') desk.show(came === undefined ? 'Nothing received yet.' : detailsOf(came, response));
      });
    },
    close: () => release(),
  };
}

const HELP = 'd details of the latest event, r resend it, q quit';
