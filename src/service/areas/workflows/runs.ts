/** Runs as they go: begun for somebody, led from step to step, and ended; each with what happened in it, step by step. Next stop: steps.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Fields } from '../../../kernel/json.ts';
import { together, type Changes } from '../../change.ts';
import { hexOf } from '../../networks/chance.ts';
import { withFields } from '../../store/record.ts';
import type { DocOf } from '../../store/store.ts';
import { runEvent } from './events.ts';
import { nodeIn, wayFrom } from './graph.ts';
import { openPlaces, openRecords, type Person } from './open-runs.ts';
import { RUN, RUN_EVENT, STEP, type Node, type RunEventRecord, type RunRecord, type WorkflowRecord } from './record.ts';

/** A run that takes more steps goes round in circles. */
const MOST_STEPS = 1_000;

export interface Beginning {
  readonly workflow: WorkflowRecord;
  readonly node: Node;
  readonly person: Person;
  readonly variables: Fields;
  /** Unique among the runs of the workflow. */
  readonly id: string;
  /** Milliseconds. */
  readonly now: number;
}

/** The id of a run, by how many there were before it. */
export const runIdOf = ({ id }: WorkflowRecord, earlier: number): string => hexOf(`run ${id} ${String(earlier)}`, 24);

/** A run that waits for its first step. */
export function newRun({ workflow, node, person, variables, id, now }: Beginning): RunRecord {
  const at = instantOf(now);
  const doc: DocOf<'workflow_execution'> = {
    id,
    status: 'running',
    currentNodeId: node.id,
    waitingFor: null,
    variables,
    stepCount: 0,
    lastError: null,
    resumeAt: null,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
    happened: 0,
    workflowId: workflow.id,
    ...person,
  };
  const { teamId, profileId } = workflow;
  return { kind: RUN, id, teamId, profileId, parentId: workflow.id, createdAt: now, doc };
}

/** What a run that begins writes: itself, its first entry, its event, and the work of its first step. */
export function beginRun(beginning: Beginning): { readonly run: RunRecord; readonly changes: Changes } {
  const { workflow, now } = beginning;
  const { run, records } = noted(newRun(beginning), [{ action: 'execution_started', status: 'success' }], now);
  const due = [{ kind: STEP, ref: run.id, dueAt: now }];
  const open = openRecords(run);
  return { run, changes: { records: [run, ...records, ...open], due, events: [runEvent('started', run, workflow)] } };
}

/** One thing that happened in a run. */
export type Entry = Pick<
  RunEventRecord['doc'],
  'action' | 'status' | 'nodeId' | 'nodeType' | 'sourceHandle' | 'durationMs' | 'errorMessage' | 'meta'
>;

/** The run with the entries counted, and their records. @param now ms */
export function noted(
  run: RunRecord,
  entries: readonly Entry[],
  now: number,
): { readonly run: RunRecord; readonly records: readonly RunEventRecord[] } {
  const { happened = 0 } = run.doc;
  const { teamId, profileId, id: parentId } = run;
  const records = entries.map((entry, at): RunEventRecord => {
    const order = happened + at;
    const id = hexOf(`entry ${run.id} ${String(order)}`, 24);
    const doc = { ...NOTHING, ...entry, order, at: instantOf(now) };
    return { kind: RUN_EVENT, id, teamId, profileId, parentId, createdAt: now, doc };
  });
  return { run: withFields(run, { happened: happened + entries.length, updatedAt: instantOf(now) }), records };
}

const NOTHING: Entry = {
  status: null,
  nodeId: null,
  nodeType: null,
  sourceHandle: null,
  durationMs: null,
  errorMessage: null,
  meta: null,
};

/** A run and the step that it is at. */
export interface Standing {
  readonly run: RunRecord;
  readonly workflow: WorkflowRecord;
  readonly node: Node;
  /** Milliseconds. */
  readonly now: number;
}

/** What became of a step. */
export interface Outcome {
  /** The way that it takes; undefined for the only one. */
  readonly handle?: string;
  /** What it changes besides the run. */
  readonly changes?: Changes;
  /** Fields of the run afterwards. */
  readonly fields?: Partial<RunRecord['doc']>;
  /** Values that the run knows from now on. */
  readonly variables?: Fields;
  /** What the run waits for after the step; `until` in milliseconds, null for a reply without a time limit. */
  readonly wait?: { readonly kind: 'timer' | 'reply'; readonly until: number | null };
  /** The run ends with the step. */
  readonly ends?: 'completed' | 'exited';
  readonly error?: string;
  /** Why the step did nothing. */
  readonly skipped?: string;
  readonly durationMs?: number;
  readonly meta?: Fields;
}

/** The changes of a step that is done: its own, and the run at the next one, waiting, or at its end. */
export function afterStep(standing: Standing, outcome: Outcome): Changes {
  const { run, node, now } = standing;
  const { fields = {}, variables = {}, wait } = outcome;
  const stepped = withFields(run, {
    ...fields,
    variables: { ...run.doc.variables, ...variables },
    stepCount: run.doc.stepCount + 1,
    asking: null,
  });
  const own = { nodeId: node.id, nodeType: node.type };
  const begun: readonly Entry[] =
    run.doc.asking === run.doc.stepCount ? [] : [{ action: 'node_started', status: 'pending', ...own }];
  if (wait !== undefined) {
    const { run: waiting, records } = noted(
      stepped,
      [...begun, { action: 'execution_paused', status: 'pending', ...own }],
      now,
    );
    const resumeAt = wait.until === null ? null : instantOf(wait.until);
    const after = withFields(waiting, {
      status: 'waiting',
      waitingFor: { kind: wait.kind, nodeId: node.id },
      resumeAt,
    });
    const due = wait.until === null ? [] : [{ kind: STEP, ref: run.id, dueAt: wait.until }];
    return together([outcome.changes ?? {}, { records: [after, ...records], due }]);
  }
  const { run: entered, records } = noted(stepped, [...begun, doneEntry(node, outcome)], now);
  return together([outcome.changes ?? {}, { records }, led({ ...standing, run: entered }, outcome)]);
}

function doneEntry(node: Node, { handle, error, skipped, durationMs = 0, meta }: Outcome): Entry {
  const action = error !== undefined ? 'node_failed' : skipped !== undefined ? 'node_skipped' : 'node_completed';
  return {
    action,
    status: error === undefined ? 'success' : 'failed',
    nodeId: node.id,
    nodeType: node.type,
    sourceHandle: handle ?? null,
    durationMs,
    errorMessage: error ?? skipped ?? null,
    meta: meta ?? null,
  };
}

/** What a run does that waits no more. */
export function resumed(standing: Standing, outcome: Pick<Outcome, 'handle' | 'variables'>): Changes {
  const { run, node, now } = standing;
  const own = { nodeId: node.id, nodeType: node.type };
  const { run: entered, records } = noted(
    withFields(run, { variables: { ...run.doc.variables, ...outcome.variables } }),
    [{ action: 'execution_resumed', status: 'success', ...own }, doneEntry(node, outcome)],
    now,
  );
  return together([{ records }, led({ ...standing, run: entered }, outcome)]);
}

/** The run on its way from a step that is done. */
function led(standing: Standing, { handle, ends, error }: Outcome): Changes {
  const { run, workflow, node, now } = standing;
  const way = wayFrom(workflow.doc, node.id, error === undefined ? handle : 'error');
  const next = way && nodeIn(workflow.doc, way.target);
  if (ends !== undefined) return endRun(standing, ends);
  if (error !== undefined && next === undefined) return endRun(standing, 'failed', error);
  if (next === undefined) return endRun(standing, handle === 'timeout' ? 'exited' : 'completed');
  if (run.doc.stepCount >= MOST_STEPS)
    return endRun(standing, 'failed', `The run stopped after ${String(MOST_STEPS)} steps without reaching an end.`);
  const after = withFields(run, { status: 'running', currentNodeId: next.id, waitingFor: null, resumeAt: null });
  return { records: [after], due: [{ kind: STEP, ref: run.id, dueAt: now }] };
}

const ENDINGS = {
  completed: 'execution_completed',
  exited: 'execution_exited',
  failed: 'execution_exited',
} as const;

/** A run at its end; one that was left emits no event. */
export function endRun(
  { run, workflow, now }: Pick<Standing, 'run' | 'workflow' | 'now'>,
  status: keyof typeof ENDINGS,
  error?: string,
): Changes {
  const entry: Entry = {
    action: ENDINGS[status],
    status: status === 'failed' ? 'failed' : 'success',
    errorMessage: error ?? null,
  };
  const { run: ended, records } = noted(run, [entry], now);
  const after = withFields(ended, {
    status,
    waitingFor: null,
    resumeAt: null,
    lastError: error ?? null,
    completedAt: instantOf(now),
  });
  return {
    removed: openPlaces(run),
    records: [after, ...records],
    cancelled: [{ kind: STEP, ref: run.id }],
    events: status === 'exited' ? [] : [runEvent(status, after, workflow, error)],
  };
}
