/** A number of the team with voice turned on, and both ends of its calls. */
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

export const PERSON = '+4915112345678';
export const DESK = '+12025550177';

/** @param settings what voice is turned on with */
export async function openLine(settings: object = {}) {
  const service = await startService();
  const { api, control } = service;
  const post = (path: string, body: object = {}) => api('POST', path, { body });
  const { phoneNumber } = (
    await post('/v1/phone-numbers/purchase', { profileId: await service.profileId(), country: 'US' })
  ).body;
  const [numberId, own] = [String(phoneNumber?.['id']), String(phoneNumber?.['phoneNumber'])];
  await service.advance(30);
  const set = (body: object) => post(`/v1/phone-numbers/${numberId}/voice`, body);
  await set(settings);
  /** Somebody calls the number. @returns the id of the call */
  const ring = async (from = PERSON): Promise<string> => {
    const given = { type: 'call', stage: 'received', numberId, from };
    return String((await control('POST', '/_local/inbound', given)).body['callId']);
  };
  /** The number calls somebody. */
  const dial = async (more: object = {}): Promise<string> =>
    String((await post('/v1/voice/calls', { to: PERSON, fromNumber: own, ...more })).body['callId']);
  const play = (callId: string, action: string, more: object = {}) =>
    control('POST', `/_local/calls/${callId}`, { action, ...more });
  const call = async (id: string): Promise<Json> => (await api('GET', `/v1/calls/${id}`)).body['call'] as Json;
  /** What calls caused, each payload as its schema says. */
  const happened = async () => {
    const events = (await service.events()).filter(({ event }) => event.startsWith('call.'));
    return {
      events: events.map(({ event, payload }) => [event, payload['call'] as Json] as const),
      wrong: wrongEvents(events),
    };
  };
  /** What rings outside, newest last. */
  const legs = () => service.feed(numberId, 'call');
  return { ...service, post, numberId, own, set, ring, dial, play, call, happened, legs };
}
