/** `svc webhooks secret list`: the names under which secrets are kept, and where; no secret is read. */
import { command } from '../../../cli/command.ts';

export default command({
  path: 'webhooks secret list',
  summary: 'List the stored secrets of webhook endpoints by name.',
  fields: ['name', 'context', 'storage', 'savedAt'],
  examples: ['svc webhooks secret list'],

  async run({ world, flags }) {
    const { secretContext, secretPlaces } = await import('../../../auth/webhook-secrets.ts');
    const context = secretContext(world, { context: flags.context });
    return {
      result: { secrets: secretPlaces(world, context) },
      list: 'secrets',
      columns: ['name', 'storage', 'savedAt'],
    };
  },
});
