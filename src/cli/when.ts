/** Instants as people say them: near ones by how far away they are, others by day and time of day. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { ageText } from './inbox/text.ts';

/** From when and where an instant is looked at. */
export interface Moment {
  /** Milliseconds. */
  readonly now: number;
  /** IANA zone. */
  readonly zone: string;
}

/** `in 40 min`, `3 h ago`, else the day and the time of day. */
export function whenText(instant: string | null, scene: Moment): string {
  const at = Date.parse(instant ?? '');
  if (Number.isNaN(at)) return '';
  const ahead = at - scene.now;
  if (Math.abs(ahead) >= DAY_MS) return dayText(at, scene.zone);
  if (ahead < 0) {
    const age = ageText(instant ?? '', scene);
    return age === 'now' ? age : `${age} ago`;
  }
  if (ahead < MINUTE_MS) return 'now';
  return ahead < HOUR_MS
    ? `in ${String(Math.floor(ahead / MINUTE_MS))} min`
    : `in ${String(Math.floor(ahead / HOUR_MS))} h`;
}

/** `Thu Dec 3, 09:00`. */
export function dayText(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const of = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${of('weekday')} ${of('month')} ${of('day')}, ${of('hour')}:${of('minute')}`;
}
