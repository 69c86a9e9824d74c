/** `svc local restart`: ends the service when it runs, and starts it again with the flags and the port it had. */
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';
import { without } from '../../kernel/json.ts';
import { SERVICE_FIELDS } from '../../kernel/steering.ts';

export default command({
  path: 'local restart',
  summary: 'Restart the local service with the same options.',
  flags: { dataDir },
  writes: true,
  fields: SERVICE_FIELDS,
  examples: ['svc local restart'],
  exits: ['network'],

  async run(context, { flags }) {
    const { localFolder, notRunning, stateIn } = await import('../../auth/local-service.ts');
    const [{ keptStart, USUAL }, { startDetached: detached }, { endService: ended }] = await Promise.all([
      import('../../cli/local-asked.ts'),
      import('./start.ts'),
      import('./stop.ts'),
    ]);
    const folder = localFolder(context.world, { dataDir: flags.dataDir, context: context.flags.context });
    const kept = await keptStart(context, folder);
    if (kept === undefined) throw notRunning(folder);
    const before = await stateIn(context.world, folder);
    await ended(context, folder);
    const { port, ...asked } = without(kept, ['hadPort']);
    const isPicked = port === undefined || port === 0;
    // The port of a service that discards its data is kept nowhere else.
    const had = kept.ephemeral === true && before !== undefined ? Number(new URL(before.url).port) : undefined;
    return { result: await detached(context, { ...USUAL, ...asked, dataDir: folder, port: isPicked ? had : port }) };
  },
});
