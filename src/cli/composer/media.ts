/** The media of the post: paths and addresses one after the other, each looked at when it is typed. */
import { Failure } from '../../kernel/failure.ts';
import { addressItem, fileProblem, isAddress } from '../../client/media.ts';
import { mediaKind } from '../../kernel/media-type.ts';
import { mediaFactsOf } from '../../platforms/media-facts.ts';
import { acceptedTypes } from '../../client/uploads.ts';
import type { Context } from '../command.ts';
import type { Table } from './table.ts';
import type { Draft } from './draft.ts';

type Item = Readonly<Record<string, unknown>>;

export async function askMedia(draft: Draft, { context }: Table): Promise<Draft> {
  const kept = await keptMedia(draft.media, context);
  const media = [...kept];
  for (;;) {
    const name = (await context.world.prompt.input(questionAfter(media.length))).trim();
    if (name === '') return { ...draft, media };
    const problem = await problemOf(name, context);
    if (problem === undefined) media.push(name);
    else context.say(problem);
  }
}

const questionAfter = (count: number): string =>
  count === 0 ? 'Media: a file or a URL (Enter for none)' : 'Another file or URL (Enter to continue)';

/** Media that are there already are offered for keeping, when the step is opened again. */
async function keptMedia(media: readonly string[], { world }: Context): Promise<readonly string[]> {
  if (media.length === 0) return [];
  return world.prompt.checkbox(
    'Which ones to keep?',
    media.map((name) => ({ value: name, name, checked: true })),
  );
}

async function problemOf(name: string, context: Context): Promise<string | undefined> {
  const found = await itemOf(name, context).catch((error: unknown) => {
    if (error instanceof Failure) return error.message;
    throw error;
  });
  return typeof found === 'string' ? found : undefined;
}

/** What is known of each before it is uploaded. */
export const itemsOf = (media: readonly string[], context: Context): Promise<readonly Item[]> =>
  Promise.all(
    media.map(async (name) => {
      const item = await itemOf(name, context);
      return typeof item === 'string' ? { url: name } : item;
    }),
  );

/** @returns the item, or why the file cannot be uploaded */
async function itemOf(name: string, { world, catalog }: Context): Promise<Item | string> {
  if (isAddress(name)) return { ...addressItem(name) };
  const file = await world.files.open(name);
  try {
    const { contentType = '', sizeBytes: size } = file;
    const problem = fileProblem(file, name, acceptedTypes(catalog));
    if (problem !== undefined) return problem;
    const facts = await mediaFactsOf(contentType, file);
    return { type: mediaKind(contentType), url: name, filename: file.name, size, mimeType: contentType, facts };
  } finally {
    await file.close();
  }
}
