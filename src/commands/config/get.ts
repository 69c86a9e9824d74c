/** `svc config get SETTING`: the value in force. */
import { command } from '../../cli/command.ts';
import { namedSetting } from '../../cli/setting-place.ts';

export default command({
  path: 'config get',
  summary: 'Print the current value of a setting.',
  args: { setting: namedSetting },
  fields: ['setting', 'value', 'source'],
  examples: ['svc config get baseUrl', 'svc config get timezone -o lines', 'svc config get profile --context live'],

  async run(context, { args }) {
    const [{ candidatesFor }, { settingNamed }, { lookedAt, sayUnset }] = await Promise.all([
      import('../../auth/settings.ts'),
      import('../../auth/setting-values.ts'),
      import('../../cli/settings-words.ts'),
    ]);
    const name = settingNamed(args.setting);
    const aim = { context: context.flags.context };
    const [found] = await lookedAt(context, async (world) => candidatesFor(name, world, aim));
    if (found === undefined) sayUnset(context, name);
    return {
      result: { setting: name, value: found?.value ?? null, source: found?.source ?? null },
      columns: ['value'],
    };
  },
});
