/** What workflows do about others: runs begin because of messages, comments and tags, and a run that waits for a reply gets it. Next stop: runs.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { together, type Changes, type View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { isSamePerson } from '../contacts/offers.ts';
import { configOf, RESULT, settingOf, wordsIn } from './config.ts';
import { nodeIn } from './graph.ts';
import { isOpen, RUN, WORKFLOW, type RunRecord, type WorkflowRecord } from './record.ts';
import { beginRun, resumed, runIdOf, type Person } from './runs.ts';
import { beginningFor, type Cause } from './triggers.ts';

/** A workflow with all of its runs. */
interface Running {
  readonly workflow: WorkflowRecord;
  readonly runs: readonly RunRecord[];
}

/** Those of an account. */
async function workflowsOf(view: View, teamId: string, accountId: string | undefined): Promise<readonly Running[]> {
  const all = (await view.list(WORKFLOW, { teamId })).filter(({ doc }) => doc.accountId === accountId);
  return Promise.all(
    all.map(async (workflow) => ({ workflow, runs: await view.list(RUN, { teamId, parentId: workflow.id }) })),
  );
}

const isFor = ({ doc }: RunRecord, person: Person): boolean =>
  (doc.conversationId !== undefined && doc.conversationId === person.conversationId) ||
  isSamePerson(doc.platformIdentifier, person.platformIdentifier);

/** A reply belongs to the runs that wait for it, and begins none. */
async function messageReceived(
  { conversation: { id, teamId, doc }, at }: DomainEvents['messageReceived'],
  view: View,
): Promise<Changes> {
  const person: Person = {
    conversationId: id,
    ...(doc.participantId === undefined ? {} : { platformIdentifier: doc.participantId }),
    ...(typeof doc.participantName === 'string' ? { personName: doc.participantName } : {}),
  };
  const all = await workflowsOf(view, teamId, doc.accountId);
  const text = doc.lastMessage ?? '';
  const replies = all.flatMap(({ workflow, runs }) =>
    runs.filter((run) => isAwaited(run) && isFor(run, person)).map((run) => replied({ run, workflow }, text, at)),
  );
  if (replies.length > 0) return together(replies);
  // Whoever has the conversation answers in it.
  if ((doc.threadControl ?? 'app') !== 'app') return {};
  return begun(all, { cause: { kind: 'message', text }, person, variables: { message: text }, at });
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
  return begun(await workflowsOf(view, teamId, doc.accountId), {
    cause: { kind: 'comment', text, postIds },
    person: {
      ...(from?.id === undefined ? {} : { platformIdentifier: from.id }),
      ...(from?.name === undefined ? {} : { personName: from.name }),
    },
    variables: { message: text, commentId: id },
    at,
  });
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
  return together(
    causes
      .filter(({ tags }) => tags.length > 0)
      .map((cause) => begun(all, { cause, person, variables: { tag: cause.tags[0] ?? '' }, at })),
  );
}

interface Begun {
  readonly cause: Cause;
  readonly person: Person;
  readonly variables: Fields;
  /** Milliseconds. */
  readonly at: number;
}

/** Whoever is in a workflow already does not come in again. */
const begun = (all: readonly Running[], { cause, person, variables, at }: Begun): Changes =>
  together(
    all.flatMap(({ workflow, runs }) => {
      const node = beginningFor(workflow, cause);
      if (node === undefined || runs.some((run) => isOpen(run) && isFor(run, person))) return [];
      const id = runIdOf(workflow, runs.length);
      return [beginRun({ workflow, node, person, variables, id, now: at }).changes];
    }),
  );

export const reacts: Reacts = { messageReceived, commentReceived, contactTagged };
