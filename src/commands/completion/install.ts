/** `svc completion install`: lets every new shell load the completion. */
import { command } from '../../cli/command.ts';
import { SHELLS } from '../../cli/completion/shells.ts';

export default command({
  path: 'completion install',
  summary: 'Install shell completion for `svc`.',
  description:
    'Adds a marked block to the startup file of the shell, or updates an existing block; the rest of the ' +
    'file is not changed. fish gets its own file.',
  flags: {
    shell: {
      type: 'string',
      choices: SHELLS,
      common: true,
      summary: 'Shell (default: the one in SHELL)',
    },
    file: { type: 'file', summary: 'Write to this file, if your shell does not read the usual one' },
    print: { type: 'boolean', summary: 'Print the lines and the file without writing' },
  },
  writes: true,
  examples: ['svc completion install', 'svc completion install --shell zsh', 'svc completion install --print'],

  async run({ world, say }, { flags }) {
    const [{ blockFor, install, shellOf, startFile }, { rememberTrace }] = await Promise.all([
      import('../../cli/completion/install.ts'),
      import('../../auth/traces.ts'),
    ]);
    const shell = SHELLS.find((one) => one === flags.shell) ?? shellOf(world);
    const file = flags.file === undefined ? startFile(world, shell) : world.files.resolve(flags.file);
    if (flags.print === true) {
      const block = blockFor(world, shell);
      say(`For ${file}:`);
      return { result: { shell, file, block }, text: block };
    }
    const change = await install(world, shell, file);
    await rememberTrace(world.settings, 'completionFiles', file);
    return { result: change, text: `${SAID[change.action]} ${file}. New shells complete svc.` };
  },
});

const SAID = {
  added: 'Added completions to',
  updated: 'Updated completions in',
  unchanged: 'Completions are up to date in',
  removed: '',
  absent: '',
} as const;
