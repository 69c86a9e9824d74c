/** `svc local import`: an exported state in place of everything the service holds, whether it runs or not. The keys stay. */
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';

export default command({
  path: 'local import',
  summary: 'Replace everything the local service holds by an exported state.',
  description:
    'The file is read and verified whole before anything changes: one that is cut off, changed or written by a newer svc is refused ' +
    'by line. Posts that are due and deliveries go on; the clock and the ids go on from where they were. The service keeps its ' +
    'own keys and its snapshots. Works while the service is in use, and on a stopped one too.',
  args: { file: { summary: 'File that `svc local export` wrote; `-` is standard input', required: true } },
  flags: { dataDir },
  confirm: 'Replace everything the local service holds?',
  writes: true,
  fields: ['file', 'records', 'media', 'sizeBytes'],
  examples: ['svc local import state.ndjson --yes', 'svc local import - --yes < state.ndjson'],
  exits: ['rejected', 'network'],

  async run(context, { args: { file }, flags }) {
    const [{ importState }, { carriedText }, { localFolder }, { stoppedState }] = await Promise.all([
      import('../../cli/state/importing.ts'),
      import('../../cli/state/words.ts'),
      import('../../auth/local-service.ts'),
      import('./reset.ts'),
    ]);
    const folder = localFolder(context.world, { dataDir: flags.dataDir, context: context.flags.context });
    const carried = await importState(context, {
      file,
      folder,
      stopped: await stoppedState(context, folder),
    });
    const from = file === '-' ? 'standard input' : file;
    return { result: { file, ...carried }, text: `Imported ${carriedText(carried)} from ${from}.` };
  },
});
