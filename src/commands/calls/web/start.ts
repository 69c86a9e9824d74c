/** `svc calls web start`: notes when the session expires, so that `dial` refuses it then. */
import { override } from '../../../cli/command.ts';

export default override('calls web start', {
  async run({ world }, input, send) {
    const outcome = await send(input);
    const { isSession, rememberSession } = await import('../../../client/web-sessions.ts');
    const { result } = outcome;
    if (isSession(result))
      await rememberSession(world, { credentialId: result.credentialId, expiresAt: result.expiresAt });
    return outcome;
  },
});
