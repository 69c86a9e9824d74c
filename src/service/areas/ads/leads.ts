/** Test leads of a form: the event that one causes, and taking them away together. Listed in operations.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { ok, type Reply } from '../../call.ts';
import { eventOf } from '../../causes/cause.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { lost } from '../../engine/scene.ts';
import { idOf } from '../../engine/view.ts';
import { digitsOf } from '../../networks/chance.ts';
import type { DocOf, Lock, RecordOf } from '../../store/store.ts';

/** Digits of a lead's id on the network. */
const LEAD_DIGITS = 15;

/** Source: EVT-101 */
const emitLead: Follow<'ad_test_lead'> = (written, { owners, now }) => {
  const account = owners.account;
  const leads = written.flatMap(({ after }) => (after === undefined ? [] : [after]));
  if (account === undefined) return {};
  const from = { id: account.id, accountId: account.id, platform: 'facebook' };
  return {
    events: leads.map((lead) =>
      eventOf('lead.received', account, { lead: leadBlock(lead, owners.parentId, now), account: from }),
    ),
  };
};

const leadBlock = ({ id, doc }: RecordOf<'ad_test_lead'>, formId: string | null, now: number) => ({
  id,
  leadgenId: digitsOf(id, LEAD_DIGITS),
  formId: formId ?? '',
  formName: null,
  adId: null,
  adsetId: null,
  campaignId: null,
  fields: answersIn(doc),
  isOrganic: true,
  createdAt: instantOf(now),
});

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
    return { removed: asked.map(({ id }) => ({ kind: name, id })), result: ok({ status: 'success', deleted }) };
  });
});

export const leads: Record<string, Handler> = {
  createTestLead: engineWith(emitLead),
  deleteTestLead,
};
