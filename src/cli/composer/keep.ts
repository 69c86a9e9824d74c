/** What was composed and is not there yet, kept as a file that another command takes. Used by the composers and by their commands. */
import { join } from 'node:path';
import { markdownText } from '../../client/bulk/markdown.ts';
import type { CallInput } from '../../client/request.ts';
import { withWords } from '../../client/uploads.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import type { World } from '../../world/world.ts';
import type { Outcome } from '../command.ts';
import { rowOf, type Draft } from './draft.ts';

type Door = Pick<World, 'files' | 'settings'>;

/** Where the draft of one create lies. @param id its request id */
const draftPath = ({ settings }: Pick<World, 'settings'>, id: string, ending: string): string =>
  join(settings.place('drafts'), `${id}.${ending}`);

/** Local media are named in full, since the file lies elsewhere. */
export async function keepDraft(draft: Draft, id: string, world: Door): Promise<string> {
  const media = draft.media.map((name) => (/^https?:\/\//i.test(name) ? name : world.files.resolve(name)));
  return keepText(markdownText(rowOf({ ...draft, media })), { id, ending: 'md' }, world);
}

/** @returns the path of the file */
export async function keepText(
  text: string,
  { id, ending }: { readonly id: string; readonly ending: string },
  world: Door,
): Promise<string> {
  const path = draftPath(world, id, ending);
  await world.files.makeFolder(world.settings.place('drafts'));
  await world.files.writeAtomic(path, text);
  return path;
}

/** The draft on disk goes when what was composed is there, and is named when it is not. What was not composed has no draft. */
export async function sendComposed(
  { headers }: CallInput,
  ending: string,
  send: () => Promise<Outcome>,
  world: Door,
): Promise<Outcome> {
  const { files } = world;
  const id = headers[REQUEST_ID];
  const kept = id === undefined ? undefined : draftPath(world, id, ending);
  if (kept === undefined || !files.exists(kept)) return send();
  try {
    const outcome = await send();
    await files.remove(kept);
    return outcome;
  } catch (error) {
    throw withWords(error, `The draft was saved in ${kept}.`, { kept });
  }
}
