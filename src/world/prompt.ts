/** Questions to a person (@inquirer/prompts), asked on stderr. Never off a terminal: a script must not hang. */
import type * as prompts from '@inquirer/prompts';
import { failure } from '../kernel/failure.ts';
import type { Io } from './io.ts';
import type { Env } from './world.ts';

export interface Prompt {
  /** True when a person can be asked: a terminal on stdin and stderr, and no SVC_NO_INPUT. */
  readonly possible: boolean;
  confirm(question: string): Promise<boolean>;
  input(question: string, initial?: string): Promise<string>;
  /** What is typed is not shown. */
  secret(question: string): Promise<string>;
  select(question: string, choices: readonly { value: string; name?: string }[]): Promise<string>;
}

export function openPrompt(io: Io, env: Env): Prompt {
  const possible = (): boolean => !env['SVC_NO_INPUT'] && io.in.isTTY && io.err.isTTY;
  const ask = async <T>(question: (library: Library) => Promise<T>): Promise<T> => {
    if (!possible()) throw failure('usage', { message: 'A question cannot be asked here: this is no terminal.' });
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
  return {
    get possible() {
      return possible();
    },
    confirm: (message) => ask((library) => library.confirm({ message, default: false }, context)),
    input: (message, initial) =>
      ask((library) => library.input({ message, ...(initial === undefined ? {} : { default: initial }) }, context)),
    secret: (message) => ask((library) => library.password({ message, mask: '*' }, context)),
    select: (message, choices) => ask((library) => library.select({ message, choices }, context)),
  };
}

type Library = typeof prompts;
