/** `svc local calls answer`: the other end takes a call. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { call, playOtherEnd } from '../../../cli/local-calls.ts';

export default command({
  path: 'local calls answer',
  summary: 'Answer a ringing call.',
  args: { call },
  flags: {
    dataDir,
    machine: {
      type: 'boolean',
      common: true,
      summary: 'Let an answering machine take the call, for `calls place --amd`',
    },
  },
  writes: true,
  fields: ['id', 'status', 'endReason'],
  examples: [
    'svc local calls answer',
    'svc local calls answer 657edb360f06acaef2cc80db',
    'svc local calls answer --machine',
  ],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) =>
    playOtherEnd(context, flags, args.call, { action: 'answer', machine: flags.machine }),
});
