/** `svc local status`: where the service answers, with which keys, and how it is. */
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';
import { isFields } from '../../kernel/json.ts';
import { SERVICE_FIELDS } from '../../kernel/steering.ts';

export default command({
  path: 'local status',
  summary: 'Show the URLs and health of the local service.',
  description: 'Also prints its keys, for scripts. Exits with 13 if no service is running.',
  flags: { dataDir },
  fields: [
    ...SERVICE_FIELDS,
    'health.status',
    'health.message',
    'health.version',
    'health.store.kind',
    'health.clock.mode',
    'health.clock.now',
    'health.worker.alive',
    'health.worker.oldestDueSeconds',
    'processes.url',
    'processes.role',
    'processes.host',
    'processes.pid',
    'processes.version',
  ],
  watches: true,
  examples: ['svc local status', 'svc local status -o json --fields url,apiKey'],
  exits: ['network'],

  async run(context, { flags }) {
    const { localService } = await import('../../auth/local-service.ts');
    const { sendControl: controlled } = await import('../../client/control.ts');
    const aim = { dataDir: flags.dataDir, context: context.flags.context };
    const service = await localService(context.world, aim);
    const health = await controlled(context.world, service, { method: 'GET', path: '/_local/clock' }).then(() =>
      controlled(context.world, service, { method: 'GET', path: '/_local/health' }),
    );
    const { versionGap } = await import('../../cli/local-version.ts');
    const gap = versionGap(context.world, service);
    if (gap !== undefined) context.say(gap);
    else if (typeof health['message'] === 'string') context.say(health['message']);
    if (!isShared(health)) return { result: { ...service, health } };
    const { processes } = await controlled(context.world, service, { method: 'GET', path: '/_local/processes' });
    return { result: { ...service, health, processes } };
  },
});

/** Whether other processes may have the same data. */
const isShared = ({ store }: Readonly<Record<string, unknown>>): boolean =>
  isFields(store) && store['kind'] === 'postgres';
