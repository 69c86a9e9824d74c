/** A post that was composed and did not go out, kept as a file that `posts import` takes. Used by compose.ts and by the command. */
import { join } from 'node:path';
import { markdownText } from '../../client/bulk/markdown.ts';
import type { World } from '../../world/world.ts';
import { rowOf, type Draft } from './draft.ts';

type Door = Pick<World, 'files' | 'settings'>;

/** Where the draft of one create lies. @param id its request id */
export const draftPath = ({ settings }: Pick<World, 'settings'>, id: string): string =>
  join(settings.place('drafts'), `${id}.md`);

/** Local media are named in full, since the file lies elsewhere. */
export async function keepDraft(draft: Draft, id: string, world: Door): Promise<string> {
  const path = draftPath(world, id);
  const media = draft.media.map((name) => (/^https?:\/\//i.test(name) ? name : world.files.resolve(name)));
  await world.files.makeFolder(world.settings.place('drafts'));
  await world.files.writeAtomic(path, markdownText(rowOf({ ...draft, media })));
  return path;
}
