/** `svc local carrier reject`: a carrier's word that ends an order. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { decideOrder, order, ORDER_FIELDS } from '../../../cli/local-carrier.ts';

export default command({
  path: 'local carrier reject',
  summary: 'Reject a number, an SMS registration or a port-in as its carrier.',
  description: 'A rejected port-in becomes an exception: approve it to continue.',
  args: { order },
  flags: { dataDir, reason: { type: 'string', common: true, summary: 'Reason shown to the customer' } },
  writes: true,
  fields: ORDER_FIELDS,
  examples: ['svc local carrier reject 654c0c724a12d737ed688096 --reason "The passport has expired"'],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) =>
    decideOrder(context, flags, { order: args.order, decision: 'reject', reason: flags.reason }),
});
