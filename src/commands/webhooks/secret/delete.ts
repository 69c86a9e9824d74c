/** `svc webhooks secret delete NAME`: a kept secret, forgotten on this machine. */
import { command } from '../../../cli/command.ts';
import { failure } from '../../../kernel/failure.ts';

export default command({
  path: 'webhooks secret delete',
  summary: 'Remove the stored secret of a webhook endpoint.',
  description: 'The endpoint keeps its secret: `svc webhooks update` changes it.',
  writes: true,
  args: { name: { summary: 'Name or id it is stored under', required: true, values: 'secret' } },
  fields: ['name', 'deleted'],
  examples: ['svc webhooks secret delete builds', 'svc webhooks secret delete builds --yes'],
  confirm: 'Remove this secret? It cannot be read from the API again.',

  async run({ world, flags }, { args: { name } }) {
    const { forgetSecret, secretContext } = await import('../../../auth/webhook-secrets.ts');
    const problem = await forgetSecret(world, { context: secretContext(world, { context: flags.context }), name });
    if (problem !== undefined) throw failure('keychain_failed', { message: problem });
    return { result: { name, deleted: true } };
  },
});
