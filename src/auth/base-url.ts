/** Base URLs: their normal form, and what they may contain. */
import { failure } from '../kernel/failure.ts';
import { isLoopback } from '../kernel/loopback.ts';

/**
 * A base URL without its trailing slashes and without `/v1`.
 * @throws Failure `usage` that names `source`
 */
export function normalBaseUrl(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw failure('usage', { message: `${source} must be an http or https URL.`, param: source });
  }
  if (url.username !== '' || url.password !== '') {
    throw failure('usage', {
      message: `${source} must be a URL without a user name and password.`,
      param: source,
    });
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** Whether nobody on the way can read along: https, or http on this machine. */
export const isConfidential = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));

/**
 * Whether two addresses seem to belong to the same people: one host, two names of this machine, or hosts below the name
 * that is left of the first one without its own part, as `app.example.com` beside `api.example.com`.
 */
export function isRelated(one: string, other: string): boolean {
  const [host, otherHost] = [new URL(one).hostname, new URL(other).hostname];
  if (host === otherHost || (isLoopback(host) && isLoopback(otherHost))) return true;
  const house = host.split('.').length > 2 && !IP_ADDRESS.test(host) ? host.slice(host.indexOf('.') + 1) : host;
  return otherHost === house || otherHost.endsWith(`.${house}`);
}

const IP_ADDRESS = /^[\d.]+$|:/;
