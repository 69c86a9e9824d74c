/** Texts to numbers of the team, and what reviewers decide about registrations of senders. Listed in the index that the press makes. */
import { type Fields, textOf, textsIn } from '../../../kernel/json.ts';
import { oneOf, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { smsRegistration } from '../../states/sms-registration.ts';
import { withFields } from '../../store/record.ts';
import { participantOf, receivedFrom, sendMessage } from '../inbox/offers.ts';
import { CONVERSATION, type ConversationRecord } from '../inbox/record.ts';
import { activatedBy, SANDBOX_NUMBER } from '../whatsapp/offers.ts';
import { reviewOf } from './deciding.ts';
import { actionEvent, statusEvent } from './events.ts';
import { answerTo, wishIn } from './keywords.ts';
import { newOptOut, OPT_OUT_KIND, optOutId, REGISTRATION_KIND } from './record.ts';
import { readUnlisted } from '../phone-numbers/offers.ts';
import { approvedFor, isGivenBack, lineOf } from './senders.ts';

/** Source: EVT-53 */
async function text(scene: Scene): Promise<Caused | Reply> {
  const { read, teamId, given, now } = scene;
  const to = String(given['to']);
  if (to === SANDBOX_NUMBER) return { records: await activatedBy(read, { teamId, phone: String(given['from']), now }) };
  const account = await lineOf(read, teamId, to);
  if (account === undefined || (await isGivenBack(read, teamId, to))) return notFound(NUMBER_KIND, { param: 'to' });
  const from = String(given['from']);
  const words = textOf(given['text']) ?? '';
  const caused = await receivedFrom(scene, account, {
    text: words,
    attachments: textsIn(given['mediaUrls']).map((url) => ({ type: 'image', url })),
    direction: 'incoming',
    sender: participantOf({ id: from, phoneNumber: from }, 'sms'),
  });
  return merged(
    { records: await readUnlisted(read, account) },
    await afterWish(scene, { account, from, to, words }, caused),
  );
}

interface Texted {
  readonly account: AccountRecord;
  /** The person's phone. */
  readonly from: string;
  /** The number of the team. */
  readonly to: string;
  readonly words: string;
}

/** Words that end texts or let them begin again do so, and the campaign of the number answers them. Source: SMS-18 */
async function afterWish(scene: Scene, texted: Texted, caused: Caused): Promise<Caused> {
  const { read, teamId, now } = scene;
  const { account, from, to, words } = texted;
  const campaign = (await approvedFor(read, teamId, to))?.doc.campaignContent;
  const wish = wishIn(words, campaign);
  if (wish === undefined) return caused;
  const consent: Caused =
    wish === 'out'
      ? { records: [newOptOut({ from, to, keyword: words.trim().toUpperCase(), teamId, now })] }
      : { removed: wish === 'in' ? [{ kind: OPT_OUT_KIND, id: optOutId({ from, to }) }] : [] };
  const person = participantOf({ id: from }, 'sms');
  const wanted: Caused =
    wish === 'help'
      ? {}
      : {
          domainEvents: [{ name: 'textsWanted', account, personId: person.id, isWanted: wish === 'in', at: now }],
        };
  const answer = answerTo(wish, campaign);
  const conversation = caused.records?.find(({ kind }) => kind === CONVERSATION) as ConversationRecord | undefined;
  if (answer === undefined || conversation === undefined) return merged(merged(caused, consent), wanted);
  const into = { record: conversation, isNew: false };
  const outgoing = { account, into, person, text: answer };
  const { changes } = await sendMessage(scene, { ...outgoing, isKeywordAnswer: true });
  const { records = [], events = [], due = [], feed = [], domainEvents = [] } = changes;
  const answered: Caused = { records, events, work: due, feed, domainEvents };
  return merged(merged(merged(caused, consent), answered), wanted);
}

/** Later records of one id take the place of earlier ones when they are written. */
const merged = (one: Caused, other: Caused): Caused => ({
  ...one,
  ...other,
  records: [...(one.records ?? []), ...(other.records ?? [])],
  events: [...(one.events ?? []), ...(other.events ?? [])],
  work: [...(one.work ?? []), ...(other.work ?? [])],
  feed: [...(one.feed ?? []), ...(other.feed ?? [])],
  domainEvents: [...(one.domainEvents ?? []), ...(other.domainEvents ?? [])],
  removed: [...(one.removed ?? []), ...(other.removed ?? [])],
});

/** What reviewers say of a registration. */
const REVIEWED = ['pending', 'changes_requested', 'approved', 'rejected'] as const;

/** What they give a reason for, which the registration shows until they say something else. */
const DECLINING: readonly string[] = ['changes_requested', 'rejected'];

/** Source: ASM-17, EVT-13, EVT-116, EVT-117 */
async function registrationStatus({ given, read, now }: Scene): Promise<Caused | Reply> {
  const { reason } = given;
  const known = await read.get(REGISTRATION_KIND, String(given['registrationId']));
  if (known === undefined)
    return refuse('not_found', { param: 'registrationId', message: 'There is no such registration.' });
  const { status: from = 'requested' } = known.doc;
  const action = given['action'] as Fields | undefined;
  if (action !== undefined)
    return from === 'deactivated'
      ? refuse('invalid_resource_state', { message: 'A deactivated registration needs no action.' })
      : { events: [actionEvent(known, { reason: action['reason'], message: action['message'] })] };
  const status = given['status'] as (typeof REVIEWED)[number];
  if (smsRegistration.move(from, status) === undefined)
    return refuse('invalid_resource_state', {
      message: `A registration with the status ${from} cannot become ${status}.`,
    });
  const after = withFields(known, {
    status,
    declineReason: DECLINING.includes(status) ? (textOf(reason) ?? null) : null,
  });
  return { records: [after], events: [statusEvent(after)], work: await reviewOf(read, after, now) };
}

export const arrives: Readonly<Record<string, Inbound>> = {
  sms: {
    fields: { to: WORD, from: WORD, text: TEXT, mediaUrls: { type: 'array', items: WORD } },
    required: ['to', 'from', 'text'],
    cause: text,
  },
  registration_status: {
    fields: {
      registrationId: WORD,
      status: oneOf(...REVIEWED),
      reason: TEXT,
      action: {
        type: 'object',
        required: ['reason', 'message'],
        additionalProperties: false,
        properties: { reason: WORD, message: WORD },
      },
    },
    required: ['registrationId'],
    cause: registrationStatus,
  },
};
