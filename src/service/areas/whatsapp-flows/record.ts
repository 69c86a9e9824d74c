/** A flow of a whatsapp account, and its definition. */
import { keyOfSingle } from '../../engine/keys.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

export const FLOW_KIND = 'whatsapp_flow';

export const DEFINITION_KIND = 'whatsapp_flow_json';

export type FlowRecord = RecordOf<typeof FLOW_KIND>;

/** The flows of an account, the oldest first. */
export const flowsOf = async (
  read: Reader,
  { teamId, accountId }: { readonly teamId: string; readonly accountId: string },
): Promise<readonly FlowRecord[]> =>
  (await read.list(FLOW_KIND, { teamId })).filter(({ doc }) => doc.accountId === accountId);

/** The flow's definition, once one was uploaded. */
export const definitionOf = (read: Reader, flowId: string): Promise<RecordOf<typeof DEFINITION_KIND> | undefined> =>
  read.get(DEFINITION_KIND, keyOfSingle(flowId));

/** The flow that it is a version of, which may be itself. */
export const lineageOf = ({ id, doc }: FlowRecord): string => doc.lineageId ?? id;

/** The flow in the path, where it is one of the account in the query. */
export async function flowNamed({ call, owners }: Scene, read: Reader): Promise<FlowRecord | undefined> {
  const flow = owners.parentId === null ? undefined : await read.get(FLOW_KIND, owners.parentId);
  return flow !== undefined && flow.doc.accountId === call.query['accountId'] && isReached(call, flow)
    ? flow
    : undefined;
}

const KEY_KIND = 'whatsapp_flows_encryption_key';

export const encryptionKeyOf = (read: Reader, accountId: string): Promise<RecordOf<typeof KEY_KIND> | undefined> =>
  read.get(KEY_KIND, keyOfSingle(accountId));
