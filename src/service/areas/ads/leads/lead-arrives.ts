/** A person fills in a lead form: the lead is kept, withLead on its form, and reported by its event. Listed in arrives.ts. */
import { type Fields, isFields, textOf } from '../../../../kernel/json.ts';
import { platformLabel } from '../../../../platforms/labels.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Reply } from '../../../call.ts';
import {
  accountOf,
  isRefusal,
  recordOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../../causes/cause.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { Reader } from '../../../store/store.ts';
import { FORM, LEAD, leadEvent, leadFields, ORGANIC, questionKeys, type FormRecord } from './lead-record.ts';

/** A form and an ad that were made outside the Service are taken as they are named. Source: EVT-101; readings, "Leads" */
async function lead(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { platform } = account.doc;
  if (traitsOf(platform).leads !== true)
    return refuse('platform_not_supported', {
      param: 'accountId',
      message: `${platformLabel(platform)} does not support lead forms.`,
    });
  const { given, read, ids, now } = scene;
  const form = await formIn(scene);
  const answers = (isFields(given['fields']) ? given['fields'] : {}) as Readonly<Record<string, string>>;
  const refusal = form && strangeAnswer(form, answers);
  if (refusal !== undefined) return refusal;
  const [id, formId] = [ids.record(), String(given['formId'])];
  const ad = await placeOf(read, scene.teamId, textOf(given['adId']));
  const record = recordOf(LEAD, id, scene, {
    profileId: account.profileId,
    parentId: formId,
    doc: { ...leadFields({ id, at: now, formId, form, answers }), ...ad, accountId: account.id },
  });
  const records = form === undefined ? [record] : [record, withLead(form, record.doc.isOrganic)];
  return { records, events: [leadEvent(account, record, now)], made: { leadId: id } };
}

/** The form of the team with this id on the network; undefined for one that was made outside the Service. */
async function formIn({ read, given, teamId }: Scene): Promise<FormRecord | undefined> {
  const form = await read.get(FORM, String(given['formId']));
  return form?.teamId === teamId ? form : undefined;
}

function strangeAnswer(form: FormRecord, answers: Fields): Reply | undefined {
  const keys = questionKeys(form);
  const strange = Object.keys(answers).find((key) => keys.length > 0 && !keys.includes(key));
  return strange === undefined
    ? undefined
    : refuse('invalid_field_value', {
        param: `fields.${strange}`,
        message: `The form has no field named ${strange}. Its fields are ${keys.join(', ')}.`,
      });
}

/** Where the form was opened: from an ad, or from the page. */
async function placeOf(read: Reader, teamId: string, adId: string | undefined) {
  if (adId === undefined) return ORGANIC;
  const [ad] = await read.list('ad', { teamId, where: { platformAdId: adId } });
  const { platformAdSetId = null, platformCampaignId = null, platformAdAccountId } = ad?.doc ?? {};
  const adAccount = platformAdAccountId === undefined ? {} : { adAccountId: platformAdAccountId };
  return { adId, adsetId: platformAdSetId, campaignId: platformCampaignId, isOrganic: false, ...adAccount };
}

function withLead(form: FormRecord, isOrganic: boolean): FormRecord {
  const { leads_count = 0, organic_leads_count = 0 } = form.doc;
  return withFields(form, {
    leads_count: leads_count + 1,
    organic_leads_count: organic_leads_count + (isOrganic ? 1 : 0),
  });
}

export const leadArrives: Readonly<Record<string, Inbound>> = {
  lead: {
    fields: { accountId: WORD, formId: WORD, adId: WORD, fields: { type: 'object', additionalProperties: TEXT } },
    required: ['accountId', 'formId', 'fields'],
    cause: lead,
  },
};
