/** The log of a detached service. Read by commands/local/start.ts. */
import type { Context } from './command.ts';

/** The log so far. One of an earlier svc holds keys, which are taken out of it. */
export async function logWithoutKeys({ world }: Pick<Context, 'world'>, logFile: string): Promise<string> {
  const [{ withoutKeys }, text = ''] = await Promise.all([
    import('../kernel/secret.ts'),
    world.files.readIfThere(logFile),
  ]);
  const clean = withoutKeys(text);
  if (clean !== text) await world.files.writeAtomic(logFile, clean);
  return clean;
}
