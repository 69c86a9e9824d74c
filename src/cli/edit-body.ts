/** `--edit`: the body of a call in the editor of the user, then judged like any other. What is refused is kept. Called by operation.ts. */
import { join } from 'node:path';
import type { CallInput } from '../client/request.ts';
import { Failure, failure } from '../kernel/failure.ts';
import { isFields } from '../kernel/json.ts';
import type { Context, Outcome } from './command.ts';
import { editorIn, openEditor } from './composer/text.ts';
import { parseText } from './document.ts';
import type { Spec } from './spec.ts';

interface Editing {
  readonly context: Context;
  /** Judges and sends what was written. */
  then(input: CallInput): Promise<Outcome>;
}

/** @throws Failure `usage` without an editor; what `then` throws, with the path of what was written as its hint */
export async function editBody(spec: Spec, typed: CallInput, { context, then }: Editing): Promise<Outcome> {
  const { world, flags, say } = context;
  const editor = flags.input ? editorIn(world.env) : undefined;
  if (editor === undefined)
    throw failure('usage', {
      message: flags.input ? 'No editor is set.' : '--edit needs an editor, and --no-input allows none.',
      param: '--edit',
      hint: 'Set VISUAL or EDITOR, or give the body with --input.',
    });
  const path = await writeDraft(spec, typed.body, world);
  await openEditor(editor, path, world);
  const text = await world.files.readText(path);
  try {
    const outcome = await then({ ...typed, body: (await parseText(text, path, '--edit')) ?? {} });
    if (flags.dryRun) say(`Your input is kept in ${path}.`);
    else await world.files.remove(path);
    return outcome;
  } catch (error) {
    throw error instanceof Failure ? withPath(error, path) : error;
  }
}

/** The body so far as YAML, and the other fields as comments. */
async function writeDraft(
  spec: Spec,
  body: unknown,
  { files, settings, random }: Pick<Context['world'], 'files' | 'settings' | 'random'>,
): Promise<string> {
  const { default: yaml } = await import('yaml');
  const fields = isFields(body) ? body : {};
  const others = spec.flags.filter((flag) => flag.in === 'body' && !Object.hasOwn(fields, flag.field));
  const lines = [
    `# svc ${spec.path.join(' ')}: save and close to send it.`,
    ...(Object.keys(fields).length === 0 ? [] : [yaml.stringify(fields).trimEnd()]),
    ...others.map(({ field, summary }) => `# ${field}: ${summary}`),
  ];
  const folder = settings.place('drafts');
  const path = join(folder, `${Buffer.from(random(8)).toString('hex')}.yaml`);
  await files.makeFolder(folder);
  await files.writeAtomic(path, `${lines.join('\n')}\n`);
  return path;
}

function withPath(error: Failure, path: string): Failure {
  const { hint, ...fields } = error.fields;
  const wayOn = `Your input is kept in ${path}; --input ${path} --edit opens it again.`;
  return new Failure({ ...fields, hint: hint === undefined ? wayOn : `${hint} ${wayOn}` }, error.exit, error);
}
