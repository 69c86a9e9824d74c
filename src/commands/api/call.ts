/** `svc api call OPERATION`: any operation by its id, judged and shown as its own command does. */
import { command } from '../../cli/command.ts';
import { CALL_EXITS, INPUT_FLAGS } from '../../cli/api/words.ts';

export default command({
  path: 'api call',
  summary: 'Call an operation by id, with fields by name.',
  description:
    'Fields are placed automatically: path, query, header or body. They are validated, confirmed and shown ' +
    'as by the command of the operation. `svc api describe` lists them.',
  args: {
    operation: {
      summary: 'An operation id in any case, a command, or a method and path',
      required: true,
      values: 'operation',
    },
  },
  flags: {
    ...INPUT_FLAGS,
    set: {
      type: 'string',
      repeat: true,
      placeholder: 'path=value',
      summary: 'A field of the body: a.b=1, items[0].name=x',
    },
  },
  dryRun: true,
  validates: true,
  pages: true,
  writes: true,
  examples: [
    'svc api call listPosts -F status=draft --limit 20',
    'svc api call create-profile -F name=Berlin',
    'svc api call getPost -F postId=64f0a1b2c3d4e5f60123abcf',
    'svc api call createPost --input post.yaml --dry-run',
  ],
  exits: CALL_EXITS,

  async run(context, { args, flags }) {
    const { assignmentsIn, filesIn } = await import('../../cli/api/words.ts');
    const { callOperation, operationFor, operationInput } = await import('../../cli/api/operation-call.ts');
    const operation = context.catalog.command(operationFor(args.operation, context.catalog).id);
    const isFile = operation.card.body?.kind === 'binary';
    const { readDocument } = await import('../../cli/document.ts');
    const given =
      flags.input === undefined
        ? {}
        : isFile
          ? { bytes: flags.input }
          : { document: await readDocument(flags.input, context.world) };
    const input = operationInput(operation, {
      fields: assignmentsIn(flags),
      sets: flags.set.map((text) => ({ text, flag: '--set' })),
      files: filesIn(flags.file),
      ...given,
    });
    return callOperation(operation, input, context);
  },
});
