/** How many calls a team may place within an hour. Asked by place.ts. */
import { HOUR_MS } from '../../../kernel/time.ts';
import { isOverTelephone } from '../../../platforms/calls.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { CALL_KIND } from './record.ts';

/** Calls on the telephone network that may go out within a rolling hour, over all numbers. Source: VOI-23 */
const HOURLY = 60;

const TOO_MANY = refuse('rate_limited', { message: `The limit of ${String(HOURLY)} calls an hour has been reached.` });

/** The refusal of one more call, or undefined. Reads the calls of the last hour and no others. @param now milliseconds */
export async function hourlyRefusal(view: Reader, teamId: string, now: number): Promise<Reply | undefined> {
  const latest = await view.list(CALL_KIND, { teamId, since: now - HOUR_MS + 1 });
  const outbound = latest.filter(({ doc }) => doc.direction === 'outbound' && isOverTelephone(doc.channel));
  return outbound.length >= HOURLY ? TOO_MANY : undefined;
}
