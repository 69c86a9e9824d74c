/** Whether a host name means this very machine, or its link. Decides about proxies, local keys and forwards. */

/** @param hostname as URL gives it; IPv6 with or without brackets */
export function isLoopback(hostname: string): boolean {
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * The link itself, where clouds keep their secrets: 169.254.0.0/16 and fe80::/10.
 * @param hostname as URL gives it
 */
export const isLinkLocal = (hostname: string): boolean =>
  /^169\.254\.|^\[(?:fe[89ab][\da-f]:|::ffff:a9fe:)/.test(hostname.toLowerCase());
