/** The agent is tried out: a message that no customer sees, and evaluations, whose cases are its questions and answers. */
import { instantOf } from '../../../kernel/instant.ts';
import { textsIn } from '../../../kernel/json.ts';
import { ok, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { DueWork, Handler } from '../../desk.ts';
import { draft } from '../../engine/draft.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { handoffText, replyTo } from './answering.ts';
import { faqPassage, knowledgeOf, type Knowledge } from './knowledge.ts';
import { agentOf, NOT_ONBOARDED, type AgentRecord, type OfAccount } from './record.ts';

const TEST_KIND = 'business_agent_test_message';
const EVAL_KIND = 'business_agent_eval';
const FAQ_KIND = 'business_agent_faq';

const ofCall = ({ call, owners }: Scene): OfAccount => ({
  teamId: call.caller.teamId,
  accountId: owners.parentId ?? owners.ownerId,
});

/** What the agent would answer, whether or not it is switched on. */
const sendBusinessAgentTestMessage = inScene((scene) => {
  const { call, desk, now } = scene;
  const account = ofCall(scene);
  const { message, conversationId } = call.body;
  return commit(desk, [`${TEST_KIND}/${account.accountId}`], async (view): Promise<Changes & { result: Reply }> => {
    const agent = await agentOf(view, account);
    if (agent === undefined) return { result: NOT_ONBOARDED };
    const earlier = await view.list(TEST_KIND, { teamId: account.teamId, parentId: account.accountId });
    if (conversationId !== undefined && !earlier.some(({ doc }) => doc.conversation_id === conversationId))
      return { result: notFound(TEST_KIND, { param: 'conversationId' }) };
    const record = draft<typeof TEST_KIND>(scene, {});
    const doc = {
      message_id: record.id,
      conversation_id: String(conversationId ?? desk.ids.record()),
      timestamp: Math.floor(now / 1_000),
      ...(await responseOf(view, agent, String(message))),
    };
    const after = { ...record, parentId: account.accountId, doc: { ...record.doc, ...doc } };
    return { records: [after], result: ok(doc) };
  });
});

async function responseOf(read: Reader, agent: AgentRecord, message: string) {
  const { teamId, parentId } = agent;
  const reply = replyTo(agent, message, await knowledgeOf(read, { teamId, accountId: String(parentId) }));
  if (reply.hindrance !== undefined) return { agent_response: handoffText(agent), handoff_reason: reply.hindrance };
  const { text, handover, replies } = reply;
  return {
    agent_response: text,
    ...(handover !== undefined && { handoff_reason: handover }),
    ...(replies !== undefined && { quick_replies: replies }),
  };
}

/** Kind of the work that ends an evaluation; `ref` is the run. */
const EVALUATION = 'business_agent_evaluation';

const EVALUATION_MS = 10_000;

/** A case is a question that the agent was given: it passes when the agent gives that answer. */
const startBusinessAgentEvalRun = inScene((scene) => {
  const { call, desk, now } = scene;
  const { teamId, accountId } = ofCall(scene);
  const wanted = [...new Set(textsIn(call.body['evalCaseIds']))];
  return commit(desk, [`${EVAL_KIND}/${accountId}`], async (view): Promise<Changes & { result: Reply }> => {
    if ((await agentOf(view, { teamId, accountId })) === undefined) return { result: NOT_ONBOARDED };
    const cases = await view.list(FAQ_KIND, { teamId, parentId: accountId });
    if (wanted.some((id) => !cases.some((one) => one.id === id)))
      return { result: notFound(FAQ_KIND, { param: 'evalCaseIds' }) };
    const record = draft<typeof EVAL_KIND>(scene, {});
    const doc = { ...record.doc, job_id: record.id, status: 'running', eval_ids: wanted, created_at: instantOf(now) };
    return {
      records: [{ ...record, parentId: accountId, doc }],
      due: [{ kind: EVALUATION, ref: record.id, dueAt: now + EVALUATION_MS }],
      result: { status: 202, body: { job_id: record.id, status: 'running' } },
    };
  });
});

const evaluate: DueWork = async ({ ref }, desk) => {
  await commit(desk, [`${EVAL_KIND}/${ref}`], async (view) => {
    const run = await view.get(EVAL_KIND, ref);
    const accountId = run?.parentId ?? undefined;
    if (run === undefined || accountId === undefined) return {};
    const { teamId } = run;
    const agent = await agentOf(view, { teamId, accountId });
    const cases = await view.list(FAQ_KIND, { teamId, parentId: accountId });
    const knowledge = await knowledgeOf(view, { teamId, accountId });
    const results = (run.doc.eval_ids ?? []).flatMap((id, at) => {
      const one = cases.find((faq) => faq.id === id);
      return agent === undefined || one === undefined ? [] : [resultOf(one, { at, agent, run, knowledge })];
    });
    return { records: [withFields(run, { status: 'completed', results })] };
  });
};

interface Judged {
  readonly at: number;
  readonly agent: AgentRecord;
  readonly run: RecordOf<typeof EVAL_KIND>;
  readonly knowledge: Knowledge;
}

function resultOf(faq: RecordOf<typeof FAQ_KIND>, { at, agent, run, knowledge }: Judged) {
  const { source: question, text: expected } = faqPassage(faq);
  const reply = replyTo(agent, question, knowledge);
  return {
    summary_id: `${run.id}-${String(at + 1)}`,
    eval_id: faq.id,
    question,
    expected,
    agent_response: reply.hindrance === undefined ? reply.text : handoffText(agent),
    passed: reply.hindrance === undefined && reply.passage?.text === expected,
  };
}

/** Cases, runs and results, all of them or those that the call names. */
const readBusinessAgentEvals = inScene(async (scene) => {
  const { call, desk } = scene;
  const { teamId, accountId } = ofCall(scene);
  const { evalIds, summaryIds, jobId } = call.query;
  const where = { teamId, parentId: accountId };
  const all = await desk.store.read.list(EVAL_KIND, where);
  const runs = all.filter(({ id, doc }) => jobId === undefined || jobId === id || jobId === doc.job_id);
  if (jobId !== undefined && runs.length === 0) return notFound(EVAL_KIND, { param: 'jobId' });
  const cases = (await desk.store.read.list(FAQ_KIND, where)).map(({ id, doc: { question, answer } }) => ({
    eval_id: id,
    question,
    expected: answer,
  }));
  const results = runs.flatMap(({ doc }) => doc.results ?? []);
  return ok({
    cases: cases.filter(({ eval_id }) => isNamed(evalIds, eval_id)),
    jobs: runs.map(({ id, doc: { status, created_at } }) => ({ job_id: id, status, created_at })),
    results: results.filter((one) => isNamed(summaryIds, one.summary_id) && isNamed(evalIds, one.eval_id)),
  });
});

/** Whether words with commas name it; nothing named is everything. */
const isNamed = (words: unknown, id: unknown): boolean =>
  words === undefined || String(words).split(',').includes(String(id));

export const work: Readonly<Record<string, DueWork>> = { [EVALUATION]: evaluate };

export const handlers: Readonly<Record<string, Handler>> = {
  sendBusinessAgentTestMessage,
  startBusinessAgentEvalRun,
  readBusinessAgentEvals,
};
