/** What callers do with a registration of senders: list it, answer the reviewers, appeal, give it up. Reviewers speak through control/. Served by engine/. */
import type { Fields } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import { moveRefusal } from '../../engine/moves.ts';
import { REGISTRATION_STATES, smsRegistration, type RegistrationEvent } from '../../states/sms-registration.ts';
import { withFields } from '../../store/record.ts';
import { reviewOf } from './deciding.ts';
import { statusEvent } from './events.ts';
import type { REGISTRATION_KIND, RegistrationRecord } from './record.ts';

/** Source: ASM-17 */
const by = (
  event: RegistrationEvent,
  revised: (record: RegistrationRecord, sent: Fields) => RegistrationRecord,
): Handler =>
  engineWith<typeof REGISTRATION_KIND>(async ([moved = {}], { call, now }, view) => {
    const refusal = moveRefusal(smsRegistration, event, moved);
    if (refusal !== undefined || moved.after === undefined) return { refusal };
    const after = revised(moved.after, call.body);
    return { records: [after], events: [statusEvent(after)], due: await reviewOf(view, after, now) };
  });

const unrevised = (record: RegistrationRecord): RegistrationRecord => record;

/** An appeal may say some of the campaign anew. */
function withCampaign(record: RegistrationRecord, { messageFlow, sample1, sample2 }: Fields): RegistrationRecord {
  const said = Object.entries({ messageFlow, sample1, sample2 }).filter(([, value]) => value !== undefined);
  return withFields(record, { campaignContent: { ...record.doc.campaignContent, ...Object.fromEntries(said) } });
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
