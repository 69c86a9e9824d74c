/** Addresses as people type them for something on their own machine: a bare port, a path, a host without its scheme. */
import { failure } from '../kernel/failure.ts';
import { isLinkLocal } from '../kernel/loopback.ts';

/**
 * `3000` is `http://localhost:3000/`, `/hook` lies on port 80 of this machine, `localhost:3000/hook` is plain HTTP.
 * @param place the flag it was typed for
 * @throws Failure `usage` for what is no address of http or https
 */
export function addressOf(text: string, place: string): string {
  const typed = text.trim();
  const [, whole = ''] =
    FORMS.map(([form, wholeOf]) => [form.test(typed), wholeOf(typed)] as const).find(([fits]) => fits) ?? [];
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url !== undefined && isLinkLocal(url.hostname))
    throw failure('usage', {
      message: `${place}: ${url.hostname} is a link-local address, where cloud machines publish credentials; nothing is forwarded there.`,
      param: place,
    });
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== '') return url.href;
  throw failure('usage', {
    message: `${place} takes a URL such as http://localhost:3000/hook, or a port; not ${JSON.stringify(text)}.`,
    param: place,
  });
}

/** What may be left away, and the whole address; the first that fits. */
const FORMS: readonly (readonly [form: RegExp, wholeOf: (typed: string) => string])[] = [
  // All digits are a port, and when there is no such port, not a host: as a number that would be an address.
  [/^:?\d+(?:\/|$)/, (port) => `http://localhost:${port.replace(':', '')}`],
  [/^\//, (path) => `http://localhost${path}`],
  [/^[a-z][a-z\d+.-]*:\/\//i, (url) => url],
  [/./, (host) => `http://${host}`],
];

/** Whether an address is that of the listener; names for loopback are one. */
export function isSame(address: string, own: string): boolean {
  const [one, other] = [new URL(address), new URL(own)];
  const isHere = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
  const sameHost = one.hostname === other.hostname || (isHere.test(one.hostname) && isHere.test(other.hostname));
  return sameHost && one.port === other.port;
}
