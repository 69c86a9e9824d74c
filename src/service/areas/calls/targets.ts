/** Where a call may go: a phone, a SIP address or an agent, and never an emergency service. Used wherever a target is named. */
import type { Reply } from '../../call.ts';
import { phoneProblem } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';

/** Numbers of emergency services in the countries that numbers are sold in. */
const EMERGENCY: readonly string[] = ['911', '112', '999', '000', '110', '117', '118', '119', '190', '192', '193'];

const SIP = /^sips?:[^\s@]+@[^\s@]+$/;
const AGENT = /^wss:\/\/[^\s/]+\S*$/;

/** The refusal of a phone that is to be called, or undefined. Source: VOI-34 */
export const phoneTargetProblem = (param: string, target: string): Reply | undefined =>
  EMERGENCY.includes(target.replace(/[^\d]/g, ''))
    ? refuse('invalid_field_value', { param, message: `Emergency services cannot be called from here: ${target}.` })
    : phoneProblem(param, target);

/**
 * The refusal of somewhere that a call is passed on to, or undefined.
 * @param own the phone that the call is to or from: calls do not go on to it, where they would ring for ever
 * Source: VOI-02 to VOI-05, VOI-34; readings, "Phone calls"
 */
export function targetProblem(param: string, target: string, own: string | undefined): Reply | undefined {
  if (SIP.test(target) || AGENT.test(target)) return undefined;
  if (target === own)
    return refuse('invalid_field_value', { param, message: `Calls to ${own} cannot be forwarded to ${own}.` });
  if (/^[+\d]/.test(target)) return phoneTargetProblem(param, target);
  const message = `\`${param}\` is a phone in E.164 form, a sip: address or a wss:// agent.`;
  return refuse('invalid_field_value', { param, message });
}
