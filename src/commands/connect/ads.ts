/** `svc connect ads`: adds the ads of a platform; with --wait the command stays until the ads account is connected. */
import { override } from '../../cli/command.ts';
import { signInWait, withSignIn } from '../../cli/connect-flag.ts';
import { adPlatformOf } from '../../platforms/platforms.ts';

export default override('connect ads', {
  flags: { wait: signInWait },
  exits: ['platform', 'pending'],

  run: (context, input, send, { flags: { wait } }) =>
    wait === true
      ? withSignIn(context, input, { send, platform: adPlatformOf(String(input.path['platform'])) })
      : send(input),
});
