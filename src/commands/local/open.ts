/** `svc local open`: the console of the local service in the browser. The path: cli/local-console. */
import { command } from '../../cli/command.ts';
import { dataDir } from '../../cli/local.ts';
import { CONSOLE_PANELS, type ConsolePanel } from '../../kernel/console.ts';

export default command({
  path: 'local open',
  summary: 'Open the console of the local service in the browser.',
  description:
    'Prints a link, and opens it if a browser is available. The link works once, within a minute; the ' +
    'browser stays signed in until it is closed.',
  args: { panel: { summary: 'Panel to show first', choices: CONSOLE_PANELS } },
  flags: {
    dataDir,
    browser: { type: 'boolean', common: true, summary: 'Open a browser on this machine, where possible' },
  },
  fields: ['url'],
  examples: ['svc local open', 'svc local open inbox', 'svc local open --no-browser -o json'],
  exits: ['network'],

  async run(context, { args, flags }) {
    const [{ localService }, { openConsole }] = await Promise.all([
      import('../../auth/local-service.ts'),
      import('../../cli/local-console.ts'),
    ]);
    const service = await localService(context.world, { dataDir: flags.dataDir, context: context.flags.context });
    const panel = args.panel as ConsolePanel | undefined;
    return { result: { url: await openConsole(context, service, { panel, browser: flags.browser !== false }) } };
  },
});
