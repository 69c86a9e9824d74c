/** Every event of a template. */
import type { Fields } from '../../../kernel/json.ts';
import { eventOf, plainAccount } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { TemplateState } from '../../states/template.ts';
import type { NewEvent } from '../../store/store.ts';
import type { TemplateRecord } from './record.ts';

const nameOf = ({ id, doc }: TemplateRecord): Fields => ({
  templateId: id,
  name: doc.name,
  language: doc.language ?? '',
});

/** What the platform says where it gives no reason. */
export const NO_REASON = 'NONE';

/** Source: EVT-103, ASM-18 */
export const statusEvent = (
  account: AccountRecord,
  record: TemplateRecord,
  { status, reason = NO_REASON }: { readonly status: TemplateState; readonly reason?: string | undefined },
): NewEvent =>
  eventOf('whatsapp.template.status_updated', account, {
    account: plainAccount(account),
    template: { ...nameOf(record), status, reason },
  });

/** @param when the `changeType`, with the categories before and after. Source: EVT-104, EVT-105 */
export const categoryEvent = (account: AccountRecord, record: TemplateRecord, when: Fields): NewEvent =>
  eventOf('whatsapp.template.category_updated', account, {
    account: plainAccount(account),
    template: { ...nameOf(record), ...when },
  });
