/** `svc webhooks secret set NAME`: a secret that exists, kept under a name. */
import { command } from '../../../cli/command.ts';
import { keepAndTell, SECRET_FIELDS } from '../../../cli/webhooks/keeping.ts';
import { named, secretFlags, secretGiven } from '../../../cli/webhooks/secrets.ts';

export default command({
  path: 'webhooks secret set',
  summary: 'Store the secret of a webhook endpoint in the keychain.',
  description:
    'Reads it from a file, the environment or standard input, and stores it in the context under the name or ' +
    'id of the endpoint. An existing one is replaced.',
  writes: true,
  args: { name: { summary: 'Name or id of the endpoint', required: true, values: 'secret' } },
  flags: { secretFile: secretFlags.secretFile, secretEnv: secretFlags.secretEnv },
  fields: SECRET_FIELDS,
  examples: ['svc webhooks secret set builds < secret.txt', 'svc webhooks secret set builds --secret-file secret.txt'],

  async run(context, { args: { name }, flags }) {
    const { io, prompt } = context.world;
    const given = await secretGiven(context, { ...flags, secretName: [], secretStdin: false });
    if (given !== undefined) return keepAndTell(context, name, given.secret);
    if (!context.flags.input || !prompt.possible)
      return keepAndTell(context, name, named('standard input', await io.in.text()).secret);
    return keepAndTell(context, name, named('the input', await prompt.secret(`Secret of ${name}:`)).secret);
  },
});
