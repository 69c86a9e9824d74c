/** `svc local export`: everything the service holds as one document, from a service that runs or is stopped. */
import { command, type Context } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';
import { failure } from '../../kernel/failure.ts';

export default command({
  path: 'local export',
  summary: 'Export the state of the local service to a file.',
  description:
    'The file is NDJSON, includes media, and is consistent even while the service is in use. `svc local ' +
    'import` reads it on any machine. It contains API keys only as hashes, no control key, but webhook ' +
    'secrets in plain text. Also works on a stopped service.',
  args: { file: { summary: 'File to write; `-` is standard output', required: true } },
  flags: { dataDir },
  fields: ['file', 'records', 'media', 'sizeBytes'],
  examples: ['svc local export state.ndjson', 'svc local export - | gzip > state.ndjson.gz'],
  exits: ['network'],

  async run(context, { args: { file }, flags }) {
    const { world } = context;
    if (file === '-' && world.io.out.isTTY)
      throw failure('usage', {
        message: 'An export cannot be written to a terminal: give a file, or redirect standard output.',
        param: '<file>',
      });
    const [{ exportState }, { carriedText }, { localFolder }, { stoppedState }] = await Promise.all([
      import('../../cli/state/exporting.ts'),
      import('../../cli/state/words.ts'),
      import('../../auth/local-service.ts'),
      import('./reset.ts'),
    ]);
    const folder = localFolder(context.world, { dataDir: flags.dataDir, context: context.flags.context });
    const carried = await exportState(context, {
      folder,
      stopped: await stoppedState(context, folder),
      write: (pieces) => (file === '-' ? toOutput(pieces, context) : world.files.writePieces(file, pieces)),
    });
    const text = `Exported ${carriedText(carried)}${file === '-' ? '' : ` to ${file}`}.`;
    if (file !== '-') return { result: { file, ...carried }, text };
    context.say(text);
    return {};
  },
});

async function toOutput(pieces: AsyncIterable<Uint8Array>, { world: { io } }: Context): Promise<void> {
  for await (const piece of pieces) {
    if (io.out.closed) return;
    io.out.write(piece);
    await io.out.ready();
  }
}
