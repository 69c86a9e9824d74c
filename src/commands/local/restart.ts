/** `svc local restart`: ends the service when it runs, and starts it again with the flags and the port it had. */
import { join } from 'node:path';
import { ASKED_FILE } from '../../kernel/data-folder.ts';
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';
import { SERVICE_FIELDS } from '../../kernel/steering.ts';
import type { Asked } from '../../cli/local-asked.ts';

export default command({
  path: 'local restart',
  summary: 'Restart the local service with the same options.',
  flags: { dataDir },
  writes: true,
  fields: SERVICE_FIELDS,
  examples: ['svc local restart'],
  exits: ['network'],

  async run(context, { flags }) {
    const { files } = context.world;
    const { localFolder, notRunning, stateIn } = await import('../../auth/local-service.ts');
    const [{ startDetached: detached }, { endService: ended }] = await Promise.all([
      import('./start.ts'),
      import('./stop.ts'),
    ]);
    const folder = localFolder(context.world, { dataDir: flags.dataDir, context: context.flags.context });
    const text = await files.readIfThere(join(folder, ASKED_FILE));
    if (text === undefined) throw notRunning(folder);
    const before = await stateIn(context.world, folder);
    await ended(context, folder);
    const asked = JSON.parse(text) as Asked;
    const port = before === undefined ? asked.port : Number(new URL(before.url).port);
    return { result: await detached(context, { ...asked, dataDir: folder, port }) };
  },
});
