/** Leads as records, with the form that they came through, and the event that tells of one. Written by lead-arrives.ts and leads.ts. */
import { instantOf } from '../../../../kernel/instant.ts';
import { type Fields, fieldsIn, isFields, textOf } from '../../../../kernel/json.ts';
import { eventOf } from '../../../causes/cause.ts';
import { digitsOf } from '../../../networks/chance.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { NewEvent, RecordOf } from '../../../store/store.ts';

export const FORM = 'ad_lead_form';
export const LEAD = 'ad_lead';

export type FormRecord = RecordOf<'ad_lead_form'>;
export type LeadRecord = RecordOf<'ad_lead'>;

/** Digits of a lead's id on the network. */
const LEAD_DIGITS = 15;

/** Names under which answers to the form come back; none for a form whose questions the Service does not know. */
export function questionKeys({ doc }: FormRecord): readonly string[] {
  const { questions, platformSpecificData } = doc as Fields;
  const own = isFields(platformSpecificData) ? platformSpecificData['questions'] : undefined;
  return [...fieldsIn(questions), ...fieldsIn(own)].flatMap(
    ({ key, name, type }) => textOf(key) ?? textOf(name) ?? textOf(type)?.toLowerCase() ?? [],
  );
}

interface Submission {
  /** Id of the lead in the Service. */
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  readonly formId: string;
  /** Undefined for a form that was made outside the Service. */
  readonly form: FormRecord | undefined;
  /** Question to answer. */
  readonly answers: Readonly<Record<string, string>>;
}

/** What a lead says of the form that was filled in. */
export const leadFields = ({ id, at, formId, form, answers }: Submission) => ({
  id,
  createdTime: instantOf(at),
  leadgenId: digitsOf(id, LEAD_DIGITS),
  formId,
  formName: textOf((form?.doc as Fields | undefined)?.['name']) ?? null,
  fields: answers,
  fieldData: Object.entries(answers).map(([name, value]) => ({ name, values: [value] })),
});

/** Where a form was opened that no ad led to. */
export const ORGANIC = { adId: null, adsetId: null, campaignId: null, isOrganic: true } as const;

/** Source: EVT-101. @param now ms */
export function leadEvent(account: AccountRecord, { id, doc }: LeadRecord, now: number): NewEvent {
  const { leadgenId, formId, formName, adId, adsetId, campaignId, fields, isOrganic } = doc;
  const createdAt = instantOf(now);
  return eventOf('lead.received', account, {
    lead: { id, leadgenId, formId, formName, adId, adsetId, campaignId, fields, isOrganic, createdAt },
    account: { id: account.id, accountId: account.id, platform: 'facebook' },
  });
}
