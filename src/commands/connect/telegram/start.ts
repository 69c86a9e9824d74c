/** `svc connect telegram start`: a code for the bot; with --wait the command stays until a chat has sent it. */
import { override } from '../../../cli/command.ts';

export default override('connect telegram start', {
  flags: {
    wait: {
      type: 'boolean',
      common: true,
      summary: 'Wait until the code has arrived and the chat is connected; --timeout limits the wait',
    },
  },
  exits: ['platform', 'pending'],

  async run(context, input, send, { flags: { wait } }) {
    const begun = await send(input);
    if (wait !== true) return begun;
    const { codeSent } = await import('../../../cli/connect-code.ts');
    return codeSent(context, begun);
  },
});
