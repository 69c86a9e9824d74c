/** `svc mcp uninstall CLIENT`: takes the entry out of the settings of an AI client that `install` has put in. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';
import { AI_CLIENT_NAMES, type AiClientName } from '../../cli/mcp/clients.ts';

export default command({
  path: 'mcp uninstall',
  summary: 'Remove `svc mcp` from the settings of an AI client.',
  description:
    'Removes only the entry; comments and other servers are kept. An entry of that name that starts another ' +
    'program is not changed. A file that `svc mcp install` created is deleted once it lists no server.',
  args: { client: { summary: 'The AI client', required: true, choices: AI_CLIENT_NAMES } },
  flags: {
    name: {
      type: 'string',
      default: 'svc',
      common: true,
      placeholder: 'name',
      summary: 'Name of the server in the client',
    },
    file: { type: 'file', common: true, summary: 'Settings file of the client, if it is not the usual one' },
  },
  writes: true,
  fields: ['client', 'path', 'server', 'action'],
  examples: ['svc mcp uninstall claude-desktop', 'svc mcp uninstall cursor --name svc-live'],

  async run({ world }, { args, flags: { name, file } }) {
    const [{ AI_CLIENTS }, { readEntry, removeEntry }] = await Promise.all([
      import('../../cli/mcp/clients.ts'),
      import('../../cli/mcp/entries.ts'),
    ]);
    const client = args.client as AiClientName;
    const { title, key, path: usual } = AI_CLIENTS[client];
    const place = { path: file === undefined ? usual(world) : world.files.resolve(file), key, name };
    const entry = await readEntry(world, place);
    const isRemoved = (await removeEntry(world, place)) !== undefined;
    if (entry !== undefined && !isRemoved)
      throw failure('usage', {
        message: `${name} in ${place.path} does not start \`svc mcp\`; it was not changed.`,
        param: '--name',
        hint: 'Give the name of the server that starts svc, or remove the entry manually.',
      });
    return {
      result: { client, path: place.path, server: name, action: isRemoved ? 'removed' : 'absent' },
      text: isRemoved
        ? `Removed ${name} from ${place.path}. Restart ${title}.`
        : `${title} has no server named ${name} in ${place.path}.`,
    };
  },
});
