/** `svc local reset`: everything back to how the service began, or to a snapshot. The keys stay. */
import { SEED_PACKS } from '../../kernel/steering.ts';
import { command } from '../../cli/command.ts';
import { dataDir, given, callControl } from '../../cli/local.ts';

export default command({
  path: 'local reset',
  summary: 'Delete all data of the local service and start over.',
  flags: {
    dataDir,
    seedPack: { type: 'string', choices: SEED_PACKS, summary: 'Seed pack to start with' },
    seed: { type: 'integer', summary: 'Make ids repeatable from now on' },
    snapshot: { type: 'string', placeholder: 'name', summary: 'Restore this snapshot instead' },
  },
  confirm: 'Throw away everything the local service holds?',
  examples: ['svc local reset --yes', 'svc local reset --snapshot before-launch --yes'],

  async run(context, { flags }) {
    const { dataDir: folder, ...body } = flags;
    const call = { method: 'POST', path: '/_local/reset', body: given(body) } as const;
    return { result: await callControl(context, { dataDir: folder }, call) };
  },
});
