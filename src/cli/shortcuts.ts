/** What `svc NAME` means when NAME is not a command: an alias from the settings, or a program `svc-NAME` on the search path. Loaded only then. */
import { isFields } from '../kernel/json.ts';
import { EXITS } from '../kernel/exits.ts';
import type { SettingsFields } from '../world/settings-file.ts';
import type { World } from '../world/world.ts';

/** Letters, digits and dashes: also part of the name of a program. */
const NAME = /^[a-z][a-z0-9-]*$/;

/** What `svc alias set` refuses, as a sentence. */
export const aliasProblem = (name: string): string | undefined =>
  NAME.test(name)
    ? undefined
    : 'An alias name consists of lowercase letters, digits and dashes, and starts with a letter.';

/** Aliases by name: the words that stand for it. What is unreadable is left out. */
export function aliasesIn(settings: SettingsFields): Readonly<Record<string, readonly string[]>> {
  const { aliases } = settings;
  if (!isFields(aliases)) return {};
  const isWords = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
  return Object.fromEntries(
    Object.entries(aliases).filter((one): one is [string, readonly string[]] => isWords(one[1])),
  );
}

/** The command line that was meant, or the exit code of the program that ran in its place. */
export async function shortcutFor(argv: readonly string[], world: World): Promise<readonly string[] | number> {
  const [name = '', ...rest] = argv;
  const words = NAME.test(name) ? aliasNamed(name, world) : undefined;
  if (words !== undefined) return [...words, ...rest];
  const program = NAME.test(name) ? await world.spawn.find(`svc-${name}`) : undefined;
  return program === undefined ? argv : runExtension(program, rest, world);
}

/** Settings that cannot be read are reported by the commands that need them. */
function aliasNamed(name: string, { settings }: World): readonly string[] | undefined {
  try {
    return aliasesIn(settings.read())[name];
  } catch {
    return undefined;
  }
}

async function runExtension(program: string, words: readonly string[], { spawn }: World): Promise<number> {
  const { code } = await spawn.run(program, words, { output: 'inherit' });
  return code ?? EXITS.internal;
}
