/** Predictions of reach and frequency: what a budget reaches in a run, or what a reach costs, and the reservation of it. The model is described in docs/ads-figures.md. */
import { type Fields, textOf } from '../../../../kernel/json.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import type { Call, Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Desk, DueWork, Handler } from '../../../desk.ts';
import type { Check } from '../../../engine/checked.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue, Reader, RecordOf } from '../../../store/store.ts';
import { AD_ACCOUNT, findAdAccount } from '../tree/ad-account.ts';
import { audienceOf } from './audience.ts';
import { digitsOf } from '../judge/currency.ts';
import { oneOf } from '../judge/one-of.ts';

const PREDICTION = 'ad_reach_prediction';

type PredictionRecord = RecordOf<typeof PREDICTION>;

/** How long a prediction can be reserved, and how long a reservation holds. */
const OFFER_MS = DAY_MS;
const HOLD_MS = 7 * DAY_MS;

/** Shares of an audience that a run reaches at least and at most. */
const LEAST_SHARE = 0.01;
const GREATEST_SHARE = 0.8;

/** Times a week that one person sees the ad unless it is capped. */
const WEEKLY = 2;

/** Smallest units of the currency for a thousand impressions: the middle of what ads cost. */
const PRICE = 650;

/** What a run is forecast from. */
interface Run {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  /** People. */
  readonly audience: number;
  readonly frequencyCap: number | undefined;
  /** Smallest units in one whole unit of the currency. */
  readonly unit: number;
}

/** Times that one person sees the ad in the run. */
function frequencyOf({ from, to, frequencyCap = Infinity }: Run): number {
  const usual = Math.ceil(((to - from) / (7 * DAY_MS)) * WEEKLY);
  return Math.max(1, Math.min(usual, frequencyCap));
}

const costOf = (reach: number, run: Run): number => Math.ceil((reach * frequencyOf(run) * PRICE) / 1_000) / run.unit;

const reachFor = (budget: number, run: Run): number =>
  Math.floor((budget * run.unit * 1_000) / (PRICE * frequencyOf(run)));

/** What a run reaches and costs at least and at most. */
function boundsOf(run: Run) {
  const [minReach, maxReach] = [Math.ceil(run.audience * LEAST_SHARE), Math.floor(run.audience * GREATEST_SHARE)];
  return { minReach, maxReach, minBudget: costOf(minReach, run), maxBudget: costOf(maxReach, run) };
}

type Bounds = ReturnType<typeof boundsOf>;

function refusalOfBounds({ budgetAmount, reach }: Fields, bounds: Bounds): Reply | undefined {
  const [param, value, least, most] =
    reach === undefined
      ? ['budgetAmount', Number(budgetAmount), bounds.minBudget, bounds.maxBudget]
      : ['reach', Number(reach), bounds.minReach, bounds.maxReach];
  if (value >= least && value <= most) return undefined;
  const message = `\`${param}\` must be from ${least} to ${most} for this run.`;
  return refuse('invalid_field_value', { param, message });
}

function forecastOf({ budgetAmount, reach: aim }: Fields, run: Run): Fields {
  const reach = aim === undefined ? reachFor(Number(budgetAmount), run) : Math.floor(Number(aim));
  const budget = aim === undefined ? Number(budgetAmount) : costOf(reach, run);
  return { budget, reach, impressions: reach * frequencyOf(run) };
}

const dueFor = ({ id }: PredictionRecord, dueAt: number): NewDue => ({ dueAt, kind: PREDICTION, ref: id });

const expiryAt = (at: number): Fields => ({ expiresAt: new Date(at).toISOString() });

/** Source: ADS-46 */
const predict: Follow<typeof PREDICTION> = async ([one], { call, desk, now }, view) => {
  if (one?.after === undefined) return {};
  const { body } = call;
  const currency = await currencyFor(body, desk, view);
  if (currency === undefined) return { refusal: notFound(AD_ACCOUNT, { param: 'adAccountId' }) };
  const run = runIn(body, currency);
  const bounds = boundsOf(run);
  const refusal = refusalOfBounds(body, bounds);
  if (refusal !== undefined) return { refusal };
  const after = withFields<Fields>(one.after, {
    currency,
    frequencyCap: run.frequencyCap ?? null,
    ...bounds,
    ...forecastOf(body, run),
    startTime: run.from / 1_000,
    stopTime: run.to / 1_000,
    ...expiryAt(now + OFFER_MS),
  });
  return { records: [after], due: [dueFor(one.after, now + OFFER_MS)] };
};

const runIn = ({ startDate, endDate, frequencyCap, targeting }: Fields, currency: string): Run => ({
  from: Date.parse(String(startDate)),
  to: Date.parse(String(endDate)),
  audience: audienceOf(targeting),
  frequencyCap: typeof frequencyCap === 'number' ? frequencyCap : undefined,
  unit: 10 ** digitsOf(currency),
});

async function currencyFor({ accountId, adAccountId }: Fields, { catalog }: Desk, view: Reader) {
  const account = await view.get(ACCOUNT_KIND, textOf(accountId) ?? '');
  const found = account && (await findAdAccount({ catalog }, view, { account, id: String(adAccountId) }));
  return textOf(found?.['currency']);
}

/** Source: ADS-46; readings, "Ads" */
const reserve: Follow<typeof PREDICTION> = ([one], { call, now }) => {
  if (one?.before === undefined || one.after === undefined) return {};
  const { before, after } = one;
  if (before.doc.adAccountId !== call.body['adAccountId']) return { refusal: notFound(PREDICTION) };
  if (before.doc.status !== 'predicted')
    return {
      refusal: refuse('invalid_resource_state', {
        message: `The prediction has the status ${String(before.doc.status)}. Only a prediction with the status predicted can be reserved.`,
      }),
    };
  return {
    records: [withFields<Fields>(after, expiryAt(now + HOLD_MS))],
    due: [dueFor(after, now + HOLD_MS)],
  };
};

/** A prediction whose time is over can neither be reserved nor used; one that was reserved while this work was claimed stays. */
const expire: DueWork = async ({ ref }, desk) => {
  await commit(desk, [`${PREDICTION}/${ref}`], async (view) => {
    const prediction = await view.get(PREDICTION, ref);
    if (prediction === undefined || Date.parse(String(prediction.doc.expiresAt)) > desk.clock.now()) return {};
    return { records: [withFields<Fields>(prediction, { status: 'expired' })] };
  });
};

/** A prediction is asked by its budget or by its reach. */
export const oneAim = ({ body }: Call): Reply | undefined => oneOf(body, 'A prediction', ['budgetAmount', 'reach']);

/** An ad that uses a reservation needs one that holds; a prediction that is not there is left to what serves the call. */
export const heldReservation: Check = async ({ body }, desk) => {
  const prediction = await desk.store.read.get(PREDICTION, textOf(body['rfPredictionId']) ?? '');
  const { status } = prediction?.doc ?? {};
  return prediction === undefined || status === 'reserved'
    ? undefined
    : refuse('invalid_resource_state', {
        param: 'rfPredictionId',
        message: `The prediction has the status ${String(status)}. An ad can only use a reserved prediction.`,
      });
};

export const predictRun: Handler = engineWith<typeof PREDICTION>(predict);

export const predictions: Record<string, Handler> = {
  reserveRfPrediction: engineWith<typeof PREDICTION>(reserve),
};

export const work: Readonly<Record<string, DueWork>> = { [PREDICTION]: expire };
