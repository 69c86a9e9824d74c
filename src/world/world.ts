/** All doors to the outside in one hand. `main` opens the world once and hands it to everything else. */
import type { Carrier } from '../kernel/delivery.ts';
import type { Reach } from './address.ts';
import { openBrowserDoor, type Browser } from './browser.ts';
import { openClock, type WorldClock } from './clock.ts';
import { openFiles, type Files } from './files.ts';
import type { Forwarder, ForwarderOptions } from './forward.ts';
import { openHost, type Host } from './host.ts';
import { openHttp, type Http } from './http.ts';
import { openInstallation, type Installation } from './installation.ts';
import { openIo, type Io } from './io.ts';
import { openKeychain } from './keychain.ts';
import type { Keychain } from './keychain-door.ts';
import type { Keys } from './keys.ts';
import { openMachine, type Machine } from './machine.ts';
import { openPrivateFiles, type PrivateFiles } from './private-files.ts';
import type { Prompt } from './prompt-door.ts';
import { openPrompt } from './prompt.ts';
import { randomBytes, type Random } from './random.ts';
import type { Door, DoorOptions, OpenDoor } from './receive.ts';
import { openSettings, type Settings } from './settings.ts';
import { openSignals, type Signals } from './signals.ts';
import { openSpawn, type Spawn } from './spawn.ts';
import type { Env } from './env.ts';

export interface World {
  readonly io: Io;
  /** Environment variables as a plain record. */
  readonly env: Env;
  readonly host: Host;
  readonly machine: Machine;
  readonly clock: WorldClock;
  readonly random: Random;
  readonly http: Http;
  /** Brings webhook deliveries to addresses that lie within reach. */
  readonly carrier: (reach: Reach) => Promise<Carrier>;
  /** Opens a server for webhook deliveries. Throws what `openDoor` throws. */
  readonly receive: (door: Door, options: DoorOptions) => Promise<OpenDoor>;
  /** Passes deliveries on as they came. */
  readonly forwarder: (options: ForwarderOptions) => Promise<Forwarder>;
  /** Keys of the terminal on standard input. */
  readonly keys: () => Promise<Keys>;
  /** Writes to a descriptor that the caller has opened, and closes it. Throws what `tellDescriptor` throws. */
  readonly tell: (fd: number, text: string) => Promise<void>;
  readonly settings: Settings;
  readonly files: Files;
  readonly privateFiles: PrivateFiles;
  readonly keychain: Keychain;
  readonly spawn: Spawn;
  readonly prompt: Prompt;
  readonly browser: Browser;
  readonly signals: Signals;
  readonly installation: Installation;
}

/** The real world. Nothing is loaded here beyond small files of our own: each door loads its library at first use. */
export function openWorld(): World {
  const host = openHost();
  const io = openIo(host.env);
  const signals = openSignals();
  const machine = openMachine(host);
  const files = openFiles(host);
  const installation = openInstallation();
  return {
    io,
    env: host.env,
    host,
    machine,
    clock: openClock(),
    random: randomBytes,
    http: openHttp(host.env),
    carrier: async (reach) => (await import('./deliver.ts')).openCarrier(reach),
    receive: async (door, options) => (await import('./receive.ts')).openDoor(door, options),
    forwarder: async (options) => (await import('./forward.ts')).openForwarder(host.env, options),
    keys: async () => (await import('./keys.ts')).openKeys(),
    tell: async (fd, text) => (await import('./descriptor.ts')).tellDescriptor(fd, text),
    settings: openSettings(host),
    files,
    privateFiles: openPrivateFiles(files),
    keychain: openKeychain(host, installation),
    spawn: openSpawn(host.env),
    prompt: openPrompt(io, host.env),
    browser: openBrowserDoor(host, machine),
    signals,
    installation,
  };
}
