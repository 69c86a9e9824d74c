/** `svc local carrier approve`: a carrier's word that lets an order go on. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { decideOrder, order, ORDER_FIELDS } from '../../../cli/local-carrier.ts';

export default command({
  path: 'local carrier approve',
  summary: 'Approve a number, an SMS registration or a port-in as its carrier.',
  description: 'A port-in takes two approvals: the losing carrier confirms the date, then the numbers are ported.',
  args: { order },
  flags: { dataDir },
  writes: true,
  fields: ORDER_FIELDS,
  examples: ['svc local carrier approve 654c0c724a12d737ed688096', 'svc local carrier approve +493023125099'],
  exits: ['rejected', 'not_found'],

  run: (context, { args, flags }) => decideOrder(context, flags, { order: args.order, decision: 'approve' }),
});
