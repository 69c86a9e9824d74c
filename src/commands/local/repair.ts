/** `svc local repair`: says what is wrong with the data of a stopped service, and saves what can be saved. */
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';

export default command({
  path: 'local repair',
  summary: 'Find and repair damage in the data of the stopped local service.',
  description:
    'Checks the database, the keys and the snapshots. A damaged database is replaced with what can be ' +
    'recovered, or with the newest valid snapshot; invalid or missing keys are regenerated. Everything that ' +
    'is replaced is first copied to the folder `earlier`.',
  flags: {
    dataDir,
    snapshot: { type: 'string', placeholder: 'name', summary: 'Restore this snapshot instead' },
    check: { type: 'boolean', summary: 'Only report problems', common: true },
  },
  writes: true,
  fields: ['dataDir', 'problems', 'actions', 'setAside'],
  examples: ['svc local repair --check', 'svc local repair'],
  exits: ['rejected', 'internal'],

  async run(context, { flags }) {
    const { world } = context;
    const [{ localFolder }, { repairFolder }] = await Promise.all([
      import('../../auth/local-service.ts'),
      import('../../service/repair.ts'),
    ]);
    const result = await repairFolder({
      folder: localFolder(world, { dataDir: flags.dataDir, context: context.flags.context }),
      pid: world.host.pid,
      random: world.random,
      snapshot: flags.snapshot,
      lookOnly: flags.check === true,
    });
    if (result.problems.length === 0) context.say('No damage was found.');
    return { result };
  },
});
