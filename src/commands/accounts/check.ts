/** `svc accounts check`: for an account that is disconnected, a terminal has the command that reconnects it. */
import { override } from '../../cli/command.ts';
import { lostAmong, withReconnect } from '../../cli/reconnect.ts';
import { valueAt, isFields } from '../../kernel/json.ts';

export default override('accounts check', {
  async run(context, asked, send) {
    const outcome = await send(asked);
    const { result } = outcome;
    const isLost = isFields(result) && valueAt(result, 'tokenStatus.valid') === false;
    if (!isLost || !context.world.io.out.isTTY) return outcome;
    // The health of one account does not name its profile; that of all does. What was asked for is shown in any case.
    const { card } = context.catalog.command('getAllAccountsHealth');
    const input = { path: {}, query: { platform: result['platform'] }, headers: {} };
    const all = await context.call(card, input).catch(() => undefined);
    const lost = lostAmong(all?.body).filter(({ accountId }) => accountId === result['accountId']);
    return withReconnect(outcome, lost, context);
  },
});
