/** `svc connect url`: the page to sign in on; with --wait the command stays until the account is connected. */
import { failure } from '../../kernel/failure.ts';
import { platformLabel } from '../../platforms/labels.ts';
import { override } from '../../cli/command.ts';
import { signInWait, withSignIn } from '../../cli/connect-flag.ts';
import { traitsOf } from '../../platforms/platforms.ts';

export default override('connect url', {
  flags: { wait: signInWait },
  exits: ['platform', 'pending'],

  async prepare(input) {
    const platform = String(input.path['platform']);
    if (traitsOf(platform).connection?.bot === undefined) return input;
    throw failure('usage', {
      message: `There is no sign-in page for ${platformLabel(platform)}: you connect a chat by sending a code to a bot.`,
      param: 'platform',
      hint: `Use \`svc connect ${platform} start\`.`,
    });
  },

  async run(context, input, send, { flags: { wait } }) {
    const platform = String(input.path['platform']);
    const outcome = wait === true ? await withSignIn(context, input, { send, platform }) : await send(input);
    const { authUrl, accountId } = Object(outcome.result) as { readonly authUrl?: string; readonly accountId?: string };
    if (outcome.failure !== undefined || authUrl !== undefined || accountId !== undefined) return outcome;
    throw failure('connect_failed', { message: 'The response has no sign-in page.' });
  },
});
