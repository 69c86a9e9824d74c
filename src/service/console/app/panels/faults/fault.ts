/** Faults by what people call them. Pure. */
import { flag } from '../../parts/shell-words.ts';

export interface Fault {
  readonly id: string;
  readonly match: { readonly path?: string; readonly operation?: string; readonly method?: string };
  readonly action: Readonly<Record<string, unknown>>;
  readonly times?: number;
}

/** Each as the control surface takes it, and as `svc local fault add` does. */
export const FAULT_KINDS = {
  unavailable: { text: 'The service is unavailable (503)', action: { status: 503 }, flags: '--status 503' },
  error: { text: 'The service fails (500)', action: { status: 500 }, flags: '--status 500' },
  limited: {
    text: 'Too many requests (429), again in 30 s',
    action: { status: 429, headers: { 'Retry-After': '30' } },
    flags: "--status 429 --header 'Retry-After: 30'",
  },
  slow: { text: 'The answer takes 5 s', action: { delayMs: 5_000 }, flags: '--delay-ms 5000' },
  dropped: {
    text: 'The connection is cut before anything is done',
    action: { drop: 'before' },
    flags: '--drop before',
  },
  lost: { text: 'Done, but the answer is lost', action: { drop: 'after' }, flags: '--drop after' },
  truncated: { text: 'The answer ends halfway', action: { truncate: true }, flags: '--truncate' },
  malformed: { text: 'The answer is not JSON', action: { malformed: true }, flags: '--malformed' },
} as const;

export interface Draft {
  readonly kind: keyof typeof FAULT_KINDS;
  readonly path: string;
  readonly times: string;
}

export const faultOf = ({ kind, path, times }: Draft) => ({
  match: path.trim() === '' ? {} : { path: path.trim() },
  action: FAULT_KINDS[kind].action,
  ...(times.trim() === '' ? {} : { times: Number(times) }),
});

export function wordsFor({ action }: Fault): string {
  const known = Object.values(FAULT_KINDS).find((one) => JSON.stringify(one.action) === JSON.stringify(action));
  return known?.text ?? JSON.stringify(action);
}

export const commandOf = ({ kind, path, times }: Draft): string =>
  `svc local fault add ${FAULT_KINDS[kind].flags}${flag('path', path.trim())}${flag('times', times.trim())}`;
