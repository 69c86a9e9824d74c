/** `svc local repair`: says what is wrong with the data of a stopped service, and saves what can be saved. */
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';

export default command({
  path: 'local repair',
  summary: 'Find and repair damage in the data of the stopped local service.',
  description:
    'Checks the database, the keys and the snapshots. A damaged database is replaced by what can be read of it, or else by the ' +
    'newest good snapshot; keys that are broken or missing are made anew. What is replaced is copied into the folder `earlier` first.',
  flags: {
    dataDir,
    snapshot: { type: 'string', placeholder: 'name', summary: 'Restore this snapshot instead' },
    check: { type: 'boolean', summary: 'Only say what is wrong', common: true },
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
