/** What a call that goes out would cost, by the made-up prices of the local service. Source: VOI-12, VOI-13, VOI-18 */
import { without } from '../../../kernel/json.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { sceneOf } from '../../engine/gather.ts';
import { countryOf } from '../phone-numbers/offers.ts';
import { callCosts, minutePriceTo, usdOf } from '../usage/offers.ts';
import { phoneTargetProblem } from './targets.ts';

/** Minutes that are priced when none are named. */
const USUAL_MINUTES = 1;

async function askedIn(query: Readonly<Record<string, unknown>>) {
  const minutes = Number(query['minutes'] ?? USUAL_MINUTES);
  const to = String(query['to']);
  const extras = { isRecorded: query['recording'] === true, isTranscribed: query['transcription'] === true, to };
  const known = { destinationCountry: (await countryOf(to)) ?? null, perMinuteUsd: usdOf(minutePriceTo(to)) };
  return { minutes, known, costs: callCosts(minutes, extras) };
}

/** Of calls that may go out, and no others. Source: VOI-50 */
const getVoiceCallEstimate: Handler = async ({ query }) => {
  const problem = phoneTargetProblem('to', String(query['to']));
  if (problem !== undefined) return problem;
  const { minutes, known, costs } = await askedIn(query);
  return ok({ ...known, minutes, breakdown: costs });
};

/** The platform itself charges nothing here, and nothing is written down. */
const getWhatsAppCallEstimate: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { minutes, known, costs } = await askedIn({ ...call.query, transcription: false });
  const breakdown = { metaMinutes: Math.ceil(minutes), metaCostUSD: 0, ...without(costs, ['transcriptionCostUSD']) };
  return ok({ ...known, breakdown });
};

export const handlers: Readonly<Record<string, Handler>> = { getVoiceCallEstimate, getWhatsAppCallEstimate };
