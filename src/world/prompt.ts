/** Questions to a person (@inquirer/prompts), asked on stderr. Never without a terminal: a script must not hang. */
import type * as prompts from '@inquirer/prompts';
import { failure } from '../kernel/failure.ts';
import type { Io } from './io.ts';
import { isPlain } from '../kernel/plain.ts';
import type { Env } from './env.ts';
import type { Prompt } from './prompt-door.ts';

export function openPrompt(io: Io, env: Env): Prompt {
  const possible = (): boolean => !env['SVC_NO_INPUT'] && io.in.isTTY && io.err.isTTY;
  const ask = async <T>(question: (library: Library) => Promise<T>): Promise<T> => {
    if (!possible()) throw failure('usage', { message: 'Cannot prompt here: not a terminal.' });
    try {
      return await question(await import('@inquirer/prompts'));
    } catch (error) {
      throw (error as Error).name === 'ExitPromptError' ? failure('interrupted') : error;
    }
  };
  const context = {
    get output() {
      return process.stderr;
    },
  };
  const secret = (message: string): Promise<string> =>
    ask((library) => library.password({ message, ...(isPlain(env) ? {} : { mask: '*' }) }, context));
  if (isPlain(env)) return accessible(possible, secret);
  return {
    get possible() {
      return possible();
    },
    confirm: (message) => ask((library) => library.confirm({ message, default: false }, context)),
    input: (message, initial) =>
      ask((library) => library.input({ message, ...(initial === undefined ? {} : { default: initial }) }, context)),
    secret,
    select: (message, choices) => ask((library) => library.select({ message, choices }, context)),
    checkbox: (message, choices) =>
      ask((library) => {
        const items = choices.map((one) => ('heading' in one ? new library.Separator(one.heading) : { ...one }));
        return library.checkbox({ message, choices: items, pageSize: 15, loop: false }, context);
      }),
    lines: (message, initial, foot) =>
      ask(async () => (await import('./prompt-lines.ts')).lines({ message, initial, foot }, context)),
  };
}

type Library = typeof prompts;

/** The same questions without redrawing. */
function accessible(possible: () => boolean, secret: Prompt['secret']): Prompt {
  const plain = async () => {
    if (!possible()) throw failure('usage', { message: 'Cannot prompt here: not a terminal.' });
    const { plainPrompt, terminalLines } = await import('./prompt-plain.ts');
    return plainPrompt(terminalLines());
  };
  return {
    get possible() {
      return possible();
    },
    secret,
    confirm: async (...asked) => (await plain()).confirm(...asked),
    input: async (...asked) => (await plain()).input(...asked),
    select: async (...asked) => (await plain()).select(...asked),
    checkbox: async (...asked) => (await plain()).checkbox(...asked),
    lines: async (...asked) => (await plain()).lines(...asked),
  };
}
