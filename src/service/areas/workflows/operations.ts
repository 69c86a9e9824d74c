/** Runs of workflows: a run goes on at once until it waits, fails to send, or has come to its end, and says so in events. */
import { commit } from '../../change.ts';
import type { Desk, Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { draft } from '../../engine/draft.ts';
import { notFound } from '../../engine/not-found.ts';
import { sceneOf } from '../../engine/gather.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { ACCOUNT_KIND, networkAccount } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { DocOf, RecordOf } from '../../store/store.ts';
import { runEvents } from './events.ts';

const WORKFLOW_KIND = 'workflow';

/** Steps at which a run waits, and for what. */
const WAITS: Readonly<Record<string, 'reply' | 'timer'>> = { wait_for_reply: 'reply', delay: 'timer' };

/** Source: AUT-06 */
const triggerWorkflow: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const workflow = await desk.store.read.get(WORKFLOW_KIND, scene.owners.parentId ?? '');
  if (workflow === undefined) return notFound(WORKFLOW_KIND);
  const ran = await runOf(workflow, desk);
  return commit(desk, [`${WORKFLOW_KIND}/${workflow.id}`], async () => {
    const run = withFields(draft<'workflow_execution'>(scene, call.body), ran);
    const events = runEvents(run, workflow).map((event) => ({ ...event, requestId: call.requestId }));
    return { records: [run], events, result: answerOf(scene, { record: { record: run, counts: {} }, count: 1 }) };
  });
};

/** How far a run comes at once. */
async function runOf(
  { doc: { nodes, accountId } }: RecordOf<'workflow'>,
  desk: Desk,
): Promise<Partial<DocOf<'workflow_execution'>>> {
  const at = nodes.findIndex(({ type }) => Object.hasOwn(WAITS, type));
  const done = at < 0 ? nodes : nodes.slice(0, at);
  const current = nodes.at(Math.max(0, at));
  const ran = { stepCount: done.length, ...(current !== undefined && { currentNodeId: current.id }) };
  const sends = done.some(({ type }) => type === 'send_message');
  const lastError = sends ? await sendProblem(desk, accountId) : undefined;
  if (lastError !== undefined) return { ...ran, status: 'failed', waitingFor: null, lastError };
  const node = nodes[at];
  if (node === undefined)
    return { ...ran, status: 'completed', waitingFor: null, completedAt: instantOf(desk.clock.now()) };
  return { ...ran, status: 'waiting', waitingFor: { kind: WAITS[node.type] ?? 'timer', nodeId: node.id } };
}

/** Why the account cannot send; undefined when it can. */
async function sendProblem({ store, networks }: Desk, accountId: string): Promise<string | undefined> {
  const account = await store.read.get(ACCOUNT_KIND, accountId);
  if (account === undefined) return 'The account of the workflow is not there.';
  if (!account.doc.isActive) return 'The account of the workflow is disconnected.';
  const answer = await networks.driver(account.doc.platform).ask(networkAccount(account), 'send');
  if (answer.outcome === 'ok') return undefined;
  return 'message' in answer ? answer.message : 'The platform did not answer.';
}

export const handlers: Readonly<Record<string, Handler>> = { triggerWorkflow };
