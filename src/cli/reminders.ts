/** What a person at a terminal should know once a day: a key that ends soon, a replaced key that is still valid, a newer svc. Called after everything was said. */
import { contextsIn } from '../auth/context.ts';
import { credentialsFor } from '../auth/credential.ts';
import { effectiveSettings } from '../auth/settings.ts';
import { DAY_MS } from '../kernel/time.ts';
import type { World } from '../world/world.ts';
import { gapOfContext } from './local-version.ts';
import type { Context } from './command.ts';
import { askForUpdate, isNoticeWanted, updateNotice } from './update-notice.ts';

/** How long before its end a key is spoken of. */
const AHEAD_MS = 7 * DAY_MS;

interface Reminder {
  /** The same matter has the same one tomorrow. */
  readonly about: string;
  readonly sentence: string;
}

/** Never throws: no reminder is worth a failure. */
export async function remind({ world, flags, say }: Pick<Context, 'world' | 'flags' | 'say'>): Promise<void> {
  try {
    const due = [
      ...(await endingKey(world, flags.context)),
      ...replacedKeys(world),
      ...(await otherVersion(world, flags.context)),
      ...(await newerVersion(world)),
    ];
    const fresh = due.filter(({ about }) => isFresh(world, about));
    const asks = isNoticeWanted(world) && isFresh(world, UPDATE_CHECK);
    if (fresh.length === 0 && !asks) return;
    // First noted, then said: where nothing can be written, silence is better than a line at every command.
    await note(world, [...fresh.map(({ about }) => about), ...(asks ? [UPDATE_CHECK] : [])]);
    for (const { sentence } of fresh) say(sentence);
    if (asks) await askForUpdate(world);
  } catch {
    // Settings that cannot be read are reported by the command itself.
  }
}

async function endingKey(world: World, context: string | undefined): Promise<readonly Reminder[]> {
  const effective = effectiveSettings(world, { context });
  const [used] = await credentialsFor(world, effective);
  const { expiresAt, masked } = used?.record ?? {};
  const name = effective.context?.value;
  if (typeof expiresAt !== 'string' || masked === undefined || name === undefined) return [];
  const leftMs = Date.parse(expiresAt) - world.clock.now();
  if (!(leftMs <= AHEAD_MS)) return [];
  const when = leftMs <= 0 ? `expired on ${dayOf(expiresAt)}` : `expires ${inDays(leftMs)}, on ${dayOf(expiresAt)}`;
  const sentence = `The key ${masked} of context ${name} ${when}. \`svc login --context ${name}\` creates a new one.`;
  return [{ about: `expiry ${name}`, sentence }];
}

const dayOf = (instant: string): string => instant.slice(0, 10);

const inDays = (ms: number): string => {
  const days = Math.floor(ms / DAY_MS);
  return days === 0 ? 'within a day' : `in ${String(days)} ${days === 1 ? 'day' : 'days'}`;
};

function replacedKeys({ settings, clock }: World): readonly Reminder[] {
  return Object.entries(contextsIn(settings.read())).flatMap(([context, { retiring = [] }]) =>
    retiring
      .filter(({ revokeAfter }) => Date.parse(revokeAfter) <= clock.now())
      .map(({ id, name }) => ({
        about: `replaced ${id}`,
        sentence: `The old key ${name} of context ${context} is still valid. \`svc api-keys delete ${id} --context ${context}\` revokes it.`,
      })),
  );
}

async function otherVersion(world: World, context: string | undefined): Promise<readonly Reminder[]> {
  const sentence = await gapOfContext(world, context);
  return sentence === undefined ? [] : [{ about: `version ${sentence}`, sentence }];
}

const UPDATE_CHECK = 'update check';

/** One matter whatever the version, so that there is one notice a day. */
async function newerVersion(world: World): Promise<readonly Reminder[]> {
  const sentence = isNoticeWanted(world) ? await updateNotice(world) : undefined;
  return sentence === undefined ? [] : [{ about: 'update', sentence }];
}

type Noted = Readonly<Record<string, unknown>>;

const notedIn = ({ settings }: World): Noted => settings.readBeside(settings.place('reminders')) ?? {};

const isFresh = (world: World, about: string): boolean => {
  const last = notedIn(world)[about];
  const sinceMs = typeof last === 'number' ? world.clock.now() - last : Infinity;
  return sinceMs >= DAY_MS || sinceMs < 0;
};

async function note(world: World, matters: readonly string[]): Promise<void> {
  const now = world.clock.now();
  const recent = Object.entries(notedIn(world)).filter(([, at]) => typeof at === 'number' && now - at < DAY_MS);
  const noted = Object.fromEntries([...recent, ...matters.map((about) => [about, now])]);
  await world.files.makeFolder(world.settings.stateFolder);
  await world.files.writeAtomic(world.settings.place('reminders'), JSON.stringify(noted));
}
