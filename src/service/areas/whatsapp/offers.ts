/** What other areas ask of whatsapp: what it says of the price of a message, who may use its shared test number, and whose message makes a session there active. Next stop: sandbox.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { fieldsIn, textOf, type Fields } from '../../../kernel/json.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { hasPricing } from '../../../platforms/inbox.ts';
import { MESSAGE, type MessageRecord } from '../inbox/record.ts';
import { findTemplates } from '../whatsapp-templates/record.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

export const SANDBOX_KIND = 'whatsapp_sandbox_session';

export type SandboxSession = RecordOf<typeof SANDBOX_KIND>;

/** The number that all teams share. */
export const SANDBOX_NUMBER = '+15550100000';

/** The sessions of a team that have not expired, oldest first. */
export async function sessionsOf(reader: Reader, teamId: string, now: number): Promise<SandboxSession[]> {
  const all = await reader.list(SANDBOX_KIND, { teamId });
  return all.filter(({ doc }) => Date.parse(doc.expiresAt ?? '') > now);
}

/**
 * The sessions that a phone's message to the test number makes active.
 * @param phone with or without its plus sign
 * Source: ACC-35
 */
export async function activatedBy(
  reader: Reader,
  { teamId, phone, now }: { readonly teamId: string; readonly phone: string; readonly now: number },
): Promise<SandboxSession[]> {
  const digits = phone.replace(/\D/g, '');
  const sessions = await sessionsOf(reader, teamId, now);
  return sessions
    .filter(({ doc }) => doc.status === 'pending' && doc.phoneE164?.slice(1) === digits)
    .map((session) => withFields(session, { status: 'active', activatedAt: instantOf(now) }));
}

/** What the platform says of the price of a message that went out. */
export interface Pricing extends Fields {
  readonly billable: boolean;
  readonly pricingModel: 'PMP';
  readonly category: string;
  readonly type: 'regular' | 'free_customer_service';
}

/**
 * The price of a message that arrives: by its category, and nothing for an answer or a notice within a day of what the
 * person wrote last. Undefined where the platform has no prices.
 * Source: EVT-58; readings, "WhatsApp"
 */
export async function pricingOf(read: Reader, message: MessageRecord): Promise<Pricing | undefined> {
  if (!hasPricing(message.doc.platform)) return undefined;
  const category = await categoryOf(read, message);
  const billable = category === 'service' ? false : category !== 'utility' || !(await isWithinWindow(read, message));
  return { billable, pricingModel: 'PMP', category, type: billable ? 'regular' : 'free_customer_service' };
}

/** That of its template as it is now; a message without one may be a notice, and is else an answer. */
async function categoryOf(read: Reader, { doc, teamId }: MessageRecord): Promise<string> {
  const content: Fields = doc.content ?? {};
  const [template] = fieldsIn([content['template']]);
  if (template === undefined) return textOf(content['category']) ?? 'service';
  const { name, language } = template;
  const found = await findTemplates(read, { teamId, accountId: doc.accountId, name, ...templateLanguage(language) });
  return (found[0]?.doc.category ?? 'MARKETING').toLowerCase();
}

/** A language is its code, or a record that has the code. */
function templateLanguage(language: unknown): { readonly language?: string } {
  const [{ code } = { code: language }] = fieldsIn([language]);
  return typeof code === 'string' ? { language: code } : {};
}

async function isWithinWindow(read: Reader, { teamId, parentId, createdAt }: MessageRecord): Promise<boolean> {
  const messages = await read.list(MESSAGE, { teamId, parentId: parentId ?? '' });
  return messages.some(
    (one) => one.doc.direction === 'incoming' && one.createdAt <= createdAt && createdAt - one.createdAt <= DAY_MS,
  );
}
