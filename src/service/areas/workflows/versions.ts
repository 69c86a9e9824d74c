/** Versions of workflows: what one was before each change, and going back to it. Next stop: operations.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { without } from '../../../kernel/json.ts';
import type { Caller, Reply } from '../../call.ts';
import { ok } from '../../call.ts';
import { commit, type Changes, type View } from '../../change.ts';
import { findRecord } from '../../engine/find.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { userOf } from '../../records/user.ts';
import { withFields } from '../../store/record.ts';
import { graphRefusal, stepsRefusal } from './judge.ts';
import { VERSION, WORKFLOW, type VersionRecord, type WorkflowRecord } from './record.ts';

/** The workflow as it is, as its next version. @param now ms */
export async function nextVersion(
  view: View,
  { id, teamId, profileId, doc }: WorkflowRecord,
  { caller, now }: { readonly caller: Caller; readonly now: number },
): Promise<VersionRecord> {
  const version = (await view.count(VERSION, { teamId, parentId: id })) + 1;
  const user = await userOf(view, teamId, caller.userId);
  const at = instantOf(now);
  const { name, description = null, nodes, edges, entryNodeId = null, platform, accountId } = doc;
  return {
    kind: VERSION,
    id: `${id}/${String(version)}`,
    teamId,
    profileId,
    parentId: id,
    createdAt: now,
    doc: {
      version,
      name,
      description,
      nodes,
      edges,
      entryNodeId,
      accountId,
      ...(platform === undefined ? {} : { platform }),
      ...(profileId === null ? {} : { profileId }),
      createdBy: user?.id ?? null,
      createdByEmail: user?.doc.email ?? null,
      restoredFromVersion: doc.restoredFromVersion ?? null,
      createdAt: at,
      updatedAt: at,
    },
  };
}

/** The wording of a version becomes that of the workflow; the present one becomes a version. */
export const restoreWorkflowVersion = (scene: Scene): Promise<Reply> =>
  commit(
    scene.desk,
    [`${WORKFLOW}/${scene.owners.parentId ?? ''}`],
    async (view): Promise<Changes & { result: Reply }> => {
      const workflow = await view.get(WORKFLOW, scene.owners.parentId ?? '');
      const version = await findRecord<typeof VERSION>(scene, view);
      if (workflow === undefined) return { result: notFound(WORKFLOW) };
      if (version === undefined) return { result: notFound(VERSION) };
      const { now, call } = scene;
      const { name = workflow.doc.name, description, nodes, edges, entryNodeId = null } = version.doc;
      const fields = {
        name,
        nodes,
        edges,
        entryNodeId,
        updatedAt: instantOf(now),
        restoredFromVersion: Number(version.doc.version),
      };
      const bare = { ...workflow, doc: without(workflow.doc, ['description']) };
      const after = withFields(bare as WorkflowRecord, {
        ...fields,
        ...(typeof description === 'string' && { description }),
      });
      const refusal =
        (await graphRefusal(after, view)) ?? (after.doc.status === 'active' ? stepsRefusal(after.doc) : undefined);
      if (refusal !== undefined) return { result: refusal };
      const { id, status, updatedAt } = after.doc;
      const summary = {
        id,
        name,
        description: after.doc.description,
        status,
        entryNodeId,
        nodeCount: nodes.length,
        updatedAt,
      };
      return {
        records: [after, await nextVersion(view, workflow, { caller: call.caller, now })],
        result: ok({ success: true, workflow: summary, restoredFromVersion: fields.restoredFromVersion }),
      };
    },
  );
