/** `svc mcp install CLIENT`: adds `svc mcp` to the settings of an AI client. Next stop: cli/mcp/install.ts. */
import { command } from '../../cli/command.ts';
import { AI_CLIENT_NAMES, type AiClientName } from '../../cli/mcp/clients.ts';

export default command({
  path: 'mcp install',
  summary: 'Add `svc mcp` to the settings of an AI client.',
  description:
    'Shows the entry, asks, and saves a backup beside the file; everything else in it is kept, including ' +
    'comments. A file that is not valid JSON is not changed. The entry contains no key: `svc mcp` uses that ' +
    'of the context. claude-code and vscode use a file in the current folder, the others a file of the user.',
  args: { client: { summary: 'The AI client', required: true, choices: AI_CLIENT_NAMES } },
  flags: {
    print: { type: 'boolean', common: true, summary: 'Print the entry without writing' },
    allowWrite: {
      type: 'string',
      repeat: true,
      common: true,
      placeholder: 'area',
      summary: 'Allow changes in this area; see `svc mcp`',
    },
    draftOnly: { type: 'boolean', common: true, summary: 'Allow new posts, as drafts only' },
    confirmSpend: { type: 'boolean', summary: 'Allow actions that spend money, after the user confirms them' },
    name: { type: 'string', default: 'svc', placeholder: 'name', summary: 'Name of the server in the client' },
    file: { type: 'file', summary: 'Settings file of the client, if it is not the usual one' },
  },
  writes: true,
  confirm: 'Write this to the settings of the client?',
  asksItself: true,
  fields: ['client', 'path', 'server', 'entry.command', 'entry.args', 'changed', 'backup'],
  examples: [
    'svc mcp install claude-desktop',
    'svc mcp install vscode --draft-only',
    'svc mcp install cursor --allow-write posts --context live --yes',
    'svc mcp install claude-code --print',
  ],

  async run(context, { args, flags }) {
    const [{ installServer }, { requireAreas }] = await Promise.all([
      import('../../cli/mcp/install.ts'),
      import('../../cli/mcp/areas.ts'),
    ]);
    const { allowWrite, draftOnly, confirmSpend, name, file, print = false } = flags;
    requireAreas(allowWrite, context.catalog);
    const words = [
      ...allowWrite.flatMap((area) => ['--allow-write', area]),
      ...(draftOnly === true ? ['--draft-only'] : []),
      ...(confirmSpend === true ? ['--confirm-spend'] : []),
    ];
    return installServer({ client: args.client as AiClientName, name, flags: words, file, print }, context);
  },
});
