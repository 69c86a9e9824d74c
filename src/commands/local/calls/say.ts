/** `svc local calls say`: the other end says something. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { call, playOtherEnd } from '../../../cli/local-calls.ts';

export default command({
  path: 'local calls say',
  summary: 'Say something, for the transcript of an answered call.',
  args: { text: { summary: 'What is said', required: true }, call },
  flags: { dataDir },
  writes: true,
  fields: ['id', 'status', 'endReason'],
  examples: ['svc local calls say "Good morning."', 'svc local calls say "Thank you." 657edb360f06acaef2cc80db'],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) => playOtherEnd(context, flags, args.call, { action: 'say', text: args.text }),
});
