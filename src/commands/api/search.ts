/** `svc api search WORDS`: finds operations by what they are about. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'api search',
  summary: 'Search operations by name, summary, path and fields.',
  description: 'The best matches come first. Plurals, prefixes and typos match too.',
  args: { words: { summary: 'Words to search for', required: true, repeat: true } },
  flags: {
    limit: { type: 'integer', placeholder: 'n', default: 20, summary: 'Maximum number of results' },
  },
  fields: ['command', 'summary', 'method', 'path', 'operation', 'deprecated'],
  examples: [
    'svc api search schedule post',
    'svc api search whatsapp template -o json',
    "svc api search 'phone number' --limit 5",
  ],

  async run({ catalog, say }, { args, flags }) {
    const { openSearch } = await import('../../catalog/search.ts');
    const found = openSearch(catalog.operations())(args.words.join(' '));
    const shown = found.slice(0, Math.max(0, flags.limit));
    if (shown.length < found.length) say(`${shown.length} of ${found.length}; --limit shows more.`);
    const operations = shown.map(({ id, command: path, method, path: address, summary, deprecated }) => ({
      command: `svc ${path}`,
      summary,
      method,
      path: address,
      operation: id,
      ...(deprecated && { deprecated }),
    }));
    return { result: { operations }, list: 'operations', columns: ['command', 'summary', 'method', 'path'] };
  },
});
