/** Workflows as callers make them, turn them on and run them, and what their runs did. What runs do is in steps.ts, versions are in versions.ts. */
import type { Reply } from '../../call.ts';
import { ok } from '../../call.ts';
import { commit, type Changes, type View } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { textOf } from '../../../kernel/json.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { knownConversation, participantOf } from '../inbox/offers.ts';
import { CONVERSATION } from '../inbox/record.ts';
import { entryOf } from './graph.ts';
import { graphRefusal, stepsRefusal } from './judge.ts';
import { RUN, RUN_EVENT, WORKFLOW, type WorkflowRecord } from './record.ts';
import { openRunOf, type Person } from './open-runs.ts';
import { beginRun, runIdOf } from './runs.ts';
import { ignoredIn } from './settings.ts';
import { nextVersion, restoreWorkflowVersion } from './versions.ts';

const judging: Follow<'workflow'> = async ([{ after } = {}], _scene, view) =>
  after === undefined ? {} : { refusal: await graphRefusal(after, view) };

/** A change keeps what was before; a workflow that runs stays one that can. */
const changing: Follow<'workflow'> = async ([{ before, after } = {}], { call: { caller }, now }, view) => {
  if (before === undefined || after === undefined) return {};
  const refusal =
    (await graphRefusal(after, view)) ?? (after.doc.status === 'active' ? stepsRefusal(after.doc) : undefined);
  if (refusal !== undefined) return { refusal };
  const own = withFields(after, { restoredFromVersion: null });
  return { records: [own, await nextVersion(view, before, { caller, now })] };
};

const activating: Follow<'workflow'> = async ([{ after } = {}], { call: { origin } }, view) => {
  if (after === undefined) return {};
  const refusal = (await graphRefusal(after, view)) ?? stepsRefusal(after.doc);
  return refusal === undefined ? { records: [withFields(after, { origin })] } : { refusal };
};

/** Runs a workflow for somebody, whatever its triggers wait for. Source: AUT-06 */
const triggerWorkflow = (scene: Scene): Promise<Reply> =>
  commit(
    scene.desk,
    [`${WORKFLOW}/${scene.owners.parentId ?? ''}`],
    async (view): Promise<Changes & { result: Reply }> => {
      const { call, now, owners } = scene;
      const workflow = await view.get(WORKFLOW, owners.parentId ?? '');
      if (workflow === undefined) return { result: notFound(WORKFLOW) };
      const node = entryOf(workflow.doc);
      if (workflow.doc.status !== 'active' || node === undefined) return { result: NOT_ACTIVE };
      const person = await personIn(scene, view, workflow);
      if ('status' in person) return { result: person };
      if ((await openRunOf(view, workflow, person)) !== undefined) return { result: IS_IN };
      const id = runIdOf(workflow, await view.count(RUN, { teamId: workflow.teamId, parentId: workflow.id }));
      const variables = { message: textOf(call.body['text']) ?? '' };
      const { run, changes } = beginRun({ workflow, node, person, variables, id, now });
      const events = (changes.events ?? []).map((event) => ({ ...event, requestId: call.requestId }));
      return { ...changes, events, result: answerOf(scene, { record: { record: run, counts: {} }, count: 1 }) };
    },
  );

const IS_IN = refuse('invalid_resource_state', { message: 'This person already has an active run of the workflow.' });

const NOT_ACTIVE = refuse('invalid_resource_state', { message: 'Only an active workflow can start runs.' });

/** Whom a call names: somebody in a conversation of the account, or by an address. */
async function personIn({ call }: Scene, view: View, { teamId, doc }: WorkflowRecord): Promise<Person | Reply> {
  const { conversationId, to } = call.body;
  if (typeof conversationId === 'string') {
    const known = await view.get(CONVERSATION, conversationId);
    if (known === undefined || !isReached(call, known) || known.doc.accountId !== doc.accountId)
      return notFound(CONVERSATION, { param: 'conversationId' });
    const { participantId, participantName } = known.doc;
    return {
      conversationId,
      ...(participantId === undefined ? {} : { platformIdentifier: participantId }),
      ...(typeof participantName === 'string' ? { personName: participantName } : {}),
    };
  }
  if (typeof to !== 'string' || to === '') return refuse('missing_required_field', { param: 'to' });
  const person = participantOf({ id: to }, doc.platform ?? '');
  const known = await knownConversation(view, { id: doc.accountId, teamId }, person);
  const platformIdentifier = known?.doc.participantId ?? to.replace(/^\+/, '');
  const personName = known?.doc.participantName;
  return {
    platformIdentifier,
    ...(known === undefined ? {} : { conversationId: known.id }),
    ...(typeof personName === 'string' ? { personName } : {}),
  };
}

/** What happened in a run, oldest first. Source: AUT-03, AUT-06 */
async function listWorkflowExecutionEvents({ call, desk, owners }: Scene): Promise<Reply> {
  const { read } = desk.store;
  const run = await read.get(RUN, call.path['executionId'] ?? '');
  if (run === undefined || run.parentId !== call.path['workflowId'] || !isReached(call, run)) return notFound(RUN);
  const entries = await read.list(RUN_EVENT, { teamId: run.teamId, parentId: owners.parentId ?? run.id });
  const { id, status, createdAt: startedAt, completedAt } = run.doc;
  return ok({
    success: true,
    execution: { id, status, startedAt, completedAt },
    events: entries
      .toSorted((one, other) => (one.doc.order ?? 0) - (other.doc.order ?? 0))
      .map(({ doc: { order: _order, ...entry } }) => entry),
  });
}

/** Settings that a step does not know are kept and noted. */
const noting =
  (serve: Handler): Handler =>
  async (call, desk) => ({ ...(await serve(call, desk)), ignored: ignoredIn(call.body) });

export const handlers: Readonly<Record<string, Handler>> = {
  createWorkflow: noting(engineWith(judging)),
  updateWorkflow: noting(engineWith(changing)),
  activateWorkflow: engineWith(activating),
  triggerWorkflow: inScene(triggerWorkflow),
  listWorkflowExecutionEvents: inScene(listWorkflowExecutionEvents),
  restoreWorkflowVersion: inScene(restoreWorkflowVersion),
};
