/** The run that somebody is in, found by whom it is for, however many runs there are. Written by runs.ts, read by reacts.ts and operations.ts. */
import type { View } from '../../change.ts';
import { ownKind } from '../../store/record.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOpen, RUN, type RunRecord, type WorkflowRecord } from './record.ts';

/** Somebody whom a run is for. */
export interface Person {
  /** Id on the platform, or number. */
  readonly platformIdentifier?: string;
  readonly personName?: string;
  readonly conversationId?: string;
  readonly contactId?: string;
}

const OPEN_RUN = ownKind<{ readonly runId: string }>('$workflow_open_run');

/** What a person goes by, the surest first; a number may be written with its plus sign. */
const wordsFor = ({ platformIdentifier, conversationId, contactId }: Person): readonly string[] =>
  [platformIdentifier?.replace(/^\+/, ''), conversationId, contactId].filter((one) => one !== undefined);

/** One place for a person in a workflow; a run for nobody has none. */
const placesIn = (workflowId: string, person: Person): readonly string[] =>
  wordsFor(person).map((word) => `${workflowId}/${word}`);

/** The run that the person is in; undefined for somebody who is in none. */
export async function openRunOf(view: View, workflow: WorkflowRecord, person: Person): Promise<RunRecord | undefined> {
  for (const place of placesIn(workflow.id, person)) {
    const open = await view.get(OPEN_RUN, place);
    const run = open && (await view.get(RUN, open.doc.runId));
    if (run !== undefined && isOpen(run)) return run;
  }
  return undefined;
}

/** What says that the person is in the run, until it ends. */
export function openRecords(run: RunRecord): readonly StoredRecord[] {
  const [place] = placesIn(run.parentId ?? '', run.doc);
  if (place === undefined) return [];
  return [{ ...run, kind: OPEN_RUN, id: place, doc: { runId: run.id } }];
}

/** Where that is written. */
export const openPlaces = (run: RunRecord): readonly { readonly kind: string; readonly id: string }[] =>
  openRecords(run).map(({ kind, id }) => ({ kind, id }));
