/** `svc completion uninstall`: takes the block out again that `install` has put in. */
import { command } from '../../cli/command.ts';
import { SHELLS } from '../../cli/completion/shells.ts';

export default command({
  path: 'completion uninstall',
  summary: 'Remove shell completion for `svc`.',
  description: 'Removes only the marked block; a file that is then empty is deleted.',
  flags: {
    shell: {
      type: 'string',
      choices: SHELLS,
      common: true,
      summary: 'Shell (default: the one in SHELL)',
    },
    file: { type: 'file', summary: 'The file, if your shell does not read the usual one' },
  },
  writes: true,
  examples: ['svc completion uninstall', 'svc completion uninstall --shell fish'],

  async run({ world }, { flags }) {
    const [{ shellOf, startFile, uninstall }, { forgetTrace }] = await Promise.all([
      import('../../cli/completion/install.ts'),
      import('../../auth/traces.ts'),
    ]);
    const shell = SHELLS.find((one) => one === flags.shell) ?? shellOf(world);
    const file = flags.file === undefined ? startFile(world, shell) : world.files.resolve(flags.file);
    const { action } = await uninstall(world, shell, file);
    await forgetTrace(world.settings, 'completionFiles', file);
    const text = action === 'removed' ? `Removed the block from ${file}.` : `There is no block in ${file}.`;
    return { result: { shell, file, action }, text };
  },
});
