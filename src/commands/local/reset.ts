/** `svc local reset`: everything back to how the service began, or to a snapshot, whether it runs or not. The keys stay. */
import { join } from 'node:path';
import { SEED_PACKS, STORE_FILE } from '../../kernel/steering.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import { command, type Context } from '../../cli/command.ts';
import { dataDir, given, callControl } from '../../cli/local.ts';
import type { ResetOptions, ResetOutcome } from '../../service/parts.ts';

export default command({
  path: 'local reset',
  summary: 'Delete all data of the local service and start over.',
  description:
    'Works on a stopped service too. Data that is damaged is copied into the folder `earlier` first, and the answer says what was wrong.',
  flags: {
    dataDir,
    seedPack: { type: 'string', choices: SEED_PACKS, summary: 'Seed pack to start with' },
    seed: { type: 'integer', summary: 'Make ids repeatable from now on' },
    snapshot: { type: 'string', placeholder: 'name', summary: 'Restore this snapshot instead' },
  },
  confirm: 'Throw away everything the local service holds?',
  fields: ['dataDir', 'problems', 'setAside'],
  examples: ['svc local reset --yes', 'svc local reset --snapshot before-launch --yes'],
  exits: ['rejected', 'network'],

  async run(context, { flags }) {
    const { dataDir: named, ...body } = flags;
    const [{ localFolder }, { holderOf }] = await Promise.all([
      import('../../auth/local-service.ts'),
      import('../../service/store/folder.ts'),
    ]);
    const folder = localFolder(context.world, { dataDir: named, context: context.flags.context });
    const isStopped = context.world.files.exists(join(folder, STORE_FILE)) && (await holderOf(folder)) === undefined;
    if (isStopped) return { result: await resetStopped(context, folder, given(body)) };
    const call = { method: 'POST', path: '/_local/reset', body: given(body) } as const;
    return { result: await callControl(context, { dataDir: named }, call) };
  },
});

/** Opens the service of the folder without a port, as it was started last, and resets it. */
async function resetStopped(context: Context, folder: string, body: ResetOptions): Promise<Record<string, unknown>> {
  const { world } = context;
  const [{ askedIn, optionsOf }, { discardDamaged }, { openService }] = await Promise.all([
    import('./start.ts'),
    import('../../service/repair.ts'),
    import('../../service/service.ts'),
  ]);
  const before = await askedIn(context, folder);
  const { problems, setAside } = await discardDamaged({ folder, pid: world.host.pid });
  const asked = { ...before, ...body, ephemeral: false };
  const service = await openService(await optionsOf(context, asked));
  try {
    const outcome = await service.parts.lifecycle.reset(body);
    if (outcome !== 'done') throw refusedSnapshot(outcome, body.snapshot);
  } finally {
    await service.close();
  }
  return { dataDir: folder, problems, setAside };
}

const refusedSnapshot = (outcome: Exclude<ResetOutcome, 'done'>, name = ''): Failure =>
  outcome === 'missing'
    ? failure('usage', { message: `There is no snapshot ${name}.`, param: '--snapshot' })
    : failure('data_damaged', { message: `The snapshot ${name} is damaged and was not restored. ${outcome.problem}` });
