/** `svc config path`: where the settings of this user lie. Works with broken settings too. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'config path',
  summary: 'Print the path of the settings file.',
  fields: ['path', 'stateFolder'],
  examples: ['svc config path', 'svc config path -o lines'],

  async run({ world }) {
    const { path, stateFolder } = world.settings;
    return { result: { path, stateFolder }, columns: ['path', 'stateFolder'] };
  },
});
