/** A real keychain of Linux for one test: a message bus of its own, and gnome-keyring on it. Gone when the test ends. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { isInstalled } from './terminal.ts';

const PROGRAMS = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

/** In CI a missing program is a failure; elsewhere the test says that it was not run. */
export function needSecretService({ skip }: TestContext): void {
  const absent = PROGRAMS.filter((program) => !isInstalled(program));
  if (absent.length === 0) return;
  const words = `not run: ${absent.join(', ')} is not installed`;
  if (process.env['CI']) throw new Error(words);
  skip(words);
}

export interface Bus {
  /** Environment of programs that shall find the bus. */
  readonly env: Readonly<Record<string, string>>;
  /** SIGKILL: the address stays, and nobody listens at it. */
  kill(): Promise<void>;
}

/** A bus that starts nothing by itself, so that without a keyring on it there is no keychain. */
export async function startBus(folder: string): Promise<Bus> {
  const run = join(folder, 'run');
  mkdirSync(run, { mode: 0o700 });
  const config = join(folder, 'bus.conf');
  writeFileSync(config, configOf(join(run, 'private-bus')));
  const daemon = spawn('dbus-daemon', ['--nofork', '--print-address=1', `--config-file=${config}`], {
    env: environmentOf(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = killer(daemon);
  onTestFinished(kill);
  const [address] = (await once(createInterface({ input: daemon.stdout }), 'line')) as [string];
  return { env: { ...environmentOf(folder), DBUS_SESSION_BUS_ADDRESS: address }, kill };
}

const environmentOf = (folder: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  SVC_CONFIG_DIR: join(folder, 'config'),
  XDG_RUNTIME_DIR: join(folder, 'run'),
});

const configOf = (
  socket: string,
): string => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

export interface Keyring {
  /** Locks the collection that secrets go to: it would ask for its password. */
  lock(): void;
  /** SIGSTOP: it is on the bus and does not answer. */
  stop(): void;
}

/** A keyring with an open collection; `unlocked` false leaves it without any. */
export async function startKeyring({ env }: Bus, unlocked = true): Promise<Keyring> {
  const words = ['--foreground', '--components=secrets', ...(unlocked ? ['--unlock'] : [])];
  const daemon = spawn('gnome-keyring-daemon', words, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(async () => {
    daemon.kill('SIGCONT');
    await killer(daemon)();
  });
  daemon.stdin.end('a password');
  await expect.poll(() => isOnBus(env), { timeout: 20_000 }).toBe(true);
  return {
    lock: () => {
      const path = '/org/freedesktop/secrets/collection/login';
      send(env, [
        '--dest=org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
        `array:objpath:${path}`,
      ]);
    },
    stop: () => void daemon.kill('SIGSTOP'),
  };
}

/** A bus that takes connections and never says a word. */
export async function startSilentBus(folder: string): Promise<Pick<Bus, 'env'>> {
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  const path = join(folder, 'run', 'silent-bus');
  const server = createServer().listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { env: { ...environmentOf(folder), DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` } };
}

const isOnBus = (env: Bus['env']): boolean =>
  send(env, [
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ]).includes('true');

const send = (env: Bus['env'], words: readonly string[]): string =>
  execFileSync('dbus-send', ['--session', '--print-reply', ...words], { env, encoding: 'utf8' });

const killer = (child: ChildProcess) => async (): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};
