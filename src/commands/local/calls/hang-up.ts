/** `svc local calls hang-up`: the other end ends a call. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { call, playOtherEnd } from '../../../cli/local-calls.ts';

export default command({
  path: 'local calls hang-up',
  summary: 'Hang up; a ringing call is declined.',
  args: { call },
  flags: { dataDir },
  writes: true,
  fields: ['id', 'status', 'endReason'],
  examples: ['svc local calls hang-up', 'svc local calls hang-up 657edb360f06acaef2cc80db'],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) => playOtherEnd(context, flags, args.call, { action: 'hang_up' }),
});
