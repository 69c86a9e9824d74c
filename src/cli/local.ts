/** What the `svc local` commands have in common: the flag that says which service is meant, and the call to it. */
import type { ControlCall } from '../client/control.ts';
import type { Context } from './command.ts';

/** Every `svc local` command takes it. */
export const dataDir = {
  type: 'file',
  summary: 'Data folder of the service',
  placeholder: 'folder',
} as const;

/** Newest or earliest records shown. */
export const limit = { type: 'integer', placeholder: 'n', summary: 'Maximum number of items' } as const;

/** Calls the control surface of the service that the flags and the context mean. */
export async function callControl(
  context: Context,
  flags: { readonly dataDir?: string | undefined },
  call: ControlCall,
): Promise<Record<string, unknown>> {
  const [{ localService }, { sendControl: controlled }] = await Promise.all([
    import('../auth/local-service.ts'),
    import('../client/control.ts'),
  ]);
  const service = await localService(context.world, { dataDir: flags.dataDir, context: context.flags.context });
  return controlled(context.world, service, call, context.signal).catch(async (error: unknown) => {
    const { explainUnknown, versionGap } = await import('./local-version.ts');
    throw await explainUnknown(error, async () => versionGap(context.world, service));
  });
}

/** The fields that have a value. */
export const withoutUnset = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
