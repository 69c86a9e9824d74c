/** Whether a host name means this very machine. Decides about proxies and about where local keys may go. */

/** @param hostname as URL gives it; IPv6 with or without brackets */
export function isLoopback(hostname: string): boolean {
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
