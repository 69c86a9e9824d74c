/** How a connection is made: how long it may take, and through which proxy. */
import { isLoopback } from '../kernel/loopback.ts';
import type { Env } from './env.ts';

/** How long a connection may take to open. Source: design, "Scripts and CI". */
export const CONNECT_TIMEOUT_MS = 10_000;

/** The proxy to use for `url`, if any. Loopback is never proxied. */
export function proxyFor(url: string, env: Env): string | undefined {
  const target = new URL(url);
  const set = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const proxy = target.protocol === 'https:' ? set('HTTPS_PROXY') : set('HTTP_PROXY');
  if (proxy === undefined || isLoopback(target.hostname)) return undefined;
  return isExempt(target, set('NO_PROXY') ?? '') ? undefined : proxy;
}

function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const onPort = port || (protocol === 'https:' ? '443' : '80');
  return noProxy.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', entryPort] = /^([^:]*|\[.*\])(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    const bare = name.replace(/^\*?\./, '');
    if (bare === '' || (entryPort !== undefined && entryPort !== onPort)) return false;
    return hostname === bare || hostname.endsWith(`.${bare}`);
  });
}
