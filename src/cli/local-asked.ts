/** What the service of a data folder is started with, and was started with last. Kept in the folder, for restarts and for commands on a stopped service. */
import { join } from 'node:path';
import { ASKED_FILE } from '../kernel/data-folder.ts';
import { failure } from '../kernel/failure.ts';
import { without } from '../kernel/json.ts';
import { STORE_FILE } from '../kernel/steering.ts';
import type { Context } from './command.ts';

/** How a service starts unless flags, or its last start, say otherwise. */
export const USUAL = {
  host: '127.0.0.1',
  seedPack: 'demo',
  clock: 'real',
  plan: 'full',
  rateLimits: 'on',
} as const;

/** What a service is started with; kept in its folder for `svc local restart`. */
export interface Asked {
  readonly dataDir: string;
  /** 0 picks a free one; undefined is the one that the service of the folder had, or else a free one. */
  readonly port?: number | undefined;
  readonly host: string;
  /** Further names under which it answers, in lower case. */
  readonly allowHost?: readonly string[] | undefined;
  readonly ephemeral?: boolean | undefined;
  /** `postgres://…`; the data lie in the folder without it. */
  readonly database?: string | undefined;
  /** Where other processes on the database reach this one. */
  readonly advertise?: string | undefined;
  readonly seedPack: string;
  readonly seed?: number | undefined;
  readonly clock: string;
  /** ISO 8601. */
  readonly now?: string | undefined;
  readonly plan: string;
  readonly rateLimits: string;
}

/** What is kept of a start. */
export interface KeptStart extends Asked {
  /** The port it listened on. */
  readonly hadPort?: number | undefined;
}

/** The port that the service of a folder had, for a start that names none. */
export async function portToKeep(context: Context, { dataDir, port, ephemeral }: Asked): Promise<number | undefined> {
  if (port !== undefined || ephemeral === true) return undefined;
  return (await lastAsked(context, dataDir))?.hadPort;
}

/** What the service of a folder was last started with, and the defaults where that is unknown. */
export const askedIn = async (context: Context, folder: string): Promise<Asked> => ({
  ...USUAL,
  ...without((await lastAsked(context, folder)) ?? {}, ['hadPort']),
  dataDir: folder,
});

/** What the folder was started with before; undefined for one that holds no data. */
export async function lastAsked({ world }: Context, folder: string): Promise<Partial<KeptStart> | undefined> {
  const kept = await keptStart({ world }, folder);
  return world.files.exists(join(folder, STORE_FILE)) ? (kept ?? {}) : kept?.database === undefined ? undefined : kept;
}

/** What was written at the last start on the folder, also of a service that kept no data; undefined where that is unknown. */
export async function keptStart(
  { world }: Pick<Context, 'world'>,
  folder: string,
): Promise<Partial<KeptStart> | undefined> {
  const text = await world.files.readIfThere(join(folder, ASKED_FILE));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Partial<KeptStart>);
  } catch {
    return undefined;
  }
}

/** Sentences about options that a folder with data ignores: they apply only when it is created. */
export function ignoredOptions(before: Partial<Asked>, { seedPack, seed, now }: Asked): readonly string[] {
  const begun = [
    ...(seedPack === (before.seedPack ?? USUAL.seedPack) ? [] : ['--seed-pack']),
    ...(seed === undefined || seed === before.seed ? [] : ['--seed']),
  ];
  return [
    ...(begun.length === 0
      ? []
      : [
          `The existing data is kept: ${begun.join(' and ')} ${begun.length === 1 ? 'applies' : 'apply'} only to a new folder.`,
        ]),
    ...(now === undefined ? [] : ['The existing time is kept if it is later than --now: a clock never goes back.']),
  ].map((sentence) => `${sentence} \`svc local reset\` starts over with these options.`);
}

/** @throws Failure `usage` for anything but an instant with its offset */
export function instantOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw failure('usage', {
      message: `--now takes a time such as 2026-01-05T09:00:00Z, not ${text}.`,
      param: '--now',
    });
  return new Date(ms).toISOString();
}

/** @throws Failure `usage` for anything but names of hosts, alone */
export function hostNames(names: readonly string[] | undefined): readonly string[] | undefined {
  const wrong = names?.find((name) => !/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(name));
  if (wrong !== undefined)
    throw failure('usage', {
      message: `--allow-host takes a host name such as staging.example.com, without scheme and port, not ${wrong}.`,
      param: '--allow-host',
    });
  return names?.map((name) => name.toLowerCase());
}

/** The flags as they are typed. */
export const wordsOf = (asked: Asked): string[] =>
  Object.entries(asked).flatMap(([name, value]: [string, unknown]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    if (value === true) return [flag];
    return [value].flat().flatMap((one) => [flag, String(one)]);
  });

/** The context of a command, as it is typed. */
export const contextWords = ({ flags: { context } }: Context): string[] =>
  context === undefined ? [] : ['--context', context];
