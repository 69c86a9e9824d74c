/** `svc local import`: an exported state in place of everything the service holds, whether it runs or not. The keys stay. */
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';

export default command({
  path: 'local import',
  summary: 'Replace the state of the local service with an exported one.',
  description:
    'The whole file is verified before anything changes: a file that is truncated, modified or written by a ' +
    'newer svc is refused with the line number. Due posts and deliveries continue, and so do the clock and ' +
    'the ids. The service keeps its own keys and snapshots. Works while the service is in use, or stopped.',
  args: { file: { summary: 'File that `svc local export` wrote; `-` is standard input', required: true } },
  flags: { dataDir },
  confirm: 'Replace the whole state of the local service?',
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
