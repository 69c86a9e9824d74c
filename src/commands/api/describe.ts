/** `svc api describe OPERATION`: everything one must know to call an operation, with or without svc. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'api describe',
  summary: 'Explain an operation: its input, its responses and its events.',
  description: 'With JSON or YAML output, prints the OpenAPI operation with the components it refers to.',
  args: {
    operation: {
      summary: 'An operation id in any case, a command, or a method and path',
      required: true,
      repeat: true,
      values: 'operation',
    },
  },
  examples: [
    'svc api describe createPost',
    'svc api describe posts list',
    "svc api describe 'GET /v1/posts/{postId}' -o yaml",
  ],

  async run({ catalog, world }, { args }) {
    const [{ operationFor }, { described }, { hanging }] = await Promise.all([
      import('../../cli/api/operation-call.ts'),
      import('../../cli/api/described.ts'),
      import('../../cli/hanging.ts'),
    ]);
    const { result, text } = described(operationFor(args.operation.join(' '), catalog), catalog);
    return { result, text: hanging(text, world.io.out) };
  },
});
