/** `svc local stop`: asks the service's process to end, and waits until it has. */
import { failure } from '../../kernel/failure.ts';
import { command, type Context } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';

export default command({
  path: 'local stop',
  summary: 'Stop the local service; its data is kept.',
  flags: { dataDir },
  writes: true,
  fields: ['stopped', 'pid', 'dataDir'],
  examples: ['svc local stop'],
  exits: ['network'],

  async run(context, { flags }) {
    const { localFolder, notRunning } = await import('../../auth/local-service.ts');
    const folder = localFolder(context.world, { dataDir: flags.dataDir, context: context.flags.context });
    const pid = await endService(context, folder);
    if (pid === undefined) throw notRunning(folder);
    return { result: { stopped: true, pid, dataDir: folder } };
  },
});

/** Running work is finished first, which takes no longer than the slowest platform. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 25;

/**
 * Ends the service of a folder; who holds the folder's lock is asked, so that a number left behind harms nobody.
 * @returns its process id, or undefined when none ran
 */
export async function endService({ world, say, signal }: Context, folder: string): Promise<number | undefined> {
  const { holderOf } = await import('../../service/store/folder.ts');
  const holder = world.files.exists(folder) ? await holderOf(folder) : undefined;
  if (holder === undefined) return undefined;
  const { pid } = holder;
  if (pid === null) throw failure('internal', { message: `The process id of the service in ${folder} is unknown.` });
  world.spawn.kill(pid, 'SIGTERM');
  if (await waitForRelease(folder, { world, signal })) return pid;
  say(
    `The service did not stop within ${String(WAIT_MS / 1_000)} s and was killed; it continues where it was at the next start.`,
  );
  world.spawn.kill(pid, 'SIGKILL');
  await waitForRelease(folder, { world, signal });
  return pid;
}

/** The last thing a service does is to give up its folder. False when it has not after the longest wait. */
async function waitForRelease(folder: string, { world, signal }: Pick<Context, 'world' | 'signal'>): Promise<boolean> {
  const { holderOf } = await import('../../service/store/folder.ts');
  const until = world.clock.monotonic() + WAIT_MS;
  while ((await holderOf(folder)) !== undefined) {
    if (world.clock.monotonic() > until) return false;
    await world.clock.sleep(LOOK_EVERY_MS, signal);
  }
  return true;
}
