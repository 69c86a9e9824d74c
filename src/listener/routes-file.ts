/** `--routes FILE`: where events go, and how each target is spoken to: headers, secret, certificates, time limit. Read by plan.ts. */
import { failure, type Failure } from '../kernel/failure.ts';
import { isFields, type Fields } from '../kernel/json.ts';
import { headerProblem, type Pairs, type Prefixes } from '../webhooks/headers.ts';
import { addressOf } from './address.ts';
import { patternsIn, type Route } from './targets.ts';

/** How a target is spoken to, where that differs from the others. */
export interface Way {
  readonly headers: Pairs;
  /** Signs what goes there, in place of the signature that came. */
  readonly secret?: string;
  /** PEM. */
  readonly authorities?: string;
  readonly insecure?: boolean;
  readonly timeoutMs?: number;
}

export interface RoutedWay extends Route {
  readonly way: Way;
}

/** What the words of an entry mean outside. */
export interface RouteDoors {
  readonly prefixes: Prefixes;
  /** @param from `secretFile`, `secretEnv` or `secretName` */
  secret(from: SecretWord, word: string): Promise<string>;
  authorities(path: string): Promise<string>;
  durationMs(text: string): number;
}

const SECRET_WORDS = ['secretFile', 'secretEnv', 'secretName'] as const;
export type SecretWord = (typeof SECRET_WORDS)[number];

const WORDS: readonly string[] = ['events', 'to', 'headers', ...SECRET_WORDS, 'cacert', 'insecure', 'timeout'];

/**
 * @param document a list of routes
 * @throws Failure `usage` for anything else, with the number of the route; what the doors throw
 */
export async function routesFrom(document: unknown, doors: RouteDoors): Promise<readonly RoutedWay[]> {
  if (!Array.isArray(document)) throw refused('is not a list of routes');
  const routes: RoutedWay[] = [];
  for (const [at, entry] of document.entries()) {
    const route = await routeOf(entry, `route ${String(at + 1)}`, doors);
    if (routes.some(({ url }) => url === route.url))
      throw refused(`names ${route.url} twice`, 'List all of its events in one route.');
    routes.push(route);
  }
  return routes;
}

async function routeOf(entry: unknown, name: string, doors: RouteDoors): Promise<RoutedWay> {
  if (!isFields(entry)) throw refused(`has no fields in ${name}`);
  const unknown = Object.keys(entry).find((word) => !WORDS.includes(word));
  if (unknown !== undefined)
    throw refused(`has an unknown field \`${unknown}\` in ${name}`, `A route takes ${WORDS.join(', ')}.`);
  const patterns = [entry['events'] ?? []].flat().flatMap((one) => patternsIn(String(one)));
  if (patterns.length === 0) throw refused(`has no events in ${name}`);
  const to = entry['to'];
  if (typeof to !== 'string' && typeof to !== 'number') throw refused(`has no target \`to\` in ${name}`);
  return { patterns, url: addressOf(String(to), '--routes'), way: await wayOf(entry, name, doors) };
}

async function wayOf(entry: Fields, name: string, doors: RouteDoors): Promise<Way> {
  const { cacert, insecure, timeout } = entry;
  const secrets = SECRET_WORDS.filter((word) => entry[word] !== undefined);
  if (secrets.length > 1) throw refused(`has more than one secret in ${name}`);
  const [from] = secrets;
  return {
    headers: headersOf(entry['headers'], name, doors),
    ...(from !== undefined && { secret: await doors.secret(from, String(entry[from])) }),
    ...(cacert !== undefined && { authorities: await doors.authorities(String(cacert)) }),
    ...(insecure === true && { insecure }),
    ...(timeout !== undefined && { timeoutMs: doors.durationMs(String(timeout)) }),
  };
}

function headersOf(given: unknown, name: string, { prefixes }: RouteDoors): Pairs {
  if (given === undefined) return [];
  if (!isFields(given)) throw refused(`has headers in ${name} that are not names with values`);
  return Object.entries(given).map(([header, value]) => {
    const problem = headerProblem(header, String(value), prefixes);
    if (problem !== undefined) throw refused(`has the header ${JSON.stringify(header)} in ${name}. ${problem}`);
    return [header, String(value)] as const;
  });
}

const refused = (why: string, hint?: string): Failure =>
  failure('usage', {
    message: `The file of --routes ${why.replace(/\.$/, '')}.`,
    param: '--routes',
    ...(hint !== undefined && { hint }),
  });
