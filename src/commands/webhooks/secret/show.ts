/** `svc webhooks secret show NAME`: a kept secret itself, for another program. */
import { command } from '../../../cli/command.ts';
import { printSecret } from '../../../cli/webhooks/keeping.ts';

export default command({
  path: 'webhooks secret show',
  summary: 'Print a stored secret, for another program.',
  description: 'Prints to a pipe or a file; on a terminal, where others may see it, only with --yes.',
  args: { name: { summary: 'Name or id it is stored under', required: true, values: 'secret' } },
  fields: ['secret'],
  examples: ['svc webhooks secret show builds > secret.txt', 'svc webhooks secret show builds --yes'],

  async run(context, { args: { name } }) {
    const { secretContext, secretNamed } = await import('../../../auth/webhook-secrets.ts');
    const { world, flags } = context;
    return printSecret(
      context,
      await secretNamed(world, { context: secretContext(world, { context: flags.context }), name }),
    );
  },
});
