/** The text of a post, written in the user's editor, or below the question when no editor is set. */
import { join } from 'node:path';
import { parse } from 'shell-quote';
import { failure } from '../../kernel/failure.ts';
import type { World } from '../../world/world.ts';

export interface Writing {
  readonly question: string;
  readonly initial: string;
  /** The words below the text while it is typed. */
  foot(text: string): Promise<string>;
  say(line: string): void;
}

type Door = Pick<World, 'env' | 'files' | 'prompt' | 'settings' | 'spawn' | 'random'>;

export async function writeText(writing: Writing, world: Door): Promise<string> {
  const editor = editorIn(world.env);
  const text = editor === undefined ? await askForText(writing, world) : await editText(editor, writing, world);
  return text.replace(/\s+$/, '');
}

const askForText = ({ question, initial, foot }: Writing, { prompt }: Door): Promise<string> =>
  prompt.lines(question, initial, foot);

/** The command line of the editor, taken apart as a shell would, but run by none. */
export function editorIn(env: World['env']): readonly [command: string, ...args: string[]] | undefined {
  const line = env['VISUAL'] || env['EDITOR'] || '';
  const words = parse(line).filter((word) => typeof word === 'string');
  const [command, ...args] = words;
  return command === undefined ? undefined : [command, ...args];
}

/** @throws Failure `local_io` with the path when the editor fails */
export async function openEditor(
  [command, ...args]: readonly [string, ...string[]],
  path: string,
  { spawn }: Pick<World, 'spawn'>,
): Promise<void> {
  const { code } = await spawn.run(command, [...args, path], { output: 'inherit' });
  if (code === 0) return;
  throw failure('local_io', {
    message: `The editor ${command} exited with ${code}. Your text is in ${path}.`,
    hint: 'Set another editor with VISUAL or EDITOR.',
  });
}

async function editText(
  [command, ...args]: readonly [string, ...string[]],
  writing: Writing,
  world: Door,
): Promise<string> {
  const { files, settings, spawn, random } = world;
  const folder = settings.place('drafts');
  const path = join(folder, `${Buffer.from(random(8)).toString('hex')}.txt`);
  await files.makeFolder(folder);
  await files.writeAtomic(path, writing.initial);
  writing.say(`${writing.question}: ${command} is open. Save and close it to continue.`);
  await openEditor([command, ...args], path, { spawn });
  const text = await files.readText(path);
  await files.remove(path);
  return text;
}
