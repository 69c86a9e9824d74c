/** Writes an ad to a file for `ads apply` instead of creating it. Next stop: client/ads/file-text.ts. */
import { adsFileText, NOT_WHOLE } from '../../client/ads/file-text.ts';
import { failure } from '../../kernel/failure.ts';
import type { Fields } from '../../kernel/json.ts';
import type { Context, Outcome } from '../command.ts';

/** @throws Failure `usage` for a body that makes no whole campaign, and for a file that is there already */
export async function saveAd(body: Fields, path: string, { world, flags }: Context): Promise<Outcome> {
  const stray = NOT_WHOLE.find((field) => body[field] !== undefined);
  if (stray !== undefined)
    throw failure('usage', {
      message: `--save writes a whole campaign with one ad, without \`${stray}\`.`,
      param: '--save',
    });
  if (world.files.exists(path))
    throw failure('usage', { message: `${path} already exists; name another file.`, param: '--save' });
  if (!flags.dryRun) await world.files.writeAtomic(path, adsFileText(body));
  return {
    result: { file: path, ...(flags.dryRun && { dryRun: true }) },
    text: `${flags.dryRun ? 'Would write' : 'Wrote'} ${path}. \`svc ads apply ${path}\` creates the campaign.`,
  };
}
