/** Automations and their log as records. Next stop: matching.ts and reacts.ts. */
import { hexOf } from '../../networks/chance.ts';
import { ownKind } from '../../store/record.ts';
import type { Reader, RecordFilter, RecordOf } from '../../store/store.ts';

export const AUTOMATION = 'automation';
export const LOG = 'automation_log';

export type AutomationRecord = RecordOf<'automation'>;
export type LogRecord = RecordOf<'automation_log'>;

/** Something with a keyword that an excluding word kept from being answered. */
export interface Miss {
  readonly commentText: string;
  readonly commenterName: string;
  readonly excludedBy: string;
  readonly at: string;
}

export const MISS = ownKind<Miss>('$automation_miss');

/** One entry for each comment or message that an automation meets. */
export const logId = (automationId: string, causeId: string): string => hexOf(`log ${automationId} ${causeId}`, 24);

/** Its entries, all or those that a filter names. */
export const logsOf = (
  read: Reader,
  { id, teamId }: AutomationRecord,
  filter: RecordFilter = {},
): Promise<LogRecord[]> => read.list(LOG, { teamId, parentId: id, ...filter });
