/** `svc auth token`: the key itself, for another program. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';

export default command({
  path: 'auth token',
  summary: 'Print the key in use, for another program.',
  description: 'Prints to a pipe or a file; on a terminal, where others may see it, only with --yes.',
  fields: ['token'],
  examples: ['svc auth token | wc -c', 'svc auth token --context live > key.txt', 'svc auth token --yes'],
  exits: ['auth'],

  async run({ world, flags, target }) {
    if (world.io.out.isTTY && !flags.yes) {
      throw failure('confirmation', {
        message: 'The key would be shown on this terminal.',
        hint: 'Pipe it with `svc auth token | …`, or add --yes.',
      });
    }
    const { key } = await target();
    if (flags.output === undefined && flags.jq === undefined && flags.template === undefined) {
      world.io.out.write(`${key}\n`);
      return {};
    }
    return { result: { token: key }, columns: ['token'] };
  },
});
