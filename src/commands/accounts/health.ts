/** `svc accounts health`: below the table, a terminal has the commands that reconnect accounts. */
import { override } from '../../cli/command.ts';
import { lostAmong, withReconnect } from '../../cli/reconnect.ts';

export default override('accounts health', {
  async run(context, input, send) {
    const outcome = await send(input);
    return withReconnect(outcome, lostAmong(outcome.result), context);
  },
});
