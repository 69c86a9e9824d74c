/** `svc posts update ID`: changes a post, and waits for its end where that is asked for. */
import { override } from '../../cli/command.ts';
import { afterWait, waitFlag } from '../../cli/post-wait.ts';

export default override('posts update', {
  flags: { wait: waitFlag },
  exits: ['pending'],
  run: async (context, input, send, { flags }) => afterWait(await send(input), flags.wait, context),
});
