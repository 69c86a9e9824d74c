/** Which addresses a webhook may lie at. They are checked where a connection is made, and the checked one is connected to. */
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { BlockList } from 'node:net';

/** `local`: this machine and its network too, for a service that only this machine reaches. `public`: nothing but the internet. */
export type Reach = 'local' | 'public';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

type Range = readonly [net: string, bits: number];

/** Never an endpoint: the link itself, where clouds keep their secrets, and addresses of many or of nobody. */
const NEVER: readonly Range[] = [
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['ff00::', 8],
];

/** This machine, private networks, and ranges reserved for other uses. Source: IANA special-purpose registries */
const NOT_PUBLIC: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fec0::', 10],
];

const lists: Partial<Record<Reach, BlockList>> = {};

function listFor(reach: Reach): BlockList {
  const known = lists[reach];
  if (known !== undefined) return known;
  const list = new (process.getBuiltinModule('node:net').BlockList)();
  for (const [net, bits] of reach === 'local' ? NEVER : [...NEVER, ...NOT_PUBLIC])
    list.addSubnet(net, bits, net.includes(':') ? 'ipv6' : 'ipv4');
  return (lists[reach] = list);
}

/** @param address an IPv4 or IPv6 address; IPv4 inside IPv6 is judged as IPv4 */
export const isRefused = (reach: Reach, address: string): boolean =>
  listFor(reach).check(address, address.includes(':') ? 'ipv6' : 'ipv4');

/** Why a host that is an address may not be called; undefined for a name, which is judged when it is looked up. */
export function refusedLiteral(reach: Reach, host: string): AddressRefused | undefined {
  if (process.getBuiltinModule('node:net').isIP(host) === 0 || !isRefused(reach, host)) return undefined;
  return new AddressRefused(`Nothing is sent to the address ${host}.`);
}

/** How long a name's addresses are taken as they were, in ms. */
const KEPT_MS = 10_000;
const NAMES_KEPT = 1_000;

type LookedUp = (error: Error | null, addresses?: LookupAddress[] | string, family?: number) => void;

/** A `lookup` for node:net that gives allowed addresses only. Concurrent lookups of a name share one query. */
export function lookupFor(reach: Reach): (host: string, options: LookupOptions, done: LookedUp) => void {
  const known = new Map<string, { until: number; readonly addresses: Promise<LookupAddress[]> }>();
  const addressesOf = (host: string): Promise<LookupAddress[]> => {
    const found = known.get(host);
    if (found !== undefined && found.until > Date.now()) return found.addresses;
    if (known.size >= NAMES_KEPT) known.clear();
    const addresses = process.getBuiltinModule('node:dns').promises.lookup(host, { all: true, verbatim: true });
    const asked = { until: Infinity, addresses };
    known.set(host, asked);
    addresses.then(
      () => void (asked.until = Date.now() + KEPT_MS),
      () => known.delete(host),
    );
    return addresses;
  };
  return (host, options, done) => {
    addressesOf(host).then(
      (all) => answer(done, options, allowed(reach, host, all)),
      (error: unknown) => done(error as Error),
    );
  };
}

function allowed(reach: Reach, host: string, all: readonly LookupAddress[]): LookupAddress[] | AddressRefused {
  const fit = all.filter(({ address }) => !isRefused(reach, address));
  return fit.length > 0 ? fit : new AddressRefused(`${host} resolves to an address that svc does not send to.`);
}

function answer(done: LookedUp, { all, family }: LookupOptions, found: LookupAddress[] | AddressRefused): void {
  if (found instanceof AddressRefused) return done(found);
  if (all === true) return done(null, found);
  const one = found.find((address) => family === 0 || family === undefined || address.family === family) ?? found[0];
  done(null, one?.address ?? '', one?.family ?? 4);
}
