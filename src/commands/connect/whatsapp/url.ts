/** `svc connect whatsapp url`: the page to sign in on; with --wait the command stays until the account is connected. */
import { override } from '../../../cli/command.ts';
import { signInWait, withSignIn } from '../../../cli/connect-flag.ts';

export default override('connect whatsapp url', {
  flags: { wait: signInWait },
  exits: ['platform', 'pending'],

  run: (context, input, send, { flags: { wait } }) =>
    wait === true ? withSignIn(context, input, { send, platform: 'whatsapp' }) : send(input),
});
