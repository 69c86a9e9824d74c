/** What callers do with a registration of senders: list it, answer the reviewers, appeal, give it up. Reviewers speak through control/. Served by engine/. */
import { type Fields, isFields, textOf } from '../../../kernel/json.ts';
import { profileEvent } from '../../causes/cause.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import { moveRefusal } from '../../engine/moves.ts';
import { REGISTRATION_STATES, smsRegistration, type RegistrationEvent } from '../../states/sms-registration.ts';
import type { NewEvent, StoredRecord } from '../../store/store.ts';

export const REGISTRATION_KIND = 'sms_registration';

/** Whom the registration belongs to, as its events say it. */
export function ownerOf({ id, teamId, profileId, doc }: StoredRecord) {
  const owner = profileId ?? textOf(doc['profileId']) ?? '';
  return { registration: { id, profileId: owner }, belonging: { teamId, profileId: owner === '' ? null : owner } };
}

/** A registration that has another state now. Source: EVT-117 */
export function statusEvent(record: StoredRecord): NewEvent {
  const { registration, belonging } = ownerOf(record);
  const { status } = record.doc;
  return profileEvent('sms.registration.status_updated', belonging, { registration: { ...registration, status } });
}

/** Source: ASM-17 */
const by = (event: RegistrationEvent, revised: (record: StoredRecord, sent: Fields) => StoredRecord): Handler =>
  engineWith(([moved = {}], { call }) => {
    const refusal = moveRefusal(smsRegistration, event, moved);
    if (refusal !== undefined || moved.after === undefined) return { refusal };
    const after = revised(moved.after, call.body);
    return { records: [after], events: [statusEvent(after)] };
  });

const unrevised = (record: StoredRecord): StoredRecord => record;

/** An appeal may say some of the campaign anew. */
function withCampaign(record: StoredRecord, { messageFlow, sample1, sample2 }: Fields): StoredRecord {
  const known = record.doc['campaignContent'];
  const said = Object.entries({ messageFlow, sample1, sample2 }).filter(([, value]) => value !== undefined);
  const campaignContent = { ...(isFields(known) ? known : {}), ...Object.fromEntries(said) };
  return { ...record, doc: { ...record.doc, campaignContent } };
}

const KEPT_STATES = REGISTRATION_STATES.filter((state) => state !== 'deactivated');

const listSmsRegistrations: Handler = ({ query: { includeDeactivated, ...query }, ...call }, desk) =>
  engine({ ...call, query: includeDeactivated === true ? query : { ...query, status: KEPT_STATES } }, desk);

export const handlers: Record<string, Handler> = {
  listSmsRegistrations,
  respondToSmsRegistrationReview: by('respond', unrevised),
  appealSmsRegistration: by('appeal', withCampaign),
  deactivateSmsRegistration: by('deactivate', unrevised),
};
