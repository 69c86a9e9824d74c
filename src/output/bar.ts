/** How far long work has come, on one line: a bar, counts, rate and the time that is left. Pure. */

export interface Standing {
  readonly done: number;
  readonly total: number;
  /** Milliseconds since the work began. */
  readonly elapsedMs: number;
  /** Words behind the counts, such as `2 failed`. */
  readonly more?: readonly string[];
}

const CELLS = 20;
/** Before this much time has passed a rate says nothing. */
const SOON_MS = 1000;

/** `████████░░░░░░░░░░░░  41 %  4,100 of 10,000  312/s  19 s left` */
export function barLine({ done, total, elapsedMs, more = [] }: Standing): string {
  const share = total === 0 ? 1 : done / total;
  const full = Math.floor(share * CELLS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(CELLS - full)}`;
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  return [bar, percent, `${counted(done)} of ${counted(total)}`, ...pace(done, total, elapsedMs), ...more].join('  ');
}

function pace(done: number, total: number, elapsedMs: number): readonly string[] {
  if (elapsedMs < SOON_MS || done === 0) return [];
  const perSecond = (done * 1000) / elapsedMs;
  const rate = perSecond >= 1 ? `${Math.round(perSecond)}/s` : `${Math.max(1, Math.round(perSecond * 60))}/min`;
  return done === total ? [rate] : [rate, `${durationText((total - done) / perSecond)} left`];
}

const counted = (count: number): string => count.toLocaleString('en-US');

/** `45 s`, `12 min 5 s`, `2 h 46 min`. @param seconds of any size; rounded up to whole ones */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}
