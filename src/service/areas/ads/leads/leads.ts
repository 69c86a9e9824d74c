/** Test leads of a form: each is a lead, and they are taken away together. Listed in operations.ts. */
import { ok, type Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { lost } from '../../../engine/scene.ts';
import { idOf } from '../../../engine/view.ts';
import { refuse } from '../../../refuse.ts';
import type { DocOf, Lock, RecordOf } from '../../../store/store.ts';
import { FORM, LEAD, leadEvent, leadFields, ORGANIC, type FormRecord, type LeadRecord } from './lead-record.ts';

const TEST_LEAD = 'ad_test_lead';

/** Source: EVT-101; readings, "Leads" */
const addLead: Follow<'ad_test_lead'> = async ([{ after } = {}], { owners, now }, view) => {
  const { account } = owners;
  if (account === undefined || after === undefined) return {};
  const others = await view.list(TEST_LEAD, { teamId: after.teamId, parentId: after.parentId ?? '' });
  if (others.some(({ id }) => id !== after.id))
    return {
      refusal: refuse('invalid_resource_state', { message: 'The form already has a test lead. Delete it first.' }),
    };
  const form = await view.get(FORM, after.parentId ?? '');
  const lead = leadFor(after, account.id, form);
  return { records: [lead], events: [leadEvent(account, lead, now)] };
};

function leadFor(test: RecordOf<'ad_test_lead'>, accountId: string, form: FormRecord | undefined): LeadRecord {
  const { id, createdAt: at, parentId, doc } = test;
  const filled = leadFields({ id, at, formId: parentId ?? '', form, answers: answersIn(doc) });
  return { ...test, kind: LEAD, doc: { ...filled, ...ORGANIC, accountId } };
}

/** `[{name, values}]` as question to answer. */
const answersIn = ({ fieldData = [] }: DocOf<'ad_test_lead'>): Readonly<Record<string, string>> =>
  Object.fromEntries(fieldData.map(({ name, values }) => [name, values.join(', ')]));

/** Takes away the test lead that is named, or all of the form. */
const deleteTestLead: Handler = inScene(async (scene) => {
  const { call, desk } = scene;
  const { name, kind, owners } = scene;
  const { leadId } = call.query;
  const lock: Lock = `${name}/${owners.parentId ?? ''}`;
  return commit<Reply>(desk, [lock], async (view) => {
    const all = await view.list(name, { teamId: call.caller.teamId, parentId: owners.parentId ?? '' });
    const asked = all.filter((one) => leadId === undefined || idOf(one, kind) === leadId);
    if (leadId !== undefined && asked.length === 0) return { result: lost(scene) };
    const deleted = asked.map((one) => idOf(one, kind));
    const removed = asked.flatMap(({ id }) => [
      { kind: name, id },
      { kind: LEAD, id },
    ]);
    return { removed, result: ok({ status: 'success', deleted }) };
  });
});

export const leads: Record<string, Handler> = {
  createTestLead: engineWith(addLead),
  deleteTestLead,
};
