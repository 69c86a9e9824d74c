/** `svc local device show`: where a login stands. */
import { command } from '../../../cli/command.ts';
import { dataDir, steered } from '../../../cli/local.ts';

export default command({
  path: 'local device show',
  summary: 'Show where a login stands: its device, its state, and until when its code counts.',
  args: { userCode: { summary: 'Code that the login shows', required: true } },
  flags: { dataDir },
  fields: ['userCode', 'deviceName', 'status', 'createdAt', 'expiresAt'],
  examples: ['svc local device show BCDF-GHJK'],
  exits: ['not_found'],

  run: async (context, { args, flags }) => ({
    result: await steered(context, flags, {
      method: 'GET',
      path: `/_local/device/${encodeURIComponent(args.userCode)}`,
    }),
  }),
});
