/** Under which names the service answers: a name that a site could make lead here would let it pose as the same site (DNS rebinding). Asked by http/server.ts of every request. */
import { isLoopback } from '../../kernel/loopback.ts';

export interface Names {
  /** Others on the network reach the service. */
  readonly isPublic: boolean;
  /** What it listens at, as it was asked for. */
  readonly host: string;
  /** Further names by which it is called, in lower case: by a balancer in front of it, for example. */
  readonly allowed: readonly string[];
}

/** The host as containers call it. No public name ends this way. */
const CONTAINER_HOST = 'host.docker.internal';

const NUMBERS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;

/** Such as that of a service among containers; a name without a dot is nobody's on the internet. */
const ONE_LABEL = /^[a-z0-9_-]+$/i;

/**
 * @param host header of the request; absent in HTTP/1.0, which no browser speaks
 */
export function isOwnHost(host: string | undefined, { isPublic, host: own, allowed }: Names): boolean {
  if (host === undefined) return true;
  const address = `http://${host}`;
  if (host === '' || !URL.canParse(address) || !/^[\w.:[\]-]+$/.test(host)) return false;
  const { hostname } = new URL(address);
  if (isLoopback(hostname) || NUMBERS.test(hostname) || hostname === CONTAINER_HOST) return true;
  if (allowed.includes(hostname)) return true;
  return isPublic && (ONE_LABEL.test(hostname) || hostname === own.toLowerCase());
}
