/** The address that was typed for the raw door: a path with or without its version, or a whole URL of the same host. Pure. Next stop: raw.ts. */
import { failure, type Failure } from '../../kernel/failure.ts';
import { PREFIX } from '../../catalog/address.ts';

export interface Address {
  /** Encoded, beginning with `/`; without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
}

export interface Place {
  /** Of the context; absent when none is known. */
  readonly baseUrl?: string;
  /** The value of `{profileId}`. */
  readonly profile?: string;
}

/** First segments that stand beside the versions of the API. */
const BESIDE_VERSIONS = /^\/(v\d+|api|mcp|_[^/]*)(\/|$)/;

/** @throws Failure `usage` for an address of another host, and for one that does not say where it leads */
export function addressOf(typed: string, { baseUrl, profile }: Place): Address {
  if (/[\p{Cc}]/u.test(typed)) throw refused(typed, 'contains a character that is not allowed in a URL');
  const local = isWhole(typed) ? withoutHost(typed, baseUrl) : typed;
  const filled = withPlaceholders(local, profile).replaceAll('#', '%23').replaceAll('\\', '%5C');
  const [before = '', ...after] = filled.split('?');
  const rooted = `/${before.replace(/^\/+/, '')}`;
  if (rooted === '/') throw refused(typed, 'names nothing');
  if (rooted.split('/').some(isDots)) throw refused(typed, 'contains `.` or `..`');
  const path = BESIDE_VERSIONS.test(rooted) ? rooted : PREFIX + rooted;
  return { path: new URL(`http://host${path}`).pathname, query: queryOf(after.join('?')) };
}

const isWhole = (typed: string): boolean => /^([a-z][a-z0-9+.-]*:)?[\\/]{2}/i.test(typed);

/** The key goes to the host of the context and to no other. */
function withoutHost(typed: string, baseUrl: string | undefined): string {
  const whole = /^[\\/]/.test(typed) ? `https:${typed}` : typed;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined) throw refused(typed, 'is not a valid URL');
  if (baseUrl === undefined)
    throw refused(typed, 'cannot be checked, because no base URL is set', 'Give only the path.');
  const base = new URL(baseUrl);
  if (url.origin !== base.origin || url.username !== '' || url.password !== '')
    throw refused(typed, `is not at ${base.origin}, and the key is not sent elsewhere`, 'Choose another --context.');
  const rest = typed.replace(/^[^:]+:\/\/[^/?#]*/, '');
  const prefix = base.pathname.replace(/\/$/, '');
  if (!rest.startsWith(`${prefix}/`)) throw refused(typed, `is not under ${baseUrl}`);
  return rest.slice(prefix.length);
}

/** `{profileId}` is the profile of the context. Any other is a hole that was left in a copied path. */
function withPlaceholders(path: string, profile: string | undefined): string {
  return path.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    if (name === 'profileId' && profile !== undefined) return encodeURIComponent(profile);
    const hint = name === 'profileId' ? 'The context has no default profile: replace it with an id.' : undefined;
    throw refused(path, `contains the placeholder ${whole}`, hint ?? 'Replace it with a value.');
  });
}

function isDots(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

/** A repeated name makes a list. */
function queryOf(text: string): Address['query'] {
  const pairs = new URLSearchParams(text);
  const names = [...new Set(pairs.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = pairs.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

const refused = (typed: string, why: string, hint?: string): Failure =>
  failure('usage', {
    message: `The address ${JSON.stringify(typed)} ${why}.`,
    param: '<path>',
    ...(hint !== undefined && { hint }),
  });
