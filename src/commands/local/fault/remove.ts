/** `svc local fault remove`: takes one fault away, or all of them. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local fault remove',
  summary: 'Remove a fault; without an id, all of them.',
  args: { faultId: { summary: 'Id of the fault' } },
  flags: { dataDir },
  writes: true,
  examples: ['svc local fault remove', 'svc local fault remove 64f0a1b2c3d4e5f6a7b8c9d0'],
  exits: ['not_found'],

  async run(context, { args, flags }) {
    const below = args.faultId === undefined ? '' : `/${encodeURIComponent(args.faultId)}`;
    return { result: await callControl(context, flags, { method: 'DELETE', path: `/_local/faults${below}` }) };
  },
});
