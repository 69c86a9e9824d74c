/** What other areas ask of whatsapp: what it says of the price of a message, whether a number may send one, who may use its shared test number, and whose message makes a session there active. Next stop: sandbox.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { fieldsIn, textOf, type Fields } from '../../../kernel/json.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { hasPricing } from '../../../platforms/inbox.ts';
import { traitsOf, upstreamOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { MESSAGE, type MessageRecord } from '../inbox/record.ts';
import { findTemplates } from '../whatsapp-templates/record.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { hasRoom, isOpened, reachOf, tierOf } from './reach.ts';

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

/** Whether a message goes out, or went out, within a day of what the person wrote. */
export async function isWithinWindow(
  read: Reader,
  { teamId, parentId, createdAt }: Pick<MessageRecord, 'teamId' | 'parentId' | 'createdAt'>,
): Promise<boolean> {
  const [first] = await read.list(MESSAGE, {
    ...{ teamId, parentId: parentId ?? '', since: createdAt - DAY_MS, limit: 1 },
    where: { direction: 'incoming' },
  });
  return first !== undefined && first.createdAt <= createdAt;
}

export const BLOCKED = 'whatsapp_blocked_user';

/** A number in any notation as the list has it. */
export const waIdOf = (phone: string): string => `+${phone.replace(/\D/g, '')}`;

/** The record that the account has blocked the person. @param person number in any notation */
export async function findBlocked(
  read: Reader,
  { id: accountId, teamId }: Pick<AccountRecord, 'id' | 'teamId'>,
  person: string,
): Promise<RecordOf<typeof BLOCKED> | undefined> {
  return (await read.list(BLOCKED, { teamId, where: { waId: waIdOf(person), accountId }, limit: 1 }))[0];
}

interface Writing {
  readonly account: AccountRecord;
  readonly conversation: RecordOf<'conversation'>;
  /** Milliseconds. */
  readonly now: number;
}

/** Standings in which a number sends, and in which it does no more than answer. */
const SENDING: readonly string[] = ['CONNECTED', 'FLAGGED'];
const ANSWERING = 'RESTRICTED';

/** Why a number sends nothing to anybody; undefined for one that does, and for accounts that are no numbers of the platform. Source: readings, "WhatsApp" */
export function numberProblem({ doc: { platform, metadata } }: AccountRecord): Reply | undefined {
  if (traitsOf(platform).connection?.businessNumber !== true) return undefined;
  const status = textOf(metadata['numberStatus']) ?? 'CONNECTED';
  if (status === ANSWERING || SENDING.includes(status)) return undefined;
  return platformRefusal(platform, 133010, `The number is ${status}. Register it again to send messages.`);
}

/** Why a number does not begin a conversation with one more person. Source: readings, "WhatsApp" */
export async function reachProblem(read: Reader, { account, conversation, now }: Writing): Promise<Reply | undefined> {
  const { platform, metadata } = account.doc;
  if (traitsOf(platform).connection?.businessNumber !== true || conversation.doc.isGroup === true) return undefined;
  const { id, teamId } = conversation;
  const tier = tierOf(account);
  const isLimited =
    metadata['numberStatus'] === ANSWERING ||
    (tier !== undefined && !(await isOpened(read, id, now)) && !hasRoom(await reachOf(read, account.id), tier, now));
  if (!isLimited || (await isWithinWindow(read, { teamId, parentId: id, createdAt: now }))) return undefined;
  return platformRefusal(platform, 131048, 'The number has reached its daily limit of people it can message first.');
}

const platformRefusal = (platform: string, code: number, message: string): Reply =>
  refuse('platform_api_error', {
    status: 400,
    message,
    more: { platform: upstreamOf(platform), platformError: { message, type: 'OAuthException', code } },
  });
