/** `svc alias list`: short names for command lines. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'alias list',
  summary: 'List the aliases.',
  fields: ['name', 'command'],
  examples: ['svc alias list', "svc alias list -o json --jq '.aliases[].name'"],

  async run({ world }) {
    const { aliasesIn } = await import('../../cli/shortcuts.ts');
    const aliases = Object.entries(aliasesIn(world.settings.read())).map(([name, words]) => ({
      name,
      command: words.join(' '),
    }));
    return { result: { aliases }, list: 'aliases', columns: ['name', 'command'] };
  },
});
