/** What workflows do about others: runs begin because of messages, what becomes of messages, comments and tags, and a run that waits for a reply gets it. Next stop: runs.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { together, type Changes, type View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { configOf, RESULT, settingOf, wordsIn } from './config.ts';
import { nodeIn } from './graph.ts';
import { openRunOf, type Person } from './open-runs.ts';
import { CONVERSATION, MESSAGE, type ConversationRecord, type MessageRecord } from '../inbox/record.ts';
import { RUN, WORKFLOW, type RunRecord, type WorkflowRecord } from './record.ts';
import { beginRun, resumed, runIdOf } from './runs.ts';
import { awaits, beginningFor, type Cause } from './triggers.ts';

/** Those of an account. */
const workflowsOf = async (view: View, teamId: string, accountId: string | undefined): Promise<WorkflowRecord[]> =>
  accountId === undefined ? [] : view.list(WORKFLOW, { teamId, where: { accountId } });

/** A reply belongs to the runs that wait for it, and begins none. */
async function messageReceived({ conversation, at }: DomainEvents['messageReceived'], view: View): Promise<Changes> {
  const { id: parentId, teamId, doc } = conversation;
  const person = personIn(conversation);
  const all = await workflowsOf(view, teamId, doc.accountId);
  const text = doc.lastMessage ?? '';
  const replies = await Promise.all(
    all.map(async (workflow) => {
      const run = await openRunOf(view, workflow, person);
      return run !== undefined && isAwaited(run) ? [replied({ run, workflow }, text, at)] : [];
    }),
  );
  if (replies.flat().length > 0) return together(replies.flat());
  if (all.length === 0 || !isOurs(conversation)) return {};
  const received = await view.count(MESSAGE, { teamId, parentId, where: { direction: 'incoming' } });
  const cause = { kind: 'message', text, isFirst: received <= 1 } as const;
  return beginRuns(all, { cause, person, variables: { message: text }, at }, view);
}

/** Whoever has the conversation answers in it. */
const isOurs = ({ doc }: ConversationRecord): boolean => (doc.threadControl ?? 'app') === 'app';

const personIn = ({ id, doc }: ConversationRecord): Person => ({
  conversationId: id,
  ...(doc.participantId === undefined ? {} : { platformIdentifier: doc.participantId }),
  ...(typeof doc.participantName === 'string' ? { personName: doc.participantName } : {}),
});

/** What a workflow sends is not news to any: two of them would answer each other for ever. */
const messageSent = async ({ message, at }: DomainEvents['messageSent'], view: View): Promise<Changes> =>
  message.doc.workflowId === undefined ? beginAfter({ event: 'message_sent', message, at }, view) : {};

/** For the same reason nothing begins with the way of a message that was an answer to the way of another. */
async function messageStatusChanged(
  { message, status, at }: DomainEvents['messageStatusChanged'],
  view: View,
): Promise<Changes> {
  if (status === 'sent') return {};
  const { workflowId } = message.doc;
  const sender = workflowId === undefined ? undefined : await view.get(WORKFLOW, workflowId);
  return sender !== undefined && awaits(sender, 'message_event')
    ? {}
    : beginAfter({ event: `message_${status}`, message, at }, view);
}

const messageReacted = ({ message, emoji, at }: DomainEvents['messageReacted'], view: View): Promise<Changes> =>
  beginAfter({ event: 'reaction', message, variables: { reaction: emoji }, at }, view);

interface Became {
  readonly event: string;
  readonly message: MessageRecord;
  readonly variables?: Fields;
  /** Milliseconds. */
  readonly at: number;
}

/** Something became of a message; of its own ones no workflow begins again. */
async function beginAfter({ event, message, variables = {}, at }: Became, view: View): Promise<Changes> {
  const all = await workflowsOf(view, message.teamId, message.doc.accountId);
  const others = all.filter(({ id }) => id !== message.doc.workflowId);
  const conversation = others.length === 0 ? undefined : await view.get(CONVERSATION, message.parentId ?? '');
  if (conversation === undefined || !isOurs(conversation)) return {};
  const known = { message: message.doc.message ?? '', messageId: message.id, event, ...variables };
  const cause = { kind: 'message_event', event } as const;
  const beginning = { cause, person: personIn(conversation), variables: known, at };
  return beginRuns(others, beginning, view);
}

const isAwaited = ({ doc }: RunRecord): boolean => doc.status === 'waiting' && doc.waitingFor?.kind === 'reply';

function replied(
  { run, workflow }: { readonly run: RunRecord; readonly workflow: WorkflowRecord },
  text: string,
  now: number,
): Changes {
  const node = nodeIn(workflow.doc, run.doc.currentNodeId);
  if (node === undefined) return {};
  const [name = 'reply'] = wordsIn(settingOf(configOf(node), RESULT));
  return resumed({ run, workflow, node, now }, { handle: 'reply', variables: { message: text, [name]: text } });
}

async function commentReceived(
  { comment: { teamId, doc, id }, postIds, at }: DomainEvents['commentReceived'],
  view: View,
): Promise<Changes> {
  const { from } = doc;
  const text = doc.message;
  const beginning = {
    cause: { kind: 'comment', text, postIds } as const,
    person: {
      ...(from?.id === undefined ? {} : { platformIdentifier: from.id }),
      ...(from?.name === undefined ? {} : { personName: from.name }),
    },
    variables: { message: text, commentId: id },
    at,
  };
  return beginRuns(await workflowsOf(view, teamId, doc.accountId), beginning, view);
}

async function contactTagged(
  { contact: { id, teamId, doc }, added, removed, at }: DomainEvents['contactTagged'],
  view: View,
): Promise<Changes> {
  const all = await workflowsOf(view, teamId, doc.accountId);
  const person: Person = {
    contactId: id,
    ...(doc.platformIdentifier === undefined ? {} : { platformIdentifier: doc.platformIdentifier }),
    ...(doc.name === undefined ? {} : { personName: doc.name }),
  };
  const causes: readonly (Cause & { readonly tags: readonly string[] })[] = [
    { kind: 'tag_added', tags: added },
    { kind: 'tag_removed', tags: removed },
  ];
  const changes = causes
    .filter(({ tags }) => tags.length > 0)
    .map((cause) => beginRuns(all, { cause, person, variables: { tag: cause.tags[0] ?? '' }, at }, view));
  return together(await Promise.all(changes));
}

interface Beginning {
  readonly cause: Cause;
  readonly person: Person;
  readonly variables: Fields;
  /** Milliseconds. */
  readonly at: number;
}

/** Whoever is in a workflow already does not come in again. */
async function beginRuns(
  all: readonly WorkflowRecord[],
  { cause, person, variables, at }: Beginning,
  view: View,
): Promise<Changes> {
  const changes = all.map(async (workflow): Promise<Changes> => {
    const node = beginningFor(workflow, cause);
    if (node === undefined || (await openRunOf(view, workflow, person)) !== undefined) return {};
    const id = runIdOf(workflow, await view.count(RUN, { teamId: workflow.teamId, parentId: workflow.id }));
    return beginRun({ workflow, node, person, variables, id, now: at }).changes;
  });
  return together(await Promise.all(changes));
}

export const reacts: Reacts = {
  messageReceived,
  messageSent,
  messageStatusChanged,
  messageReacted,
  commentReceived,
  contactTagged,
};
