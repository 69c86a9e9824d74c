/** The certificate authorities that the user names: by --cacert, SVC_CACERT or a setting. Asked for by the first secure connection. */
import { effectiveSettings } from '../auth/settings.ts';
import { failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import type { GlobalFlags } from './command.ts';

/** @returns PEM; @throws Failure `usage` for a file without a certificate, what reading it throws */
export async function authoritiesFor(world: World, { context, cacert }: GlobalFlags): Promise<string | undefined> {
  const found = effectiveSettings(world, { context, cacert }).cacert;
  return found === undefined ? undefined : authoritiesIn(world, found.value, found.source);
}

/** @param param what named the file */
export async function authoritiesIn({ files }: Pick<World, 'files'>, path: string, param: string): Promise<string> {
  const text = await files.readText(path);
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw failure('usage', { message: `There is no certificate in ${path}.`, param });
}
