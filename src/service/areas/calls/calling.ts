/** Whatsapp calling of a number: switched on below the number, read below the number and by its account. Served by engine/. */
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { sceneOf } from '../../engine/gather.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { withFields } from '../../store/record.ts';
import { phoneOf } from '../phone-numbers/offers.ts';
import { refuse } from '../../refuse.ts';
import { callingOf, type CALLING_KIND } from './offers.ts';
import { targetProblem } from './targets.ts';

/** The settings know their number, and whether there is a password that is never read. Source: VOI-05, VOI-36 */
const withNumber: Follow<typeof CALLING_KIND> = async ([{ after } = {}], { call }, view) => {
  const number = await view.get(NUMBER_KIND, after?.parentId ?? '');
  if (after === undefined || number === undefined) return {};
  if (typeof number.doc.sipTrunkId === 'string') return { refusal: ON_TRUNK };
  const { forwardTo } = call.body;
  const wrong = typeof forwardTo === 'string' ? targetProblem('forwardTo', forwardTo, phoneOf(number)) : undefined;
  if (wrong !== undefined) return { refusal: wrong };
  const { sipAuthPassword = null } = after.doc;
  const known = { phoneNumber: phoneOf(number), phoneNumberDocId: number.id };
  return { records: [withFields(after, { ...known, sipAuthPasswordConfigured: sipAuthPassword !== null })] };
};

const ON_TRUNK = refuse('invalid_resource_state', {
  message: 'This number is on a SIP trunk, which decides where its calls go. Detach it first.',
});

/** Settings that were made below a number are those of the account that was named with them. */
const getWhatsAppCallingConfig: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { account } = scene.owners;
  const record = account && (await callingOf(desk.store.read, account));
  return record === undefined ? engine(call, desk) : answerOf(scene, { record: { record, counts: {} } });
};

const setting = engineWith(withNumber);

export const handlers: Readonly<Record<string, Handler>> = {
  getWhatsAppCallingConfig,
  enableWhatsAppCalling: setting,
  enableWhatsAppCallingLegacy: setting,
  updateWhatsAppCalling: setting,
  updateWhatsAppCallingLegacy: setting,
};
