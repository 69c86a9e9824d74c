/** `svc purge`: shows everything that svc has written on this machine, and removes it after a confirmation. */
import { Failure, failure } from '../kernel/failure.ts';
import { command, type Context, type Outcome } from '../cli/command.ts';
import type { Finding } from '../cli/purge/finding.ts';
import type { Services } from '../cli/purge/places.ts';

const QUESTION = 'Remove all of this, data of local services included?';

export default command({
  path: 'purge',
  summary: 'Remove everything that svc has written on this machine.',
  description:
    'Lists it first: settings, contexts, keys in the keychain and in files, caches, import journals, drafts, ' +
    'data of local services with their snapshots, lines in shell startup files, and entries that `svc mcp ' +
    'install` added to AI clients. Running local services are stopped. Files that svc did not write are ' +
    'kept, even within its folders, as are backups of such files, and files whose path you chose, such as ' +
    'exports and `--record` folders. Nothing changes at the API: keys stay valid there. After an ' +
    'interruption, run it again.',
  flags: {
    dryRun: { type: 'boolean', common: true, summary: 'Show what would be removed without removing it' },
  },
  confirm: QUESTION,
  asksItself: true,
  fields: ['dryRun', 'places.what', 'places.where', 'places.files', 'places.sizeBytes', 'places.state', 'others'],
  examples: ['svc purge --dry-run', 'svc purge', 'svc purge --yes -o json'],

  async run(context, { flags }) {
    const { lenientSettings } = await import('../auth/lenient.ts');
    const { findEverything, remoteHosts, removeEmptyFolders } = await import('../cli/purge/find.ts');
    const world = { ...context.world, settings: lenientSettings(context.world).settings };
    const found = await findEverything(world, await servicesOf(context));
    if (found.length === 0) context.say('svc has left nothing on this machine.');
    if (flags.dryRun === true) return outcomeOf(true, found.map(shownAs('found')), found);
    if (found.length === 0) {
      await removeEmptyFolders(world).catch(() => undefined);
      return outcomeOf(false, [], []);
    }
    found.forEach((one) => context.say(lineFor(one)));
    remoteHosts(world).forEach((host) => context.say(staysAt(host)));
    await ask(context);
    return remove({ ...context, world }, found);
  },
});

const staysAt = (host: string): string =>
  `At ${host} nothing is removed: keys stay valid (\`svc api-keys list\`, \`svc api-keys delete\`), and so do webhook ` +
  'endpoints that an interrupted listener left (`svc webhooks list`).';

const ask = async ({ flags, world }: Context): Promise<void> =>
  (await import('../cli/confirm.ts')).confirmAct({ text: QUESTION, about: async () => [] }, flags, world);

type Shown = Pick<Finding, 'what' | 'where' | 'files' | 'sizeBytes'> & {
  readonly state: 'found' | 'removed' | 'left';
  readonly reason?: string;
};

const shownAs =
  (state: Shown['state'], reason?: string) =>
  ({ what, where, files, sizeBytes }: Finding): Shown => ({
    what,
    where,
    files,
    sizeBytes,
    state,
    ...(reason !== undefined && { reason }),
  });

async function remove(context: Context, found: readonly Finding[]): Promise<Outcome> {
  const { world, say } = context;
  const shown: Shown[] = [];
  for (const finding of found) {
    // The settings tell where the rest is: they stay while there is a rest.
    const isKept = finding.where === world.settings.path && shown.some(({ state }) => state === 'left');
    const problem = isKept ? 'kept until the rest is removed' : await problemOf(finding);
    shown.push(shownAs(problem === undefined ? 'removed' : 'left', problem)(finding));
  }
  const { removeEmptyFolders } = await import('../cli/purge/find.ts');
  await removeEmptyFolders(world).catch(() => undefined);
  const left = shown.filter(({ state }) => state === 'left');
  if (left.length === 0) say('The program itself is still installed: `npm uninstall --global svc-cli` removes it.');
  const outcome = outcomeOf(false, shown, found);
  return left.length === 0 ? outcome : { ...outcome, failure: notAll(left) };
}

async function problemOf({ remove: act }: Finding): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

const notAll = (left: readonly Shown[]): Failure =>
  failure('local_io', {
    message: `Not everything could be removed. ${left.map(({ where, reason }) => `${where}: ${reason ?? ''}`).join(' ')}`,
    hint: 'Fix these problems and run `svc purge` again.',
  });

function outcomeOf(dryRun: boolean, places: readonly Shown[], found: readonly Finding[]): Outcome {
  const others = found.flatMap(({ others: paths }) => paths);
  return {
    result: { dryRun, places, others },
    list: 'places',
    columns: [{ field: 'where', form: 'path' }, 'what', 'state', { field: 'files', priority: 3 }],
  };
}

const lineFor = ({ what, where, pid, others }: Finding): string =>
  `${what}: ${where}${pid === undefined ? '' : ` (running as process ${String(pid)}, will be stopped)`}` +
  (others.length === 0 ? '' : `\n  kept, because svc did not write it: ${others.join(', ')}`);

async function servicesOf(context: Context): Promise<Services> {
  const [{ holderOf }, { endService }] = await Promise.all([
    import('../service/store/folder.ts'),
    import('./local/stop.ts'),
  ]);
  return {
    holder: async (folder) => (context.world.files.exists(folder) ? (await holderOf(folder))?.pid : undefined),
    end: async (folder) => void (await endService(context, folder)),
  };
}
