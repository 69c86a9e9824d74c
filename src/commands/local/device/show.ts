/** `svc local device show`: the status of a login. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';
import { DEVICE_FIELDS, deviceArgs, devicePath } from '../../../cli/local-device.ts';

export default command({
  path: 'local device show',
  summary: 'Show the status of a login: its device, its state, and when its code expires.',
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
