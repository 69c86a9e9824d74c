/** Workflows, their runs and what happens in them, as records. Next stop: graph.ts, runs.ts and steps.ts. */
import type { RecordOf } from '../../store/store.ts';

export const WORKFLOW = 'workflow';
export const RUN = 'workflow_execution';
export const RUN_EVENT = 'workflow_execution_event';
export const VERSION = 'workflow_version';

export type WorkflowRecord = RecordOf<'workflow'>;
export type RunRecord = RecordOf<'workflow_execution'>;
export type RunEventRecord = RecordOf<'workflow_execution_event'>;
export type VersionRecord = RecordOf<'workflow_version'>;

export type Graph = Pick<WorkflowRecord['doc'], 'nodes' | 'edges' | 'entryNodeId'>;
export type Node = Graph['nodes'][number];
export type Edge = Graph['edges'][number];

/** Kind of the work that takes the next step of a run; `ref` is the run. */
export const STEP = 'workflow_step';

/** Whether the run has not come to its end. */
export const isOpen = ({ doc: { status } }: RunRecord): boolean => status === 'running' || status === 'waiting';
