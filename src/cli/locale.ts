/** What the locale of the environment says about the terminal. */
import type { Env } from '../world/env.ts';

/** Whether the terminal shows more than ASCII; the locale C and one of another encoding say no. Source: POSIX, LC_ALL before LC_CTYPE before LANG */
export function isUnicode(env: Env): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((one) => one !== undefined && one !== '');
  return locale === undefined ? true : /utf-?8/.test(locale.toLowerCase());
}
