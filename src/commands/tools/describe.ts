/** `svc tools describe NAME`: what a tool does, and the schema of its arguments. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'tools describe',
  summary: 'Show what a tool does and the full schema of its arguments.',
  args: { name: { summary: 'Name of the tool', required: true } },
  fields: ['name', 'description', 'annotations', 'inputSchema'],
  examples: ['svc tools describe posts_create', 'svc tools describe webhooks_get_webhook_logs --jq .inputSchema'],
  exits: ['auth', 'unavailable', 'network'],

  async run(context, { args }) {
    const [{ withToolClient }, { toolDescription }, { openToolClient }] = await Promise.all([
      import('../../cli/tools/client.ts'),
      import('../../cli/tools/tools.ts'),
      import('../../mcp/client.ts'),
    ]);
    return withToolClient(context, openToolClient, (client) => toolDescription(client, args.name));
  },
});
