/** `svc doctor`: looks at everything a command relies on and says what to do. Works with broken settings, too. */
import { command, type Context } from '../cli/command.ts';
import type { Check } from '../cli/doctor/check.ts';

export default command({
  path: 'doctor',
  summary: 'Check settings, keychain, keys, proxy and everything else that commands rely on.',
  description:
    'Each check is ok, warn, fail or skip, and says what to do. Exits with 1 if one fails. Nothing is sent ' +
    'over the network, and the key is not checked, without --network.',
  flags: {
    network: { type: 'boolean', common: true, summary: 'Also check the service: reachability, clock, key' },
  },
  examples: ['svc doctor', 'svc doctor --network', 'svc doctor -o json'],
  fields: ['checks.check', 'checks.status', 'checks.message', 'checks.hint'],

  async run(context, { flags }) {
    const checks = await findings(context, flags.network === true);
    const { hanging } = await import('../cli/hanging.ts');
    const failed = checks.filter(({ status }) => status === 'fail').length;
    return {
      result: { checks },
      list: 'checks',
      columns: ['check', { field: 'status', form: 'state' }, 'message', 'hint'],
      ...(context.flags.fields === undefined && {
        text: hanging(checks.map(linesFor).join('\n'), context.world.io.out),
      }),
      ...(failed > 0 && { exit: 'internal' as const }),
    };
  },
});

/** Whole, as no table could show them: what a check says and what to do about it is all that matters. */
const linesFor = ({ check, status, message, hint }: Check): string =>
  `${status.padEnd(6)}${check.padEnd(20)}${message}${hint === undefined ? '' : `\n${' '.repeat(26)}${hint}`}`;

/** What cannot be read is reported once, by the check of its own, and is empty for the others. */
async function findings({ world: strict, catalog, flags }: Context, askNetwork: boolean): Promise<readonly Check[]> {
  const [{ tryCheck: tried }, home, keys, nets, { lenientSettings }] = await Promise.all([
    import('../cli/doctor/check.ts'),
    import('../cli/doctor/home.ts'),
    import('../cli/doctor/keys.ts'),
    import('../cli/doctor/network.ts'),
    import('../auth/lenient.ts'),
  ]);
  const aim = { context: flags.context, ask: false };
  const world = { ...strict, settings: lenientSettings(strict).settings };
  const local = await nets.localService(world, aim);
  const asked = askNetwork ? await nets.network(world, catalog, aim) : [];
  const ofKey = asked.find(({ check }) => check === nets.KEY_CHECK);
  return [
    await tried('versions', () => home.versions(world)),
    await tried('settings', () => home.settingsFile(strict)),
    await tried('project', () =>
      home.project({ ...strict, settings: { ...world.settings, readBeside: strict.settings.readBeside } }),
    ),
    await tried('environment', () => home.environment(world)),
    await tried('keychain', () => keys.keychain(world)),
    await tried('key', () => keys.credential(world, aim, ofKey)),
    await tried('proxy', () => home.proxy(world)),
    await tried('port', () => home.port(world, local.isRunning)),
    await tried('completion', () => home.completion(world)),
    local.found,
    ...asked,
  ];
}
