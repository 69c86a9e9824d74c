/** Words for what the service answers in codes. */
import { labelOf } from '../../../../platforms/labels.ts';

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `in 3 hours`, `2 minutes ago`, `now`. Both in ms. */
export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  if (unit === undefined || size === undefined)
    return Math.abs(seconds) < 5 ? 'now' : relative.format(seconds, 'second');
  return relative.format(Math.trunc(seconds / size), unit);
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const shortForm = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const exactTime = (at: number): string => exact.format(at);
export const shortTime = (at: number): string => shortForm.format(at);

/** Names that keep their capitals. */
const ACRONYMS: Readonly<Record<string, string>> = { kyc: 'KYC', api: 'API' };

/** `in_review` as `In review`. */
export function words(code: string): string {
  const text = code
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\w+/g, (name) => {
    const word = name.toLowerCase();
    return ACRONYMS[word] ?? labelOf(word) ?? name;
  });
}

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'calm';

const TONES: Readonly<Record<string, Tone>> = {
  published: 'good',
  active: 'good',
  approved: 'good',
  delivered: 'good',
  read: 'good',
  success: 'good',
  running: 'good',
  healthy: 'good',
  completed: 'good',
  live: 'good',
  ok: 'good',
  answered: 'good',
  scheduled: 'accent',
  sent: 'accent',
  queued: 'accent',
  ringing: 'accent',
  publishing: 'accent',
  sending: 'accent',
  partial: 'warn',
  pending: 'warn',
  in_review: 'warn',
  pending_review: 'warn',
  pending_regulatory: 'warn',
  paused: 'warn',
  provisioning: 'warn',
  retrying: 'warn',
  requested: 'warn',
  learning: 'warn',
  failed: 'bad',
  rejected: 'bad',
  disconnected: 'bad',
  expired: 'bad',
  disabled: 'bad',
  dead: 'bad',
  undelivered: 'bad',
};

export const toneOf = (status: string): Tone => TONES[status.toLowerCase()] ?? 'calm';

export const toneOfStatus = (status: number): Tone =>
  status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const CURRENCY = /^[A-Za-z]{3}$/;

/** `€12.50`; the amount with the word behind it where that is no currency. */
export const money = (amount: number, currency: string): string =>
  CURRENCY.test(currency)
    ? amount.toLocaleString('en', { style: 'currency', currency })
    : `${amount.toLocaleString('en')} ${currency}`;
