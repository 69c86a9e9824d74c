/** Devices, places, languages, hours and bids of a campaign, in the form in which they are read. Listed in operations.ts. */
import { type Fields, isFields, isList, textsIn } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { engine, inScene } from '../../../engine/engine.ts';
import { lost } from '../../../engine/scene.ts';
import { changeSingle } from './single.ts';

type Rows = (sent: unknown) => readonly Fields[];

const devices: Rows = (sent) => (isList(sent) ? sent : []).map((one) => (isFields(one) ? one : { device: one }));

const languages: Rows = (sent) => textsIn(sent).map((code) => ({ code }));

/** Parts of an object of places whose entries have a key. */
const KEYED = ['regions', 'cities', 'zips', 'metros'];

const locations: Rows = (sent) => {
  if (!isFields(sent)) return textsIn(sent).map((geoTargetId) => ({ geoTargetId, negative: false }));
  const keyed = KEYED.flatMap((part) => sent[part] ?? []).filter(isFields);
  return [
    ...textsIn(sent['countries']).map((countryCode) => ({ countryCode, negative: false })),
    ...keyed.map(({ key, name }) => ({ geoTargetId: key, negative: false, ...(name !== undefined && { name }) })),
  ];
};

const PARTS: Readonly<Record<string, Rows>> = { devices, locations, languages };

/** Parts that were not sent stay. */
const updateCampaignTargeting = changeSingle((doc, { call }) => {
  const sent = isFields(call.body['targeting']) ? call.body['targeting'] : {};
  const parts = Object.entries(PARTS).filter(([name]) => sent[name] !== undefined);
  const fields = Object.fromEntries(parts.map(([name, rowsOf]) => [name, rowsOf(sent[name])])) as Fields;
  const shown = Object.fromEntries(Object.keys(PARTS).map((name) => [name, fields[name] ?? doc[name]]));
  return { fields, body: { campaignId: call.path['campaignId'], updated: parts.map(([name]) => name), ...shown } };
});

/** A campaign without windows runs at all hours. */
const updateCampaignAdSchedule: Handler = (call, desk) => {
  const { schedule } = call.body;
  const servesAroundTheClock = isList(schedule) && schedule.length === 0;
  return engine({ ...call, body: { ...call.body, servesAroundTheClock } }, desk);
};

const getCampaignBidding: Handler = inScene(async (scene) => {
  const { desk } = scene;
  const campaign = await desk.store.read.get('ad_campaign', scene.owners.parentId ?? '');
  if (campaign === undefined) return lost({ name: 'ad_campaign' });
  const { bidStrategy, bidAmount, roasAverageFloor, portfolioBidStrategyId } = campaign.doc;
  const shared = await desk.store.read.get('ad_bid_strategy', String(portfolioBidStrategyId ?? ''));
  const portfolio = shared && { id: shared.id, name: shared.doc.name };
  const bidSpec = { bidStrategy, bidAmount, roasAverageFloor, portfolioBidStrategyId };
  return ok({ campaignId: campaign.id, bidSpec, ...(portfolio !== undefined && { portfolio }) });
});

/** The span of the list bounds figures that are not counted, and not the strategies. */
const listBidStrategies: Handler = (call, desk) => {
  const { accountId } = call.query;
  return engine({ ...call, query: { accountId } }, desk);
};

export const targeting: Record<string, Handler> = {
  getCampaignBidding,
  listBidStrategies,
  updateCampaignAdSchedule,
  updateCampaignTargeting,
};
