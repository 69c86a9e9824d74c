/** `svc local calls press`: the other end presses a key. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { call, playOtherEnd } from '../../../cli/local-calls.ts';

export default command({
  path: 'local calls press',
  summary: 'Press a key of a menu.',
  args: { digit: { summary: 'Key: 0 to 9, * or #', required: true }, call },
  flags: { dataDir },
  writes: true,
  fields: ['id', 'status', 'endReason'],
  examples: ['svc local calls press 1', 'svc local calls press 1 657edb360f06acaef2cc80db'],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) => playOtherEnd(context, flags, args.call, { action: 'press', digit: args.digit }),
});
