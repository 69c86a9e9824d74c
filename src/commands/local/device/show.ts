/** `svc local device show`: where a login stands. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';
import { DEVICE_FIELDS, deviceArgs, devicePath } from '../../../cli/local-device.ts';

export default command({
  path: 'local device show',
  summary: 'Show where a login stands: its device, its state, and until when its code counts.',
  args: deviceArgs,
  flags: { dataDir },
  fields: DEVICE_FIELDS,
  examples: ['svc local device show BCDF-GHJK'],
  exits: ['not_found'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'GET',
      path: devicePath(args.userCode),
    }),
  }),
});
