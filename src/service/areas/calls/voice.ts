/** Voice on a number of the team: turned on with its settings, which are judged first. Served by engine/. */
import { fieldsIn, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { isZone } from '../../../schema/formats.ts';
import { phoneProblem, type NUMBER_KIND } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import { accountForCalls, numberAccount, phoneOf, readUnlisted } from '../phone-numbers/offers.ts';
import { targetProblem } from './targets.ts';

/** Source: VOI-01, VOI-35, VOI-36 */
const turnOn: Follow<typeof NUMBER_KIND> = async ([{ before, after } = {}], { call }, view) => {
  if (before === undefined || after === undefined) return {};
  const { sipTrunkId, hostedByService, status } = before.doc;
  if (hostedByService === false) return { refusal: HOSTED_ELSEWHERE };
  if (typeof sipTrunkId === 'string') return { refusal: ON_TRUNK };
  if (ENDED.includes(status ?? '')) return { refusal: HAS_ENDED };
  const refusal = settingsProblem(call.body, phoneOf(before));
  return refusal === undefined ? { records: await readUnlisted(view, numberAccount(after, 'phone')) } : { refusal };
};

const turnOff: Follow<typeof NUMBER_KIND> = async ([{ before } = {}], _scene, view) =>
  before === undefined ? {} : { removed: await accountForCalls(view, before) };

const ENDED: readonly string[] = ['released', 'regulatory_declined'];

const HAS_ENDED = refuse('invalid_resource_state', { message: 'The team no longer has this number.' });

const ON_TRUNK = refuse('invalid_resource_state', {
  message: 'This number is on a SIP trunk, which decides where its calls go. Detach it first.',
});

const HOSTED_ELSEWHERE = refuse('invalid_field_value', {
  status: 422,
  message: 'This number belongs to your own carrier, which manages its voice settings.',
});

const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/;

function settingsProblem(body: Fields, own: string): Reply | undefined {
  const { forwardTo, ivrOptions, businessHours, blockedCallers } = body;
  const problems = [
    typeof forwardTo === 'string' ? targetProblem('forwardTo', forwardTo, own) : undefined,
    ...fieldsIn(ivrOptions).map((option, place) =>
      targetProblem(`ivrOptions.${String(place)}.forwardTo`, String(option['forwardTo']), own),
    ),
    ...fieldsIn(businessHours).map(windowProblem),
    ...(Array.isArray(blockedCallers)
      ? blockedCallers.map((phone) => phoneProblem('blockedCallers', String(phone)))
      : []),
    zoneProblem(body['businessHoursTimezone']),
  ];
  return problems.find((one) => one !== undefined);
}

/** Source: the facts of `enableVoiceOnNumber` */
function windowProblem({ day, open, close }: Fields, place: number): Reply | undefined {
  const param = `businessHours.${String(place)}`;
  if (!Number.isInteger(day) || Number(day) < 0 || Number(day) > 6)
    return refuse('invalid_field_value', {
      param: `${param}.day`,
      message: 'A day must be from 0 (Sunday) to 6 (Saturday).',
    });
  if (!HOUR.test(String(open)) || !HOUR.test(String(close)))
    return refuse('invalid_field_value', { param, message: 'A window must begin and end at a time such as 09:00.' });
  if (String(open) < String(close)) return undefined;
  return refuse('invalid_field_value', { param, message: 'A window must end after it begins.' });
}

const zoneProblem = (zone: unknown): Reply | undefined =>
  zone === undefined || zone === null || isZone(String(zone))
    ? undefined
    : refuse('invalid_field_value', { param: 'businessHoursTimezone', message: 'This is not an IANA time zone.' });

export const handlers: Readonly<Record<string, Handler>> = {
  enableVoiceOnNumber: engineWith(turnOn),
  disableVoiceOnNumber: engineWith(turnOff),
};
