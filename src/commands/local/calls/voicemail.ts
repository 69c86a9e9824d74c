/** `svc local calls voicemail`: the caller leaves a message. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { call, playOtherEnd } from '../../../cli/local-calls.ts';

export default command({
  path: 'local calls voicemail',
  summary: 'Leave a message on the voicemail of a number, as soon as it takes the call.',
  args: { call },
  flags: {
    dataDir,
    seconds: { type: 'integer', common: true, summary: 'Length of the message (default 10, at most 120)' },
    text: { type: 'string', common: true, summary: 'What the caller says, for the transcript' },
  },
  writes: true,
  fields: ['id', 'status', 'endReason'],
  examples: [
    'svc local calls voicemail --seconds 20 --text "Call me back."',
    'svc local calls voicemail 657edb360f06acaef2cc80db',
  ],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) =>
    playOtherEnd(context, flags, args.call, { action: 'leave_voicemail', seconds: flags.seconds, text: flags.text }),
});
