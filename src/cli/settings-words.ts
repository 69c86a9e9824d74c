/** What the commands about settings have in common: settings read leniently, and problems reported with the result. */
import type { World } from '../world/world.ts';
import type { Context } from './command.ts';
import { writeLine } from '../output/neutral.ts';

/** Runs a look at the settings; what could not be read is said on standard error, and the look goes on without it. */
export async function lookedAt<T>(context: Context, look: (world: World) => Promise<T>): Promise<T> {
  const { lenientSettings } = await import('../auth/lenient.ts');
  const { settings, problems } = lenientSettings(context.world);
  const found = await look({ ...context.world, settings });
  for (const { message } of problems) writeLine(context.world.io, `warning: ${message}`);
  return found;
}

/** Said when a context was made the current one. */
export function sayOverruled({ world, say }: Pick<Context, 'world' | 'say'>): void {
  if (world.env['SVC_CONTEXT']) say('SVC_CONTEXT is set and takes precedence.');
}

export const sayUnset = ({ say }: Pick<Context, 'say'>, name: string): void => say(`No source sets ${name}.`);
