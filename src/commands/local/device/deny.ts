/** `svc local device deny`: turns a waiting login away without the page in the browser. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';
import { DEVICE_FIELDS, deviceArgs, devicePath } from '../../../cli/local-device.ts';

export default command({
  path: 'local device deny',
  summary: 'Deny a pending login, as on its page in the browser.',
  writes: true,
  args: deviceArgs,
  flags: { dataDir },
  fields: DEVICE_FIELDS,
  examples: ['svc local device deny BCDF-GHJK'],
  exits: ['not_found', 'rejected'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'POST',
      path: devicePath(args.userCode),
      body: { decision: 'deny' },
    }),
  }),
});
