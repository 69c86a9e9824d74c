/** `svc posts retry ID`: runs the failed targets of a post again, and waits for their end where that is asked for. */
import { override } from '../../cli/command.ts';
import { afterWait, waitFlag } from '../../cli/post-wait.ts';

export default override('posts retry', {
  flags: { wait: waitFlag },
  exits: ['pending'],
  run: async (context, input, send, { flags }) => afterWait(await send(input), flags.wait, context),
});
