/** The end of a sign-in that connects an account: a door on this machine to which the browser comes back, and the list of accounts. Used by `svc connect url --wait` and its like. */
import { failure, type Failure } from '../kernel/failure.ts';
import type { Answer, Door, Head } from '../world/receive.ts';
import type { Context, Outcome } from './command.ts';
import { firstOutcome, lookUntil } from './connect-poll.ts';
import { writeLine } from '../output/neutral.ts';

/** A sign-in is a person at work, who may have to look for a password. */
const WAIT_MS = 600_000;

const HOST = '127.0.0.1';

/** The browser brings a few hundred bytes of address and nothing else. */
const BOUNDS = { maxBodyBytes: 1_024, withinMs: 10_000, maxConnections: 20, maxHeldBytes: 100_000 };

/** An account as the wait reports it. */
interface Connected {
  readonly connected: string;
  readonly profileId: string;
  readonly accountId: string;
  readonly username: string;
}

const COLUMNS = ['connected', 'username', 'accountId', 'profileId'];

/**
 * Waits for the browser, or for the account where the browser runs on another machine and cannot come back.
 * @param begin starts the sign-in, given the URL that the browser returns to
 * @param of whose account it will be
 * @returns the account, or why nothing was connected
 * Source: AUTH-17, AUTH-18, ACC-38
 */
export async function waitForSignIn(
  context: Context,
  begin: (address: string) => Promise<Outcome>,
  of: { readonly platform: string; readonly profileId: string },
): Promise<Outcome> {
  const { world } = context;
  const path = `/${Buffer.from(world.random(16)).toString('hex')}`;
  const back = backDoor(path);
  const door = await world.receive(back.door, { host: HOST, port: 0, ...BOUNDS });
  try {
    const before = new Set((await listAccounts(context, of)).map(({ accountId }) => accountId));
    const begun = await begin(`http://${HOST}:${door.port}${path}`);
    const { authUrl, state } = (begun.result ?? {}) as { authUrl?: unknown; state?: unknown };
    if (begun.failure !== undefined || typeof authUrl !== 'string') return begun;
    back.expect(String(state));
    await showAddress(authUrl, context);
    const findNew = async (): Promise<Connected | undefined> =>
      (await listAccounts(context, of)).find(({ accountId }) => !before.has(accountId));
    return await firstOf(back.came, findNew, context);
  } finally {
    await door.close();
  }
}

/** Accounts of the platform in the profile; one that is connected again has another id. Source: ACC-11 */
async function listAccounts({ catalog, call }: Context, query: { platform: string; profileId: string }) {
  const { body } = await call(catalog.card('listAccounts'), { path: {}, query, headers: {} });
  const { accounts } = Object(body) as { readonly accounts?: readonly Readonly<Record<string, unknown>>[] };
  return (accounts ?? []).map(({ _id, username }): Connected => ({
    connected: query.platform,
    profileId: query.profileId,
    accountId: String(_id),
    username: String(username),
  }));
}

/** A server that lets in the one address that nobody could guess, once. */
function backDoor(path: string) {
  let state = '';
  let bring: (said: URLSearchParams) => void = () => undefined;
  const came = new Promise<URLSearchParams>((resolve) => (bring = resolve));
  const no = (status: number): Answer => ({ status, headers: { 'cache-control': 'no-store' } });
  const door: Door = {
    look: ({ method }) => (method === 'GET' ? undefined : no(405)),
    async take({ target, headers }: Head) {
      const url = new URL(target, `http://${HOST}`);
      if (url.pathname !== path || !isFromHere(headers)) return no(404);
      if ((url.searchParams.get('state') ?? state) !== state) return no(403);
      bring(url.searchParams);
      return { status: 200, headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: SAID };
    },
    turned: () => undefined,
  };
  return { door, came, expect: (word: string) => void (state = word) };
}

const SAID = 'You can close this page and return to the terminal.\n';

/** A name of somebody else's that leads to this machine is no way in. */
const isFromHere = (headers: Head['headers']): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'host' && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(value));

async function showAddress(authUrl: string, { world }: Context): Promise<void> {
  writeLine(world.io, `Open: ${authUrl}`);
  if (world.browser.usable) void world.browser.open(authUrl);
}

/** The browser that comes back, the account that appears, or the end of the wait. */
async function firstOf(
  came: Promise<URLSearchParams>,
  findNew: () => Promise<Connected | undefined>,
  context: Context,
): Promise<Outcome> {
  const saying = 'Waiting for the sign-in in the browser';
  const limitMs = context.flags.timeoutMs ?? WAIT_MS;
  return firstOutcome(context, { saying, limitMs, late: lateFailure }, (until) => [
    came.then(outcomeOf),
    lookUntil(findNew, context, until).then((result): Outcome => ({ result, columns: COLUMNS })),
  ]);
}

const lateFailure = (): Failure =>
  failure('pending', {
    message: 'Timed out waiting for the sign-in.',
    hint: '`svc accounts list` shows whether the account was connected anyway.',
  });

/** What the browser brought: the account, or the word of whoever refused. */
function outcomeOf(said: URLSearchParams): Outcome {
  const words = Object.fromEntries([...said].filter(([name]) => name !== 'state'));
  if (words['error'] !== undefined) throw refused(words['error'], words);
  return { result: words, columns: COLUMNS };
}

const refused = (error: string, details: Readonly<Record<string, string>>): Failure =>
  failure('connect_failed', { message: `The sign-in did not connect an account: ${error}.`, details });
