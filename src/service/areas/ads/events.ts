/** The event of the area: a campaign, an ad set or an ad has another status on its network. */
import type { Fields } from '../../../kernel/json.ts';
import { eventOf, plainAccount } from '../../causes/cause.ts';
import type { Written } from '../../engine/follow.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import type { NewEvent, Reader } from '../../store/store.ts';
import type { AdKind } from './record.ts';
import { LEVELS } from './tree/structure.ts';

export const STATUS_EVENT = 'ad.status_changed';

export const isSameStatus = ({ before, after }: Written<AdKind>): boolean => before?.doc.status === after?.doc.status;

/** What a network says besides the status. */
export interface Said {
  /** The network's own word for the status; the Service's in capitals without it. */
  readonly raw?: string;
  /** Why it is not shown. */
  readonly reason?: string | undefined;
}

/** Source: EVT-102 */
export async function statusEvents(
  one: Written<AdKind>,
  view: Pick<Reader, 'get'>,
  { raw, reason }: Said = {},
): Promise<readonly NewEvent[]> {
  const { after } = one;
  if (after === undefined || isSameStatus(one) || after.doc.status === undefined) return [];
  const { doc } = after;
  const fields: Fields = doc;
  const account = await view.get(ACCOUNT_KIND, String(doc.accountId));
  if (account === undefined) return [];
  const { id, level } = LEVELS[after.kind as AdKind];
  const word = raw ?? String(doc.status).toUpperCase();
  return [
    eventOf(STATUS_EVENT, account, {
      account: plainAccount(account),
      adObject: {
        level,
        platformId: String(fields[id] ?? after.id),
        platformAdAccountId: doc.platformAdAccountId ?? '',
      },
      status: { raw: word },
      ...(reason !== undefined && { error: { code: word, message: reason } }),
    }),
  ];
}
