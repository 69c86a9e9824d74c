/** The steps of runs: each is due when its time has come, and is written in one commit with what it does. Begun by runs.ts. */
import { commit, type Changes, type Lock, type View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow, Reader, RecordOf } from '../../store/store.ts';
import { contactAt } from '../contacts/offers.ts';
import { participantOf } from '../inbox/offers.ts';
import { askFor, isOutside, type Asked } from './asked.ts';
import { nodeIn } from './graph.ts';
import { outcomeOfStep } from './nodes.ts';
import { isOpen, RUN, WORKFLOW, type RunRecord, type WorkflowRecord } from './record.ts';
import { afterStep, endRun, noted, resumed, type Standing } from './runs.ts';
import { scopeOf } from './values.ts';

/**
 * A step is done once: a run that has gone on since is at another one. What an endpoint is asked is written down first,
 * and after a crash it is asked again under the same key.
 */
export async function takeStep({ ref }: DueRow, desk: Desk): Promise<void> {
  const locks: readonly Lock[] = [`${RUN}/${ref}`];
  const before = await standingOf(ref, desk.store.read, desk.clock.now());
  if (before === undefined) return;
  if (before.node !== undefined && isOutside(before.node) && before.run.doc.status === 'running')
    await commit(desk, locks, (view) => intent(ref, view, desk.clock.now()));
  const asked =
    before.node !== undefined && before.run.doc.status === 'running'
      ? await askFor({ ...before, contact: await contactOf(before.run, before.workflow, desk.store.read) }, desk)
      : undefined;
  await commit(desk, locks, (view) => stepOf({ ref, asked }, view, desk));
}

/** A run whose step was removed from the workflow. */
type Stranded = Omit<Standing, 'node'> & { readonly node?: undefined };

/** A run with its workflow; without a node where the step is gone. */
async function standingOf(ref: string, read: Reader, now: number): Promise<Standing | Stranded | undefined> {
  const run = await read.get(RUN, ref);
  const workflow = await read.get(WORKFLOW, run?.parentId ?? '');
  if (run === undefined || workflow === undefined || !isOpen(run)) return undefined;
  const node = nodeIn(workflow.doc, run.doc.currentNodeId);
  return node === undefined ? { run, workflow, now } : { run, workflow, node, now };
}

/** The step is about to ask an endpoint. */
async function intent(ref: string, view: View, now: number): Promise<Changes> {
  const standing = await standingOf(ref, view, now);
  if (standing?.node === undefined) return {};
  const { run, node } = standing;
  if (run.doc.asking === run.doc.stepCount) return {};
  const entry = { action: 'node_started', status: 'pending', nodeId: node.id, nodeType: node.type } as const;
  const { run: after, records } = noted(run, [entry], now);
  return { records: [withFields(after, { asking: run.doc.stepCount }), ...records] };
}

interface Stepping {
  readonly ref: string;
  readonly asked: Asked | undefined;
}

async function stepOf({ ref, asked }: Stepping, view: View, desk: Desk): Promise<Changes> {
  const now = desk.clock.now();
  const standing = await standingOf(ref, view, now);
  if (standing === undefined) return {};
  if (standing.node === undefined) return endRun(standing, 'failed', 'The step was removed from the workflow.');
  const { run } = standing;
  if (run.doc.status === 'waiting') return waitedOut(standing);
  // Somebody else has taken the step since the question was asked.
  if (asked !== undefined && asked.step !== run.doc.stepCount) return {};
  const contact = await contactOf(run, standing.workflow, view);
  const step = { ...standing, view, desk, contact, scope: scopeOf(run, contact), asked };
  return afterStep(standing, await outcomeOfStep(step));
}

/** The time of a waiting run has come: its delay is over, or nobody has answered. */
function waitedOut(standing: Standing): Changes {
  const { run, now } = standing;
  const { resumeAt, waitingFor } = run.doc;
  if (typeof resumeAt !== 'string' || now < Date.parse(resumeAt)) return {};
  return resumed(standing, waitingFor?.kind === 'reply' ? { handle: 'timeout' } : {});
}

/** The contact the run is for: known from its beginning, or by the address that the workflow's account writes to. */
async function contactOf(
  run: RunRecord,
  { doc: { accountId, platform = '' } }: WorkflowRecord,
  read: Reader,
): Promise<RecordOf<'contact'> | undefined> {
  const known = await read.get('contact', run.doc.contactId ?? '');
  if (known !== undefined || run.doc.platformIdentifier === undefined) return known;
  return (await contactAt(read, accountId, participantOf({ id: run.doc.platformIdentifier }, platform).id))?.contact;
}
