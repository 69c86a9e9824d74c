/** What a call that goes out would cost, by the made-up prices of the local service. Source: VOI-12, VOI-13, VOI-18 */
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { sceneOf } from '../../engine/gather.ts';
import { MINUTE_USD, RECORDING_MINUTE_USD, TRANSCRIPTION_MINUTE_USD } from '../usage/offers.ts';

/** Minutes that are priced when none are named. */
const USUAL_MINUTES = 1;

interface Asked {
  readonly minutes: number;
  readonly telnyxCostUSD: number;
  readonly recordingCostUSD: number;
}

function askedIn(query: Readonly<Record<string, unknown>>): Asked {
  const minutes = Number(query['minutes'] ?? USUAL_MINUTES);
  return {
    minutes,
    telnyxCostUSD: dollars(minutes * MINUTE_USD),
    recordingCostUSD: query['recording'] === true ? dollars(minutes * RECORDING_MINUTE_USD) : 0,
  };
}

/** Without the dust of binary fractions. */
const dollars = (usd: number): number => Math.round(usd * 1e6) / 1e6;

const totals = (...costs: readonly number[]) => {
  const all = dollars(costs.reduce((sum, cost) => sum + cost, 0));
  return { billableCostUSD: all, totalCostUSD: all };
};

const getVoiceCallEstimate: Handler = ({ query }) => {
  const { minutes, telnyxCostUSD, recordingCostUSD } = askedIn(query);
  const transcriptionCostUSD = query['transcription'] === true ? dollars(minutes * TRANSCRIPTION_MINUTE_USD) : 0;
  const costs = { telnyxCostUSD, recordingCostUSD, transcriptionCostUSD };
  const breakdown = { ...costs, ...totals(telnyxCostUSD, recordingCostUSD, transcriptionCostUSD) };
  return Promise.resolve(ok({ destinationCountry: null, minutes, perMinuteUsd: MINUTE_USD, breakdown }));
};

/** The platform itself charges nothing here. */
const getWhatsAppCallEstimate: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { minutes, telnyxCostUSD, recordingCostUSD } = askedIn(call.query);
  const costs = { metaMinutes: Math.ceil(minutes), metaCostUSD: 0, telnyxCostUSD, recordingCostUSD };
  const breakdown = { ...costs, ...totals(telnyxCostUSD, recordingCostUSD) };
  return ok({ destinationCountry: null, perMinuteUsd: MINUTE_USD, breakdown });
};

export const handlers: Readonly<Record<string, Handler>> = { getVoiceCallEstimate, getWhatsAppCallEstimate };
