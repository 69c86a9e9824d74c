/** The page on which a flow is tried out before it is published, and the details that a call asks for. */
import { fieldsIn, isFields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { hexOf } from '../../networks/chance.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engine, inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import { FLOW_KIND, flowNamed, type FlowRecord } from './record.ts';

/** How long the address works, in ms. */
const LIFE_MS = 30 * DAY_MS;

/** @param seed what makes this address another one than before */
const previewOf = ({ id, doc }: FlowRecord, now: number, seed = '') =>
  doc.json_version === undefined
    ? { preview_url: null, expires_at: null }
    : {
        preview_url: `https://business.facebook.com/wa/manage/flows/${id}/preview/?token=${hexOf(`preview ${id} ${seed}`, 32)}`,
        expires_at: instantOf(now + LIFE_MS),
      };

/** Null without a definition: there is nothing to see. `invalidate` gives an address of this moment. */
const getWhatsAppFlowPreview = inScene(async (scene) => {
  const { call, desk, now } = scene;
  const flow = await flowNamed(scene, desk.store.read);
  if (flow === undefined) return notFound(FLOW_KIND);
  return ok(previewOf(flow, now, call.query['invalidate'] === true ? instantOf(now) : ''));
});

/** Only the details in `fields`, where the call names some; a preview is among them only then. */
const getWhatsAppFlow: Handler = async (call, desk) => {
  const { fields } = call.query;
  const reply = await engine(call, desk);
  const [flow] = isFields(reply.body) ? fieldsIn([reply.body['flow']]) : [];
  if (fields === undefined || flow === undefined) return reply;
  const names = String(fields)
    .split(',')
    .map((name) => name.trim());
  const record = names.includes('preview') ? await desk.store.read.get(FLOW_KIND, String(flow['id'])) : undefined;
  const preview = record?.doc.json_version === undefined ? {} : { preview: previewOf(record, desk.clock.now()) };
  const details = Object.entries({ ...flow, ...preview }).filter(([name]) => names.includes(name));
  return ok({ success: true, flow: Object.fromEntries(details) });
};

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppFlowPreview, getWhatsAppFlow };
