/** Flows that are copies of others: the definition comes along, and as a version they count on from the flow that they copy. */
import { refuse } from '../../refuse.ts';
import { ok, type Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow, Followed } from '../../engine/follow.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { definitionOf, FLOW_KIND, flowNamed, flowsOf, lineageOf, type FlowRecord } from './record.ts';

const FIRST_VERSION = 1;

/** Source: readings, "WhatsApp" */
const copy: Follow<typeof FLOW_KIND> = async ([{ after } = {}], { call, now }, view): Promise<Followed> => {
  if (after === undefined) return {};
  const { cloneFlowId, asVersion, endpointUri } = call.body;
  const refusal = endpointUri === undefined ? undefined : addressProblem(String(endpointUri));
  if (refusal !== undefined) return { refusal };
  const original = cloneFlowId === undefined ? undefined : await view.get(FLOW_KIND, String(cloneFlowId));
  if (cloneFlowId === undefined) return { records: [withFields(after, firstVersion(after))] };
  if (original?.doc.accountId !== after.doc.accountId)
    return { refusal: notFound(FLOW_KIND, { param: 'cloneFlowId' }) };
  const place = asVersion === true ? await nextVersion(view, original) : firstVersion(after);
  const { json_version, validation_errors } = original.doc;
  const flow = withFields(after, {
    ...place,
    ...(json_version !== undefined && { json_version, validation_errors }),
  });
  const definition = await definitionOf(view, original.id);
  if (definition === undefined) return { records: [flow] };
  const doc = { ...definition.doc, flowId: flow.id };
  return { records: [flow, { ...definition, id: keyOfSingle(flow.id), parentId: flow.id, createdAt: now, doc }] };
};

/** Source: contract, "https only" */
export const addressProblem = (address: string): Reply | undefined =>
  URL.parse(address)?.protocol === 'https:'
    ? undefined
    : refuse('invalid_field_value', {
        param: 'endpointUri',
        message: '`endpointUri` must be an address that begins with https://.',
      });

const firstVersion = ({ id }: FlowRecord) => ({ version: FIRST_VERSION, lineageId: id });

async function nextVersion(view: Reader, original: FlowRecord) {
  const versions = (await versionsOf(view, original)).map(({ doc }) => doc.version ?? FIRST_VERSION);
  const version = Math.max(FIRST_VERSION, ...versions) + 1;
  return { version, lineageId: lineageOf(original), parentFlowId: original.id };
}

async function versionsOf(read: Reader, flow: FlowRecord): Promise<readonly FlowRecord[]> {
  const all = await flowsOf(read, { teamId: flow.teamId, accountId: flow.doc.accountId });
  return all.filter((one) => lineageOf(one) === lineageOf(flow));
}

/** A version that was deleted is listed as missing for as long as another one came from it. */
const listWhatsAppFlowVersions = inScene(async (scene) => {
  const { read } = scene.desk.store;
  const flow = await flowNamed(scene, read);
  if (flow === undefined) return notFound(FLOW_KIND);
  const known = await versionsOf(read, flow);
  const parents = new Set(known.flatMap(({ doc }) => doc.parentFlowId ?? []));
  const missing = [...parents].filter((id) => !known.some((one) => one.id === id));
  return ok({ versions: [...missing.map(missingVersion), ...known.map(version)] });
});

const missingVersion = (flowId: string) => ({ flowId, parentFlowId: null, name: null, status: null, missing: true });

const version = ({ id, doc }: FlowRecord) => ({
  flowId: id,
  version: doc.version ?? FIRST_VERSION,
  parentFlowId: doc.parentFlowId ?? null,
  name: doc.name,
  status: doc.status,
  missing: false,
});

export const handlers: Readonly<Record<string, Handler>> = {
  createWhatsAppFlow: engineWith(copy),
  listWhatsAppFlowVersions,
};
