/** For which context a setting is changed, and whether the change shows. Used by `svc config set` and `unset`. */
import { CONTEXT_SETTINGS } from '../kernel/settings.ts';
import type { Context } from './command.ts';

/** The setting that is read or changed; auth/setting-values.ts refuses other words, and says where keys go. */
export const namedSetting = {
  summary: 'The setting',
  required: true,
  choices: [...CONTEXT_SETTINGS, 'context'],
  judged: 'by the command',
} as const;

export const forAll = { type: 'boolean', summary: 'Set the default of all contexts' } as const;

/** Name of the context; undefined for all of them. */
export async function placeOf({ world, flags }: Context, all: boolean | undefined): Promise<string | undefined> {
  if (all === true) return undefined;
  const { effectiveSettings } = await import('../auth/settings.ts');
  return effectiveSettings(world, { context: flags.context }).context?.value;
}

/** Says when a change has no effect, and which value takes precedence. */
export async function sayWhatWins({ world, flags, say }: Context, name: string, value: string): Promise<void> {
  const [{ candidatesFor }, { settingNamed }] = await Promise.all([
    import('../auth/settings.ts'),
    import('../auth/setting-values.ts'),
  ]);
  const [winner] = candidatesFor(settingNamed(name), world, { context: flags.context });
  if (winner !== undefined && winner.value !== value) say(`${winner.source} also sets ${name} and takes precedence.`);
}

/** A key is for the address at which it was checked: it does not follow a context that goes elsewhere. */
export async function sayKeyStays({ world, say }: Context, place: string, baseUrl: string): Promise<void> {
  const { contextsIn } = await import('../auth/context.ts');
  const origin = contextsIn(world.settings.read())[place]?.key?.origin;
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  say(
    `The key of ${place} is for ${origin} and is not sent there; \`svc login --context ${place}\` creates another one.`,
  );
}
