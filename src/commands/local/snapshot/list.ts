/** `svc local snapshot list`: the snapshots one can go back to. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local snapshot list',
  summary: 'List the snapshots.',
  description: 'Lists the snapshots that can be restored; damaged ones are reported on stderr.',
  flags: { dataDir },
  fields: ['name', 'createdAt'],
  examples: ['svc local snapshot list'],

  async run(context, { flags }) {
    const result = await callControl(context, flags, { method: 'GET', path: '/_local/snapshots' });
    for (const { name, problem } of (result['damaged'] ?? []) as readonly { name: string; problem: string }[])
      context.say(`The snapshot ${name} is damaged and cannot be restored. ${problem}`);
    return { result, list: 'snapshots', columns: ['name', 'createdAt'] };
  },
});
