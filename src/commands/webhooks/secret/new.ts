/** `svc webhooks secret new`: a secret made here, printed for a pipe or kept under a name. */
import { command } from '../../../cli/command.ts';
import { keepAndTell, printSecret, SECRET_FIELDS } from '../../../cli/webhooks/keeping.ts';
import { freshSecret } from '../../../cli/webhooks/secrets.ts';

export default command({
  path: 'webhooks secret new',
  summary: 'Generate a secret for a webhook endpoint.',
  description:
    '256 random bits in hexadecimal. With a name, the secret is stored in the keychain and not printed; ' +
    'without one, it is printed to a pipe or a file, and on a terminal only with --yes. The API never ' +
    'generates secrets: set it on the endpoint with `svc webhooks create` or `update`.',
  writes: true,
  args: { name: { summary: 'Store it under this name or endpoint id', values: 'webhook' } },
  fields: SECRET_FIELDS,
  examples: ['svc webhooks secret new builds', 'svc webhooks secret new > secret.txt'],

  async run(context, { args: { name } }) {
    const secret = freshSecret(context.world.random);
    return name === undefined ? printSecret(context, secret) : keepAndTell(context, name, secret);
  },
});
