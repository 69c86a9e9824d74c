/** Where events are passed on to: routes send an event by its name, the rest goes to one address. Pure. */
import { failure } from '../kernel/failure.ts';
import { isWanted } from '../webhooks/patterns.ts';
import { addressOf } from './address.ts';

/** An address that takes the events its patterns mean. */
export interface Route {
  readonly patterns: readonly string[];
  readonly url: string;
}

export interface Targets {
  readonly routes: readonly Route[];
  /** Takes what no route does. */
  readonly rest?: string;
}

/** Every address an event goes to, each once: all routes that mean it, else the rest. */
export function addressesFor(event: string, { routes, rest }: Targets): readonly string[] {
  const meant = routes.filter(({ patterns }) => isWanted(patterns, event)).map(({ url }) => url);
  if (meant.length > 0) return [...new Set(meant)];
  return rest === undefined ? [] : [rest];
}

export const allAddresses = ({ routes, rest }: Targets): readonly string[] => [
  ...new Set([...routes.map(({ url }) => url), ...(rest === undefined ? [] : [rest])]),
];

/**
 * Parses a route: `post.*=3000`, `post.*,!post.failed=https://app.test/hook`.
 * @throws Failure `usage` for anything else
 */
export function routeFrom(text: string): Route {
  const at = text.indexOf('=');
  const patterns = patternsIn(text.slice(0, Math.max(0, at)));
  if (at >= 1 && patterns.length > 0) return { patterns, url: addressOf(text.slice(at + 1), '--route') };
  throw failure('usage', {
    message: `--route takes events and a URL, such as 'post.*=http://localhost:3000/hook'; not ${JSON.stringify(text)}.`,
    param: '--route',
  });
}

/** Patterns that stand together, separated by commas. */
export const patternsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** Patterns that mean no event of the catalogue: slips, or events of later versions. */
export const unknownIn = (patterns: readonly string[], catalogue: readonly string[]): readonly string[] =>
  patterns
    .map((pattern) => pattern.replace(/^!/, ''))
    .filter((pattern) => !catalogue.some((event) => isWanted([pattern], event)));
