/** `svc local accounts add`: connects an account of a simulated network. */
import { CONNECTION_KINDS } from '../../../kernel/steering.ts';
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local accounts add',
  summary: 'Connect an account of a simulated network.',
  args: { platform: { summary: 'Platform of the account, for example twitter', required: true } },
  flags: {
    dataDir,
    profile: {
      type: 'string',
      placeholder: 'profile-id',
      summary: 'Profile of the account (default: the default profile)',
    },
    username: { type: 'string', summary: 'Username on the network', common: true },
    displayName: { type: 'string', summary: 'Display name' },
    kind: {
      type: 'string',
      choices: CONNECTION_KINDS,
      summary: 'Variant of the connection',
    },
  },
  writes: true,
  fields: [
    'account._id',
    'account.platform',
    'account.username',
    'account.displayName',
    'account.profileId',
    'account.isActive',
  ],
  examples: ['svc local accounts add twitter', 'svc local accounts add instagram --username acme'],
  exits: ['rejected', 'not_found'],

  async run(context, { args, flags }) {
    const { dataDir: folder, profile, ...words } = flags;
    const body = withoutUnset({ platform: args.platform, profileId: profile, ...words });
    const result = await callControl(context, { dataDir: folder }, { method: 'POST', path: '/_local/accounts', body });
    return { result };
  },
});
