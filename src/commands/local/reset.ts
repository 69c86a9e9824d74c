/** `svc local reset`: everything back to how the service began, or to a snapshot, whether it runs or not. The keys stay. */
import { join } from 'node:path';
import { SEED_PACKS, STORE_FILE } from '../../kernel/steering.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import { command, type Context } from '../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../cli/local.ts';
import type { Asked } from '../../cli/local-asked.ts';
import type { StoppedState } from '../../cli/state/stopped.ts';
import type { ResetOptions, ResetOutcome } from '../../service/parts.ts';
import type { Service } from '../../service/service.ts';

export default command({
  path: 'local reset',
  summary: 'Delete all data of the local service and start over.',
  description:
    'Also works on a stopped service. Damaged data is first copied to the folder `earlier`, and the result says what was wrong.',
  flags: {
    dataDir,
    seedPack: { type: 'string', choices: SEED_PACKS, summary: 'Seed pack to start with' },
    seed: { type: 'integer', summary: 'Make ids repeatable from now on' },
    snapshot: { type: 'string', placeholder: 'name', summary: 'Restore this snapshot instead' },
  },
  confirm: 'Delete the whole state of the local service?',
  fields: ['dataDir', 'problems', 'setAside'],
  examples: ['svc local reset --yes', 'svc local reset --snapshot before-launch --yes'],
  exits: ['rejected', 'network'],

  async run(context, { flags }) {
    const { dataDir: named, ...body } = flags;
    const { localFolder } = await import('../../auth/local-service.ts');
    const folder = localFolder(context.world, { dataDir: named, context: context.flags.context });
    if (await isStopped(context, folder)) return { result: await resetStopped(context, folder, withoutUnset(body)) };
    const call = { method: 'POST', path: '/_local/reset', body: withoutUnset(body) } as const;
    return { result: await callControl(context, { dataDir: named }, call) };
  },
});

/** True where a service was, and none runs now. */
async function isStopped({ world }: Context, folder: string): Promise<boolean> {
  const { holderOf } = await import('../../service/store/folder.ts');
  return world.files.exists(join(folder, STORE_FILE)) && (await holderOf(folder)) === undefined;
}

/** Opens the service of a folder without a port, as it was started last unless `asked` says otherwise. */
async function withStopped<T>(
  context: Context,
  { rests = false, ...asked }: Asked & { readonly rests?: boolean },
  act: (service: Service) => Promise<T>,
): Promise<T> {
  const [{ optionsOf }, { openService }] = await Promise.all([
    import('./start.ts'),
    import('../../service/service.ts'),
  ]);
  const service = await openService({ ...(await optionsOf(context, { ...asked, ephemeral: false })), rests });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

/** The state of a stopped service, for commands that carry it elsewhere; undefined where one runs or never did. */
export async function stoppedState(context: Context, folder: string): Promise<StoppedState | undefined> {
  if (!(await isStopped(context, folder))) return undefined;
  const { askedIn } = await import('../../cli/local-asked.ts');
  // It is only looked at, or replaced: nothing that is due is done.
  const stopped = { ...(await askedIn(context, folder)), rests: true };
  return {
    exported: (take) => withStopped(context, stopped, async ({ parts }) => take(await parts.lifecycle.exportState())),
    replace: (bytes) => withStopped(context, stopped, ({ parts }) => parts.lifecycle.importState(bytes)),
  };
}

async function resetStopped(context: Context, folder: string, body: ResetOptions): Promise<Record<string, unknown>> {
  const [{ askedIn }, { discardDamaged }] = await Promise.all([
    import('../../cli/local-asked.ts'),
    import('../../service/repair.ts'),
  ]);
  // Before the store goes, since it is what tells a folder with data from a new one.
  const before = await askedIn(context, folder);
  const { problems, setAside } = await discardDamaged({ folder, pid: context.world.host.pid });
  await withStopped(context, { ...before, ...body }, async ({ parts }) => {
    const outcome = await parts.lifecycle.reset(body);
    if (outcome !== 'done') throw refusedSnapshot(outcome, body.snapshot);
  });
  return { dataDir: folder, problems, setAside };
}

const refusedSnapshot = (outcome: Exclude<ResetOutcome, 'done'>, name = ''): Failure =>
  outcome === 'missing'
    ? failure('usage', { message: `There is no snapshot ${name}.`, param: '--snapshot' })
    : failure('data_damaged', { message: `The snapshot ${name} is damaged and was not restored. ${outcome.problem}` });
