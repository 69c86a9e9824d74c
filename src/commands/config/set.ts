/** `svc config set SETTING VALUE`: for the context in force, or for all of them. */
import { command } from '../../cli/command.ts';
import { forAll, namedSetting, placeOf, sayKeyStays, sayWhatWins } from '../../cli/setting-place.ts';

export default command({
  path: 'config set',
  summary: 'Change a setting of the current context.',
  description:
    'Without a context, sets the default of all contexts. `context` is set for the user, as with `svc ' +
    'context use`. API keys are not settings: `svc login` stores them.',
  args: {
    setting: namedSetting,
    value: { summary: 'Value', required: true },
  },
  flags: { all: forAll },
  writes: true,
  fields: ['setting', 'value', 'place'],
  examples: [
    'svc config set timezone Europe/Berlin',
    'svc config set output table --all',
    'svc config set profile 64f0a1b2c3d4e5f601234567 --context live',
  ],

  async run(context, { args, flags }) {
    const [{ settingNamed, settingValue }, { changedSetting }] = await Promise.all([
      import('../../auth/setting-values.ts'),
      import('../../auth/change-setting.ts'),
    ]);
    const name = settingNamed(args.setting);
    if (name === 'context') {
      const { currentContext } = await import('../../auth/context.ts');
      currentContext(context.world, { value: args.value, source: '<value>' });
      await context.world.settings.write((before) => ({ ...before, currentContext: args.value }));
      return { result: { setting: name, value: args.value, place: 'user' } };
    }
    const value = settingValue(name, args.value);
    const place = await placeOf(context, flags.all);
    await changedSetting(context.world, place, name, value);
    await sayWhatWins(context, name, value);
    if (name === 'baseUrl' && place !== undefined) await sayKeyStays(context, place, value);
    return { result: { setting: name, value, place: place === undefined ? 'all contexts' : `context ${place}` } };
  },
});
