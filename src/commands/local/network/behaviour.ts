/** `svc local network behaviour`: how the simulated platform of an account answers from now on. */
import { NETWORK_OPERATIONS, NETWORK_OUTCOMES } from '../../../kernel/steering.ts';
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local network behaviour',
  summary: 'Set how the simulated platform of an account, or a carrier, responds.',
  args: { accountId: { summary: 'Account id, number id, or `carrier`', required: true } },
  flags: {
    dataDir,
    outcome: {
      type: 'string',
      required: true,
      common: true,
      choices: NETWORK_OUTCOMES,
      summary: 'Outcome of the calls',
    },
    operation: {
      type: 'string',
      choices: [...NETWORK_OPERATIONS, 'any'],
      summary: 'Which calls (default: any)',
    },
    times: { type: 'integer', common: true, summary: 'Number of calls to affect (default: all)' },
    message: { type: 'string', common: true, summary: 'Message of the platform' },
    status: { type: 'integer', summary: 'HTTP status of the platform’s response' },
    errorCategory: { type: 'string', summary: 'Category of the failure on the target' },
    retryAfter: { type: 'number', placeholder: 'seconds', summary: 'Seconds until the platform accepts calls again' },
    remaining: { type: 'integer', summary: 'Value of the remaining-quota header' },
    delay: { type: 'number', placeholder: 'seconds', summary: 'Seconds the platform takes to respond' },
    platformError: { type: 'json', placeholder: 'json', summary: 'Raw payload of the platform' },
  },
  writes: true,
  fields: ['behaviours.operation', 'behaviours.outcome'],
  examples: [
    'svc local network behaviour 64f0a1b2c3d4e5f6a7b8c9d0 --outcome reject --message "duplicate"',
    'svc local network behaviour 64f0a1b2c3d4e5f6a7b8c9d0 --outcome rate_limited --retry-after 60 --times 1',
    'svc local network behaviour 64f0a1b2c3d4e5f6a7b8c9d0 --outcome ok',
    'svc local network behaviour carrier --operation send --outcome reject --message "Blocked as spam."',
  ],
  exits: ['not_found'],

  async run(context, { args, flags }) {
    const { dataDir: folder, retryAfter, delay, ...words } = flags;
    const body = withoutUnset({ ...words, retryAfterSeconds: retryAfter, delaySeconds: delay });
    const path = `/_local/network/${encodeURIComponent(args.accountId)}/behaviour`;
    return { result: await callControl(context, { dataDir: folder }, { method: 'POST', path, body }) };
  },
});
