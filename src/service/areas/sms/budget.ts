/** Texts of a day under the names of a team, whatever sends them: a call, or an answer from the inbox. Used by messages.ts, sender-ids.ts and offers.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { SENDER_ID, TEXT_KIND } from './record.ts';

/** Texts a day that a team sends under its names, until a person raises it. Source: readings, "Texts" */
export const DAILY_CAP = 100;

interface Sending {
  readonly teamId: string;
  readonly from: string;
  /** Milliseconds. */
  readonly now: number;
}

/** What a text counts against: the day, in UTC, of the names of the team; null for a text from a number. It is the `parentId` of the text. */
export const budgetOf = ({ teamId, from, now }: Sending): string | null =>
  SENDER_ID.test(from) ? budgetOn(teamId, now) : null;

const budgetOn = (teamId: string, now: number): string => `${teamId} ${instantOf(now).slice(0, 10)}`;

/** Texts of the day under any name of the team. */
export const sentToday = (read: Reader, teamId: string, now: number): Promise<number> =>
  read.count(TEXT_KIND, { parentId: budgetOn(teamId, now) });

/** The refusal of a text under a name once the day's are sent. Source: ASM-23 */
export async function capProblem(read: Reader, { teamId, from, now }: Sending): Promise<Reply | undefined> {
  if (!SENDER_ID.test(from) || (await sentToday(read, teamId, now)) < DAILY_CAP) return undefined;
  return refuse('rate_limited', {
    message: `The daily limit of ${String(DAILY_CAP)} texts under sender ids has been reached.`,
  });
}
