/** Answers of automations, private and public, to what is in their log: each goes out once, after its delay. Begun by reacts.ts. */
import { type Fields, textOf, without } from '../../../kernel/json.ts';
import type { Desk } from '../../desk.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import { hexOf, pickOf } from '../../networks/chance.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow } from '../../store/store.ts';
import { contactAt, fillText, valuesOf } from '../contacts/offers.ts';
import { participantOf, publicAnswer, sceneIn, sendMessage, type Sent } from '../inbox/offers.ts';
import { COMMENT } from '../inbox/record.ts';
import { verdictOn } from './audience.ts';
import { gateMessage } from './gate.ts';
import { AUTOMATION, LOG, type AutomationRecord, type LogRecord } from './record.ts';

/** Kinds of the work that sends the private and the public answer; `ref` is the entry of the log. */
export const REPLY = 'automation_reply';
export const COMMENT_REPLY = 'automation_comment_reply';

interface Answering {
  readonly view: View;
  readonly desk: Desk;
  readonly entry: LogRecord;
  readonly automation: AutomationRecord;
  readonly account: AccountRecord;
}

/** Does the work of an entry in one commit; nothing where the automation is gone. */
const answerWith =
  (decide: (answering: Answering) => Promise<Changes> | Changes) =>
  ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
    commit(desk, [`${LOG}/${ref}`], async (view) => {
      const entry = await view.get(LOG, ref);
      const automation = await view.get(AUTOMATION, entry?.parentId ?? '');
      const account = await view.get(ACCOUNT_KIND, automation?.doc.accountId ?? '');
      return entry === undefined || automation === undefined || account === undefined
        ? {}
        : decide({ view, desk, entry, automation, account });
    });

const OFF = 'The automation was turned off.';

const TAKEN = 'This comment already has a private reply.';

export const sendReply = answerWith(async (answering) => {
  const { entry, automation } = answering;
  if (entry.doc.status !== 'pending') return {};
  if (!automation.doc.isActive) return { records: [withFields(withoutDue(entry), { status: 'skipped', error: OFF })] };
  if (typeof (await commentOf(answering))?.doc.privateReplyId === 'string')
    return { records: [withFields(withoutDue(entry), { status: 'failed', error: TAKEN, privateReplyConsumed: true })] };
  if (verdictOn(automation, entry) === 'gate') {
    const sent = await sendPrivately(answering, gateMessage(automation, entry.id, false));
    return noted(entry, sent, { status: 'gated', audienceOutcome: 'gate_sent' });
  }
  return noted(entry, await sendPrivately(answering, answerFor(automation, entry)), {
    status: 'sent',
    audienceOutcome: 'passed',
  });
});

/** Whoever follows now gets the answer; whoever does not is asked again. */
export const openGate = answerWith(async (answering) => {
  const { entry, automation } = answering;
  if (entry.doc.status !== 'gated' || !automation.doc.isActive) return {};
  const isPassed = entry.doc.commenterIsFollower === true;
  const message = isPassed ? answerFor(automation, entry) : gateMessage(automation, entry.id, true);
  const sent = await sendPrivately(answering, message);
  return noted(
    entry,
    sent,
    isPassed ? { status: 'sent', audienceOutcome: 'gate_passed' } : { status: 'gated', audienceOutcome: 'gate_failed' },
  );
});

interface PrivateAnswer {
  readonly text: string;
  readonly parts: Fields;
}

/** One of the wordings, the same for the same entry, with the buttons and cards. */
function answerFor({ doc }: AutomationRecord, { id }: LogRecord): PrivateAnswer {
  const { dmMessage, dmMessageVariations = [], buttons = [], template } = doc;
  return {
    text: pickOf(`dm ${id}`, [dmMessage ?? '', ...dmMessageVariations]) ?? '',
    parts: {
      ...(buttons.length > 0 && { buttons }),
      ...(template !== undefined && template !== null && { template }),
    },
  };
}

/** A platform takes one private answer to a comment; whoever pressed a button since has written, and needs none. */
async function sendPrivately(answering: Answering, { text, parts }: PrivateAnswer): Promise<Sent> {
  const { view, desk, entry, automation, account } = answering;
  const { commenterId: id, commenterName: name = id } = entry.doc;
  const person = participantOf({ id, name }, account.doc.platform);
  const comment = entry.doc.status === 'pending' ? await commentOf(answering) : undefined;
  const sent = await sendMessage(sceneIn(view, desk, automation.teamId), {
    account,
    person,
    text: fillText(text, await scopeFor(answering, person.id)),
    parts: { ...parts, ...(comment !== undefined && { commentId: comment.id }) },
    isPrivateReply: comment !== undefined,
    more: { automationId: automation.id },
  });
  if (comment === undefined || sent.refusal !== undefined) return sent;
  const answered = withFields(comment, { privateReplyId: sent.message.id });
  return { ...sent, changes: together([sent.changes, { records: [answered] }]) };
}

const commentOf = async ({ view, entry: { doc } }: Answering) =>
  doc.source === 'comment' ? view.get(COMMENT, doc.commentId) : undefined;

/** What texts may say: fields of the contact where the person is one, the name, and what was said as `comment`. */
async function scopeFor({ view, entry, account }: Answering, personId: string): Promise<Fields> {
  const { commenterName: name, commentText: comment } = entry.doc;
  const known = await contactAt(view, account.id, personId);
  return { name, comment, ...(known === undefined ? {} : valuesOf(known.contact, personId)) };
}

/** The entry with nothing due. */
const withoutDue = (entry: LogRecord): LogRecord => ({ ...entry, doc: without(entry.doc, ['nextDueAt']) });

/** The entry with what came of its message. */
function noted(entry: LogRecord, { changes, message, refusal }: Sent, sent: Partial<LogRecord['doc']>): Changes {
  const error = refusal === undefined ? undefined : (textOf((refusal.body as Fields)['error']) ?? '');
  const { doc } = withoutDue(entry);
  const result =
    error === undefined
      ? { ...sent, messageId: message.id, ...(doc.source === 'comment' && { privateReplyConsumed: true }) }
      : { status: 'failed' as const, error, privateReplyConsumed: false };
  return together([changes, { records: [{ ...entry, doc: { ...doc, ...result } }] }]);
}

export const sendCommentReply = answerWith(async (answering) => {
  const { view, desk, entry, automation, account } = answering;
  const { commentReply = '', commentReplyVariations = [], isActive } = automation.doc;
  if (entry.doc.commentReplyStatus !== undefined) return {};
  const comment = await view.get(COMMENT, entry.doc.commentId);
  if (!isActive || comment === undefined) {
    const commentReplyError = isActive ? 'The comment was deleted.' : OFF;
    return { records: [withFields(entry, { commentReplyStatus: 'skipped', commentReplyError })] };
  }
  const words = pickOf(`reply ${entry.id}`, [commentReply, ...commentReplyVariations]) ?? '';
  const text = fillText(words, await scopeFor(answering, entry.doc.commenterId));
  const id = hexOf(`public answer ${entry.id}`, 24);
  const making = { ids: desk.ids, teamId: automation.teamId, now: desk.clock.now() };
  const posted = publicAnswer(making, { account, comment, text, id });
  return together([posted, { records: [withFields(entry, { commentReplyStatus: 'sent' })] }]);
});
