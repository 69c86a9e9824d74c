/** `svc tools list`: the tools that the MCP server of the context shows to AI clients. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'tools list',
  summary: 'List the tools that the MCP server shows to AI clients.',
  description: '`svc tools search` finds the others. The server is the mcpUrl of the context.',
  fields: ['name', 'description', 'readOnly', 'destructive', 'core'],
  examples: ['svc tools list', 'svc tools list --jq ".tools[] | select(.readOnly) | .name"'],
  exits: ['auth', 'unavailable', 'network'],

  async run(context) {
    const [{ withToolClient }, { toolList }, { openToolClient }] = await Promise.all([
      import('../../cli/tools/client.ts'),
      import('../../cli/tools/tools.ts'),
      import('../../mcp/client.ts'),
    ]);
    return withToolClient(context, openToolClient, toolList);
  },
});
