/** A world for tests: real files, settings and HTTP; streams in memory, and a clock whose sleeps take no time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openBrowserDoor } from '../../src/world/browser.ts';
import type { WorldClock } from '../../src/world/clock.ts';
import { openFiles } from '../../src/world/files.ts';
import { openForwarder } from '../../src/world/forward.ts';
import type { Host } from '../../src/world/host.ts';
import { openCarrier } from '../../src/world/deliver.ts';
import { openHttp } from '../../src/world/http.ts';
import { openInstallation } from '../../src/world/installation.ts';
import type { Io } from '../../src/world/io.ts';
import type { Keychain } from '../../src/world/keychain-door.ts';
import type { Env } from '../../src/world/env.ts';
import type { Machine } from '../../src/world/machine.ts';
import { openPrivateFiles } from '../../src/world/private-files.ts';
import { wantsColor, type Sink } from '../../src/world/sink.ts';
import { openPrompt } from '../../src/world/prompt.ts';
import { randomBytes } from '../../src/world/random.ts';
import { tellDescriptor } from '../../src/world/descriptor.ts';
import { openKeys } from '../../src/world/keys.ts';
import { openDoor } from '../../src/world/receive.ts';
import { openSettings } from '../../src/world/settings.ts';
import { openSpawn } from '../../src/world/spawn.ts';
import type { World } from '../../src/world/world.ts';

export interface WorldOptions {
  /** Words after `svc`. */
  readonly argv?: readonly string[];
  readonly env?: Env;
  /** What standard input holds; nothing unless given. */
  readonly stdin?: string;
  /** Columns of the terminal that both output streams are; none unless given. */
  readonly terminal?: number;
  /** Its lines; enough for everything unless given. */
  readonly rows?: number;
  /** Where the clock begins. */
  readonly now?: number;
  /** Home, current and settings folder; a fresh temporary one unless given. */
  readonly folder?: string;
  readonly platform?: NodeJS.Platform;
  /** The machine around; a workstation called `desk` unless told. */
  readonly machine?: Partial<Machine>;
  /** The OS keychain; one in memory unless given. */
  readonly keychain?: Keychain;
}

export interface TestWorld {
  readonly world: World;
  readonly folder: string;
  /** What was written so far. */
  out(): string;
  err(): string;
  /** Milliseconds of every sleep so far. */
  readonly slept: readonly number[];
  /** Sends the signal of Ctrl-C. */
  interrupt(reason: unknown): void;
}

export const TEST_WORLD_NOW = Date.parse('2026-01-05T09:00:00.000Z');

export function testWorld(options: WorldOptions = {}): TestWorld {
  const folder = options.folder ?? freshFolder();
  const env: Env = { HOME: folder, SVC_CONFIG_DIR: join(folder, 'config'), ...options.env };
  const host = testHost(options, folder, env);
  const [out, err] = [memorySink(env, options.terminal, options.rows), memorySink(env, options.terminal, options.rows)];
  const io: Io = { out: out.sink, err: err.sink, in: testSource(options.stdin ?? ''), flush: async () => {} };
  const { clock, slept } = testClock(options.now ?? TEST_WORLD_NOW);
  const signals = new AbortController();
  const http = openHttp(env);
  const files = openFiles(host);
  const machine: Machine = {
    ...DESK,
    isCi: Boolean(env['CI']),
    isWsl: Boolean(env['WSL_DISTRO_NAME']),
    ...options.machine,
  };
  onTestFinished(() => http.single.close());
  const world: World = {
    io,
    env,
    host,
    machine,
    clock,
    random: randomBytes,
    http,
    carrier: async (reach) => openCarrier(reach),
    receive: openDoor,
    keys: async () => openKeys(),
    tell: async (fd, text) => tellDescriptor(fd, text),
    forwarder: async (options) => openForwarder(env, options),
    settings: openSettings(host),
    files,
    privateFiles: openPrivateFiles(files),
    keychain: options.keychain ?? memoryKeychain(),
    spawn: openSpawn(env),
    prompt: openPrompt(io, env),
    browser: openBrowserDoor(host, machine),
    signals: { signal: signals.signal, release: async () => signals.signal.throwIfAborted() },
    installation: openInstallation(),
  };
  return { world, folder, out: out.text, err: err.text, slept, interrupt: (reason) => signals.abort(reason) };
}

const DESK: Machine = {
  name: 'desk',
  isContainer: false,
  isCi: false,
  isWsl: false,
  nodeVersion: '20.19.0',
  canListen: async () => true,
};

/** A keychain that works. `entries` is what it holds. */
export function memoryKeychain(entries = new Map<string, string>()): Keychain {
  return {
    read: async (account) => ({ ok: true, secret: entries.get(account) }),
    store: async (account, secret) => {
      entries.set(account, secret);
      return { ok: true };
    },
    remove: async (account) => {
      entries.delete(account);
      return { ok: true };
    },
    accounts: async () => ({ ok: true, accounts: [...entries.keys()] }),
  };
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-world-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const testHost = ({ argv = [], platform = 'linux' }: WorldOptions, folder: string, env: Env): Host => ({
  argv,
  env,
  pid: process.pid,
  platform,
  home: folder,
  execPath: process.execPath,
  cwd: () => folder,
  onUncaught: () => undefined,
  exit: (code) => {
    throw new Error(`exit ${code}`);
  },
});

function memorySink(env: Env, columns?: number, rows = 1000): { sink: Sink; text: () => string } {
  const pieces: Uint8Array[] = [];
  const sink: Sink = {
    isTTY: columns !== undefined,
    columns,
    rows: columns === undefined ? undefined : rows,
    closed: false,
    write: (text) => void pieces.push(typeof text === 'string' ? Buffer.from(text) : text),
    ready: async () => {},
    color: (choice = 'auto') => wantsColor(choice, columns !== undefined, env),
  };
  return { sink, text: () => Buffer.concat(pieces).toString('utf8') };
}

const testSource = (stdin: string): Io['in'] => ({
  isTTY: false,
  text: async () => stdin,
  async *bytes() {
    yield Buffer.from(stdin);
  },
});

function testClock(begin: number): { clock: WorldClock; slept: number[] } {
  let now = begin;
  const slept: number[] = [];
  const clock: WorldClock = {
    now: () => now,
    monotonic: () => now - begin,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    async sleep(ms, signal) {
      if (signal?.aborted) throw signal.reason;
      slept.push(ms);
      now += ms;
    },
    deadline(ms) {
      const end = now + ms;
      return { signal: new AbortController().signal, remaining: () => Math.max(0, end - now), clear: () => undefined };
    },
  };
  return { clock, slept };
}
