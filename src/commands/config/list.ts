/** `svc config list`: every setting in force and where it comes from. Works with broken settings, too. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'config list',
  summary: 'Show the current settings and where each comes from.',
  fields: ['setting', 'value', 'source'],
  examples: ['svc config list', 'svc config list --context local'],

  async run(context) {
    const [{ explainSetting: explained }, { SETTING_NAMES }, { lookedAt }] = await Promise.all([
      import('../../auth/explain.ts'),
      import('../../auth/settings.ts'),
      import('../../cli/settings-words.ts'),
    ]);
    const aim = { context: context.flags.context };
    const names = [...SETTING_NAMES, 'apiKey'] as const;
    const all = await lookedAt(context, (world) =>
      Promise.all(names.map(async (name) => ({ name, found: await explained(name, world, aim) }))),
    );
    const settings = all.flatMap(({ name, found: [winner] }) =>
      winner === undefined ? [] : [{ setting: name, value: winner.value, source: winner.source }],
    );
    return { result: { settings }, list: 'settings', columns: ['setting', 'value', 'source'] };
  },
});
