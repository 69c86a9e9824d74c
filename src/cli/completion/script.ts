/** The completion scripts as they come with the package, and the commands that print them. */
import { join } from 'node:path';
import type { World } from '../../world/world.ts';
import { command, type Command } from '../command.ts';
import type { Shell } from './shells.ts';

const FILES: Readonly<Record<Shell, string>> = {
  bash: 'svc.bash',
  zsh: '_svc',
  fish: 'svc.fish',
  powershell: 'svc.ps1',
};

export const scriptPath = ({ installation }: Pick<World, 'installation'>, shell: Shell): string =>
  join(installation.root, 'completions', FILES[shell]);

/** `svc completion bash` and its like. A shell reads the script as it is; -o json is for whoever wants it as data. */
export const scriptCommand = (shell: Shell, words: { readonly summary: string; readonly example: string }): Command =>
  command({
    path: `completion ${shell}`,
    summary: words.summary,
    examples: [words.example],

    async run({ world, flags }) {
      const script = await world.files.readText(scriptPath(world, shell));
      if (flags.output !== undefined) return { result: { shell, script } };
      world.io.out.write(script);
      return {};
    },
  });
