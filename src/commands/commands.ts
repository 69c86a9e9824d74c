/** `svc commands`: the whole command line as a tree for people, as data for programs. */
import { command } from '../cli/command.ts';

export default command({
  path: 'commands',
  summary: 'List all commands; as JSON with flags, choices, exit codes and danger level.',
  description:
    'Words filter the list to commands whose path, summary or operation contains all of them. In JSON, each ' +
    'command has its arguments, flags, examples, exit codes, operation and danger: none, write, or ' +
    'destructive, which asks for confirmation.',
  args: { words: { summary: 'Only commands that match these words', repeat: true } },
  flags: {
    hidden: { type: 'boolean', summary: 'Include deprecated commands on a terminal; JSON always includes them' },
  },
  fields: [
    'path',
    'summary',
    'description',
    'aliases',
    'arguments',
    'flags',
    'examples',
    'exits',
    'danger',
    'confirm',
    'hidden',
    'deprecated',
    'operation.id',
    'operation.method',
    'operation.path',
    'operation.group',
    'operation.emits',
  ],
  examples: [
    'svc commands',
    'svc commands ads campaigns',
    'svc commands --jq ".commands[] | select(.danger == \\"destructive\\").path"',
  ],

  async run({ catalog, world }, { args, flags }) {
    const [{ commandTree, treeText }, { hanging }] = await Promise.all([
      import('../cli/command-tree.ts'),
      import('../cli/hanging.ts'),
    ]);
    const tree = commandTree(catalog.manifest(), args.words);
    return {
      result: tree,
      list: 'commands',
      columns: ['path', 'summary', 'danger', 'operation.id'],
      text: hanging(treeText(tree, flags.hidden === true), world.io.out),
    };
  },
});
