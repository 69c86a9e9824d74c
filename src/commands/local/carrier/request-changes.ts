/** `svc local carrier request-changes`: a carrier that asks for more. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { decideOrder, order, ORDER_FIELDS } from '../../../cli/local-carrier.ts';

export default command({
  path: 'local carrier request-changes',
  summary: 'Ask for changes to a number, an SMS registration or a port-in as its carrier.',
  description: 'A number waits for what the customer submits; a port-in becomes an exception.',
  args: { order },
  flags: { dataDir, reason: { type: 'string', common: true, summary: 'What is missing' } },
  writes: true,
  fields: ORDER_FIELDS,
  examples: ['svc local carrier request-changes 654c0c724a12d737ed688096 --reason "Page 2 of the passport is missing"'],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) =>
    decideOrder(context, flags, { order: args.order, decision: 'request_changes', reason: flags.reason }),
});
