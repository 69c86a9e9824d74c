/** `svc config unset SETTING`: takes a setting away from the context in force, or from the defaults of all. */
import { command } from '../../cli/command.ts';
import { forAll, namedSetting, placeOf } from '../../cli/setting-place.ts';

export default command({
  path: 'config unset',
  summary: 'Remove a setting from the current context.',
  args: { setting: namedSetting },
  flags: { all: forAll },
  writes: true,
  fields: ['setting', 'value', 'place'],
  examples: ['svc config unset timezone', 'svc config unset output --all', 'svc config unset profile --context live'],

  async run(context, { args, flags }) {
    const [{ settingNamed }, { changedSetting }] = await Promise.all([
      import('../../auth/setting-values.ts'),
      import('../../auth/change-setting.ts'),
    ]);
    const { world, say } = context;
    const name = settingNamed(args.setting);
    if (name === 'context') {
      await world.settings.write(({ currentContext: _, ...rest }) => rest);
      return { result: { setting: name, value: null, place: 'user' } };
    }
    const place = await placeOf(context, flags.all);
    const was = await changedSetting(world, place, name, undefined);
    const words = place === undefined ? 'all contexts' : `context ${place}`;
    if (was === undefined) say(`${name} was not set for ${words}.`);
    return { result: { setting: name, value: null, place: words } };
  },
});
