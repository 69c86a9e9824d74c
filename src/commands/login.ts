/** `svc login`: a key for this machine, confirmed in a browser or taken from standard input. The path: auth/login-aim, device, login, adopt. */
import { Failure, failure } from '../kernel/failure.ts';
import { command, type Context, type Outcome } from '../cli/command.ts';
import type { AimFlags } from '../auth/settings.ts';
import type { LoginDoors } from '../auth/login.ts';
import type { PendingLogin } from '../auth/pending.ts';
import type { Storage } from '../auth/key-store.ts';
import { writeLine } from '../output/neutral.ts';

export default command({
  path: 'login',
  summary: 'Log in: get an API key for this machine and store it.',
  description:
    'Shows a code and a URL, and waits until you confirm the code there in a browser, on this machine or any ' +
    'other. The key is stored in the system keychain, or in a file that only you can read, and the result ' +
    'says which. An existing key stays until the new one works. A service keeps one key per device name.',
  flags: {
    baseUrl: { type: 'string', placeholder: 'url', common: true, summary: 'Base URL of the service' },
    deviceName: {
      type: 'string',
      placeholder: 'name',
      common: true,
      summary: 'Device name of this machine (default: its host name)',
    },
    browser: { type: 'boolean', common: true, summary: 'Open a browser on this machine, where possible' },
    qr: { type: 'boolean', common: true, summary: 'Also show the URL as a QR code' },
    store: {
      type: 'string',
      choices: ['keychain', 'file'],
      summary: 'Where to store the key (default: the keychain, if available)',
    },
    withToken: { type: 'boolean', common: true, summary: 'Read an existing key from standard input instead' },
    start: { type: 'boolean', summary: 'Start the login and print how to finish it; for scripts and agents' },
    finish: { type: 'boolean', summary: 'Finish a login begun with --start; --timeout limits the wait' },
  },
  writes: true,
  fields: [
    'context',
    'baseUrl',
    'device',
    'storage',
    'user.name',
    'user.email',
    'scope',
    'userCode',
    'browserUrl',
    'expiresAt',
    'interval',
    'finish',
  ],
  examples: [
    'svc login',
    'svc login --base-url https://api.example.com --context live',
    'svc login --no-browser --qr',
    'svc login --with-token --context ci < key.txt',
    'svc login --start -o json',
    'svc login --finish --timeout 5m',
  ],
  exits: ['auth', 'pending', 'rate_limited', 'unavailable', 'network'],

  async run(context, { flags }) {
    refuseTogether({ '--start': flags.start, '--finish': flags.finish, '--with-token': flags.withToken });
    const asked: Asked = { ...flags, browser: flags.browser !== false, store: flags.store as Storage | undefined };
    if (flags.finish === true) return finish(context);
    if (flags.withToken === true) return withToken(context, asked);
    const login = await begin(context, asked);
    return flags.start === true ? startLogin(context, login) : confirmLogin(context, login, asked);
  },
});

interface Asked {
  readonly baseUrl?: string | undefined;
  readonly deviceName?: string | undefined;
  readonly browser: boolean;
  readonly qr?: boolean | undefined;
  readonly store?: Storage | undefined;
}

function refuseTogether(flags: Readonly<Record<string, boolean | undefined>>): void {
  const [one, other] = Object.entries(flags).flatMap(([long, on]) => (on === true ? [long] : []));
  if (one === undefined || other === undefined) return;
  throw failure('usage', { message: `${one} and ${other} cannot be combined.`, param: other });
}

const aimFlags = ({ flags }: Context, baseUrl: string | undefined): AimFlags => ({
  context: flags.context,
  baseUrl,
  ask: flags.input,
});

/** What the flags and settings leave open is settled before anything is sent. */
async function begin(context: Context, asked: Asked): Promise<PendingLogin> {
  const { world } = context;
  const [{ loginAim, refuseEnvironmentKey }, { beginLogin: begun }, { sayOpen }] = await Promise.all([
    import('../auth/login-aim.ts'),
    import('../auth/device.ts'),
    import('../cli/login-words.ts'),
  ]);
  refuseEnvironmentKey(world);
  const aim = await loginAim(world, aimFlags(context, asked.baseUrl));
  const device = await deviceName(context, asked.deviceName, aim.baseUrl);
  if (asked.store === 'keychain') await requireKeychain(context);
  sayOpen(aim.baseUrl, context);
  const beganAtMs = world.clock.now();
  return { ...aim, device, storage: asked.store, beganAtMs, begun: await begun(aim.baseUrl, device, doorsOf(context)) };
}

/** Where a name must be given, a service that does not answer is reported first: a name would not help. */
async function deviceName(context: Context, given: string | undefined, baseUrl: string): Promise<string> {
  const [{ deviceNameFor }, { requireAnswer }] = await Promise.all([
    import('../auth/login-aim.ts'),
    import('../auth/device.ts'),
  ]);
  try {
    return deviceNameFor(context.world.machine, given);
  } catch (error) {
    if (given === undefined) await requireAnswer(baseUrl, doorsOf(context));
    throw error;
  }
}

/** Better before the code is confirmed than after. */
async function requireKeychain({ world }: Context): Promise<void> {
  const { forgetKey, placeKey } = await import('../auth/key-store.ts');
  const { place } = await placeKey(world, 'probe', 'probe', 'keychain');
  await forgetKey(world, place);
}

async function confirmLogin(context: Context, login: PendingLogin, { browser, qr }: Asked): Promise<Outcome> {
  const { world } = context;
  const [{ confirmedKey, adoptedLogin }, { loggedIn, sayElsewhere, showCode }] = await Promise.all([
    import('../auth/login.ts'),
    import('../cli/login-words.ts'),
  ]);
  await showCode(login.begun, qr === true, context);
  const isElsewhere = sayElsewhere(login, context);
  if (browser && !isElsewhere && world.browser.usable) void world.browser.open(login.begun.browserUrl);
  const doors = doorsOf(context);
  const waiting = context.progress('Waiting for the confirmation');
  try {
    const key = await confirmedKey(login, doors);
    waiting.update('Checking the key');
    return loggedIn(await adoptedLogin(login, key, doors), context);
  } catch (error) {
    throw isSignal(error) ? withWords(error, `Do not confirm the code ${login.begun.userCode} anymore.`) : error;
  } finally {
    waiting.stop();
  }
}

/** The code of the device stays here: whoever had it would get the key. */
async function startLogin(context: Context, login: PendingLogin): Promise<Outcome> {
  const { world } = context;
  const [{ savePending, pendingFor }, { abandonedLogin }, { sayElsewhere }] = await Promise.all([
    import('../auth/pending.ts'),
    import('../auth/login.ts'),
    import('../cli/login-words.ts'),
  ]);
  await abandonedLogin(await pendingFor(world, login.context).catch(() => undefined), world);
  await savePending(world, login);
  sayElsewhere(login, context);
  const { context: name, baseUrl, device, begun } = login;
  const { userCode, browserUrl, expiresAt, intervalMs } = begun;
  const next = `svc login --finish --context ${name}`;
  return {
    result: {
      ...{ context: name, baseUrl, device },
      ...{ userCode, browserUrl, expiresAt, interval: intervalMs / 1000 },
      finish: next,
    },
    columns: ['userCode', 'browserUrl', 'expiresAt', 'finish'],
  };
}

async function finish(context: Context): Promise<Outcome> {
  const { flags } = context;
  const [{ finishedLogin }, { loggedIn }] = await Promise.all([
    import('../auth/login.ts'),
    import('../cli/login-words.ts'),
  ]);
  const login = await loginUnderWay(context);
  const waiting = context.progress('Waiting for the confirmation');
  try {
    return loggedIn(await finishedLogin(login, doorsOf(context), flags.timeoutMs), context);
  } catch (error) {
    throw isSignal(error) ? withWords(error, 'The login is still pending: `svc login --finish` continues it.') : error;
  } finally {
    waiting.stop();
  }
}

/** The one of the context that is named, else the only one there is. */
async function loginUnderWay({ world, flags }: Context): Promise<PendingLogin> {
  const [{ pendingContexts, pendingFor }, { contextNamed }, { refuseEnvironmentKey }] = await Promise.all([
    import('../auth/pending.ts'),
    import('../auth/settings.ts'),
    import('../auth/login-aim.ts'),
  ]);
  refuseEnvironmentKey(world);
  const named = contextNamed(world, { context: flags.context }, undefined);
  const all = named === undefined ? await pendingContexts(world) : [named.value];
  if (all.length > 1) {
    throw failure('usage', {
      message: `Several logins are pending: ${all.join(', ')}.`,
      param: '--context',
      hint: 'Choose one with --context.',
    });
  }
  const login = all[0] === undefined ? undefined : await pendingFor(world, all[0]);
  if (login === undefined) throw failure('no_login');
  return login;
}

async function withToken(context: Context, asked: Asked): Promise<Outcome> {
  const { world } = context;
  const [{ loginAim }, { adoptKey: adopted }, { canBeKey }, { unstoppable }, { loggedIn, sayOpen }] = await Promise.all(
    [
      import('../auth/login-aim.ts'),
      import('../auth/adopt.ts'),
      import('../kernel/secret.ts'),
      import('../auth/login.ts'),
      import('../cli/login-words.ts'),
    ],
  );
  const aim = await loginAim(world, aimFlags(context, asked.baseUrl));
  const key = (await typedKey(context)).trim();
  if (!canBeKey(key)) {
    throw failure('usage', {
      message: `${noKey(key, context)}: a key is one word of ASCII characters.`,
      param: '--with-token',
    });
  }
  sayOpen(aim.baseUrl, context);
  const device = asked.deviceName;
  return loggedIn(
    await adopted({ ...aim, key, device, storage: asked.store, makeCurrent: true }, unstoppable(doorsOf(context))),
    context,
  );
}

function noKey(key: string, { world }: Context): string {
  if (world.io.in.isTTY) return 'That is not a valid key';
  return key === '' ? 'Standard input is empty: no key was read' : 'Standard input is not a valid key';
}

/** On a terminal, prompts for it without echo. */
async function typedKey({ world, flags }: Context): Promise<string> {
  if (!world.io.in.isTTY) return world.io.in.text();
  if (flags.input && world.prompt.possible) return world.prompt.secret('Key:');
  throw failure('usage', {
    message: '--with-token reads a key from standard input, which is a terminal.',
    param: '--with-token',
    hint: 'svc login --with-token < FILE',
  });
}

function doorsOf({ world, catalog, signal, flags, say }: Context): LoginDoors {
  const debug = (line: string): void => writeLine(world.io, line);
  return { world, catalog, signal, notice: say, ...(flags.debug && { debug }) };
}

const isSignal = (error: unknown): error is Failure =>
  error instanceof Failure && (error.exit === 'interrupted' || error.exit === 'terminated');

const withWords = ({ fields, exit, cause }: Failure, words: string): Failure =>
  new Failure({ ...fields, message: `${fields.message} Nothing was changed. ${words}` }, exit, cause);
