/** `svc tools call NAME`: runs a tool as an AI client would, listed or not. */
import { command } from '../../cli/command.ts';
import { INPUT_FLAGS } from '../../cli/api/words.ts';
import { failure } from '../../kernel/failure.ts';
import { isFields } from '../../kernel/json.ts';

const { field, rawField, input } = INPUT_FLAGS;

export default command({
  path: 'tools call',
  summary: 'Run a tool as an AI client would.',
  description:
    'The reply is shown as the server sent it. A tool that is not marked as read-only or additive asks for ' +
    'confirmation. An error reply exits with 3.',
  dryRun: true,
  writes: true,
  args: { name: { summary: 'Name of the tool', required: true } },
  flags: {
    field: { ...field, summary: `An argument: ${field.summary.slice('A field: '.length)}` },
    rawField: { ...rawField, summary: 'An argument whose value is always text' },
    input: { ...input, summary: 'Read the arguments from a JSON or YAML file; `-` is standard input' },
  },
  fields: ['tool', 'isError', 'content'],
  examples: [
    'svc tools call accounts_list',
    'svc tools call posts_create -F content=Hello -F platform=bluesky -F is_draft=true',
    'svc tools call webhooks_list_changelog_entries --yes',
    'svc tools call posts_get -F post_id=650a522a481ed86c0f654db4 --dry-run',
  ],
  exits: ['rejected', 'auth', 'unavailable', 'network'],

  async run(context, { args: { name }, flags }) {
    const [{ toolAddress, withToolClient }, { callPreview, toolCall }, { assignmentsIn }, { assigned }] =
      await Promise.all([
        import('../../cli/tools/client.ts'),
        import('../../cli/tools/tools.ts'),
        import('../../cli/api/words.ts'),
        import('../../cli/assign.ts'),
      ]);
    const { readDocument } = await import('../../cli/document.ts');
    const document = flags.input === undefined ? {} : await readDocument(flags.input, context.world);
    const given = assignmentsIn(flags).reduce((before, one) => assigned(before, one, {}, {}), document);
    if (!isFields(given))
      throw failure('usage', { message: '--input takes an object with the arguments.', param: '--input' });
    if (context.flags.dryRun) return callPreview(toolAddress(context), { name, given });
    const { openToolClient } = await import('../../mcp/client.ts');
    return withToolClient(context, openToolClient, (client) => toolCall(client, { name, given }, context));
  },
});
