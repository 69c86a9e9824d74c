/** `svc tools search WORDS`: tools by what they are about, listed or not. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'tools search',
  summary: 'Find tools for AI clients, including those that are not listed.',
  args: { words: { summary: 'Words to search for', required: true, repeat: true } },
  flags: { limit: { type: 'integer', placeholder: 'n', default: 20, summary: 'Maximum number of results' } },
  fields: ['query', 'text'],
  examples: ['svc tools search webhook', 'svc tools search whatsapp template --limit 5'],
  exits: ['auth', 'unavailable', 'network'],

  async run(context, { args, flags }) {
    const [{ withToolClient }, { toolSearch }, { openToolClient }] = await Promise.all([
      import('../../cli/tools/client.ts'),
      import('../../cli/tools/tools.ts'),
      import('../../mcp/client.ts'),
    ]);
    return withToolClient(context, openToolClient, (client) => toolSearch(client, args.words.join(' '), flags.limit));
  },
});
