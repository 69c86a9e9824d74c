/** A flow from its draft to its end: changed and deleted while it is a draft, published with a definition without faults. Served by engine/. */
import { fieldsIn } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow, Followed } from '../../engine/follow.ts';
import { moveRefusal } from '../../engine/moves.ts';
import { refuse } from '../../refuse.ts';
import { flow } from '../../states/flow.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { definitionIn, faultsIn, versionOf } from './definition.ts';
import { FLOW_KIND, type FlowRecord } from './record.ts';
import { addressProblem } from './versions.ts';

const isDraft = ({ doc }: FlowRecord): boolean => flow.move(doc.status as 'DRAFT', 'edit') !== undefined;

const notDraft = ({ doc }: FlowRecord, deed: string): Reply =>
  refuse('invalid_resource_state', {
    message: `Only a draft can be ${deed}; this flow is ${String(doc.status)}. Clone it as a new version to continue.`,
  });

const change: Follow<typeof FLOW_KIND> = ([{ before } = {}], { call }) => {
  if (before !== undefined && !isDraft(before)) return { refusal: notDraft(before, 'changed') };
  const { endpointUri } = call.body;
  return endpointUri === undefined ? {} : { refusal: addressProblem(String(endpointUri)) };
};

const remove: Follow<typeof FLOW_KIND> = ([{ before } = {}]) =>
  before === undefined || isDraft(before) ? {} : { refusal: notDraft(before, 'deleted') };

/** A definition goes with its flow, which says what is wrong in it. */
const define: Follow<'whatsapp_flow_json'> = async ([{ after } = {}], { call, owners }, view): Promise<Followed> => {
  const record = await flowOf(view, owners.parentId);
  const definition = definitionIn(call.body['flow_json']);
  if (record === undefined || after === undefined || definition === undefined) return {};
  if (!isDraft(record)) return { refusal: notDraft(record, 'changed') };
  const validation_errors = faultsIn(definition);
  const json_version = versionOf(definition) ?? '';
  return {
    records: [withFields(after, { validation_errors }), withFields(record, { validation_errors, json_version })],
  };
};

const flowOf = async (view: Reader, id: string | null): Promise<FlowRecord | undefined> =>
  id === null ? undefined : view.get(FLOW_KIND, id);

const NO_DEFINITION = refuse('invalid_resource_state', {
  message: 'The flow has no definition yet. Upload one first with `svc whatsapp flows json upload`.',
});

const publish: Follow<typeof FLOW_KIND> = ([written = {}]) => {
  const refusal = moveRefusal(flow, 'publish', written);
  if (refusal !== undefined || written.before === undefined) return { refusal };
  const { json_version, validation_errors } = written.before.doc;
  if (json_version === undefined) return { refusal: NO_DEFINITION };
  const [fault] = fieldsIn(validation_errors);
  const message = `The definition has faults: ${String(fault?.['message'])}`;
  return fault === undefined ? {} : { refusal: refuse('invalid_resource_state', { message }) };
};

const deprecate: Follow<typeof FLOW_KIND> = ([written = {}]) => ({ refusal: moveRefusal(flow, 'deprecate', written) });

const NOT_JSON = refuse('invalid_field_value', { param: 'flow_json', message: '`flow_json` is not a JSON object.' });

const uploadWhatsAppFlowJson: Handler = async (call, desk) =>
  definitionIn(call.body['flow_json']) === undefined ? NOT_JSON : engineWith(define)(call, desk);

export const handlers: Readonly<Record<string, Handler>> = {
  updateWhatsAppFlow: engineWith(change),
  deleteWhatsAppFlow: engineWith(remove),
  uploadWhatsAppFlowJson,
  publishWhatsAppFlow: engineWith(publish),
  deprecateWhatsAppFlow: engineWith(deprecate),
};
