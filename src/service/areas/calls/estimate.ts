/** What a call that goes out would cost, by the made-up prices of the local service. Source: VOI-12, VOI-13, VOI-18 */
import { without } from '../../../kernel/json.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { sceneOf } from '../../engine/gather.ts';
import { callCosts, PRICES, usdOf } from '../usage/offers.ts';
import { phoneTargetProblem } from './targets.ts';

/** Minutes that are priced when none are named. */
const USUAL_MINUTES = 1;

function askedIn(query: Readonly<Record<string, unknown>>) {
  const minutes = Number(query['minutes'] ?? USUAL_MINUTES);
  const extras = { isRecorded: query['recording'] === true, isTranscribed: query['transcription'] === true };
  return { minutes, costs: callCosts(minutes, extras) };
}

const perMinuteUsd = usdOf(PRICES.minute);

/** Of calls that may go out, and no others. Source: VOI-50 */
const getVoiceCallEstimate: Handler = ({ query }) => {
  const problem = phoneTargetProblem('to', String(query['to']));
  if (problem !== undefined) return Promise.resolve(problem);
  const { minutes, costs } = askedIn(query);
  return Promise.resolve(ok({ destinationCountry: null, minutes, perMinuteUsd, breakdown: costs }));
};

/** The platform itself charges nothing here, and nothing is written down. */
const getWhatsAppCallEstimate: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { minutes, costs } = askedIn({ ...call.query, transcription: false });
  const breakdown = { metaMinutes: Math.ceil(minutes), metaCostUSD: 0, ...without(costs, ['transcriptionCostUSD']) };
  return ok({ destinationCountry: null, perMinuteUsd, breakdown });
};

export const handlers: Readonly<Record<string, Handler>> = { getVoiceCallEstimate, getWhatsAppCallEstimate };
