/** Made-up prices of the local service, so that what is used has a cost that adds up. Read by charges.ts, and by what shows a price. */
import type { Catalog } from '../../../catalog/catalog.ts';

/** The price list of the network, without the day on which it was looked at. */
export const xPricesIn = (catalog: Pick<Catalog, 'fixtures'>): Readonly<Record<string, unknown>> =>
  catalog.fixtures()['x_pricing']?.[0] ?? {};

/** Dollars for a post on the network. */
function xPostUsdIn(catalog: Pick<Catalog, 'fixtures'>): number {
  const { operations } = xPricesIn(catalog) as {
    readonly operations?: readonly { readonly operation: string; readonly pricePerCallUsd: number }[];
  };
  return operations?.find(({ operation }) => operation === 'post_create')?.pricePerCallUsd ?? 0;
}

/** What a post on the network costs, in millionths of a dollar. */
export const xPostPriceIn = (catalog: Pick<Catalog, 'fixtures'>): number => Math.round(xPostUsdIn(catalog) * MICROS);

/** Millionths of a dollar in one: whole numbers add up to the cent. */
const MICROS = 1_000_000;

const MICROS_A_CENT = MICROS / 100;

/**
 * The price table, in millionths of a dollar. Every amount follows from it and from the price list of X: on numbers and
 * calls, in estimates, events, usage and billing.
 */
export const PRICES = {
  /** A connected account beyond the free ones, each day that it is connected. */
  accountDay: 200_000,
  /** A number; a day of it is a thirtieth. */
  numberMonth: 3_000_000,
  text: 10_000,
  /** A one-time code that is sent. */
  code: 10_000,
  /** A minute of a call, as the simulated carrier charges. */
  minute: 6_000,
  /** A minute of a call to a premium number. */
  premiumMinute: 500_000,
  /** A minute that is recorded, and one that is written down, on top. Source: VOI-12, VOI-13 */
  recordedMinute: 4_000,
  transcribedMinute: 30_000,
  /** A registration for texting, once, when it is handed in; one for a toll-free number costs nothing. */
  registration: 15_000_000,
} as const;

/** Categories of a WhatsApp message that cost something; an answer within a day costs nothing. */
export type PricedCategory = keyof typeof WHATSAPP_PRICES;

/**
 * What WhatsApp charges the owner of an account for a message that arrives, in millionths of a dollar, by category and
 * the country of the recipient. WhatsApp bills it itself: the usage has no product for it.
 */
export const WHATSAPP_PRICES = {
  marketing: { US: 25_000, GB: 53_000, DE: 110_000, FR: 80_000, ES: 60_000, PT: 60_000, BR: 62_000, IN: 11_000 },
  utility: { US: 4_000, GB: 22_000, DE: 55_000, FR: 30_000, ES: 20_000, PT: 20_000, BR: 7_000, IN: 1_000 },
  authentication: { US: 4_000, GB: 22_000, DE: 55_000, FR: 30_000, ES: 20_000, PT: 20_000, BR: 7_000, IN: 1_000 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Anywhere else, for each category. */
const WHATSAPP_ELSEWHERE = { marketing: 60_000, utility: 8_000, authentication: 8_000 } as const;

/** Millionths of a dollar for a message to the country. */
export function whatsappPrice(category: string, country: string | undefined): number {
  if (!isPriced(category)) return 0;
  const prices: Readonly<Record<string, number>> = WHATSAPP_PRICES[category];
  return prices[country ?? ''] ?? WHATSAPP_ELSEWHERE[category];
}

const isPriced = (category: string): category is PricedCategory => Object.hasOwn(WHATSAPP_PRICES, category);

/** `whatsapp.marketing.DE`, and `whatsapp.marketing.other` for countries without a price of their own. */
const whatsappRows = (): readonly (readonly [name: string, micros: number])[] =>
  Object.entries(WHATSAPP_PRICES).flatMap(([category, prices]) => [
    ...Object.entries(prices).map(([country, micros]) => [`whatsapp.${category}.${country}`, micros] as const),
    [`whatsapp.${category}.other`, WHATSAPP_ELSEWHERE[category as PricedCategory]] as const,
  ]);

/** What a registration for texting costs. */
export const registrationPrice = (type: string | undefined): number => (type === TOLL_FREE ? 0 : PRICES.registration);

const TOLL_FREE = 'toll_free';

/** The price table in US dollars, with what a post on the network costs. Answered by the control surface. */
export const pricesIn = (catalog: Pick<Catalog, 'fixtures'>): Readonly<Record<string, number>> => ({
  ...Object.fromEntries([...Object.entries(PRICES), ...whatsappRows()].map(([name, micros]) => [name, usdOf(micros)])),
  xPost: xPostUsdIn(catalog),
});

export const NUMBER_MONTH_CENTS = PRICES.numberMonth / MICROS_A_CENT;

const DAYS_A_MONTH = 30;

/** What a day of a number costs that shows this price. */
export const numberDay = (monthlyCents: number): number => (monthlyCents * MICROS_A_CENT) / DAYS_A_MONTH;

/** Dollars, without the dust of binary fractions. */
export const usdOf = (micros: number): number => Math.round(micros) / MICROS;

export const microsOf = (usd: number): number => Math.round(usd * MICROS);

/** Whole cents. */
export const centsOf = (micros: number): number => Math.round(micros / MICROS_A_CENT);

/** Minutes that a call counts for: a begun one is a whole one. */
export const minutesOf = (seconds: number): number => Math.ceil(seconds / 60);

/** What the numbers of services begin with that charge by the minute. */
const PREMIUM: readonly string[] = ['+1900', '+44909', '+49900'];

/** Millionths of a dollar for a minute of a call to the phone, without recording and transcript. */
export const minutePriceTo = (to: string): number =>
  PREMIUM.some((prefix) => to.startsWith(prefix)) ? PRICES.premiumMinute : PRICES.minute;

export interface Extras {
  readonly isRecorded: boolean;
  readonly isTranscribed: boolean;
  /** The phone that is called, in E.164 form. */
  readonly to?: string | undefined;
}

/** What minutes of a call cost, part by part. */
export function callCosts(minutes: number, { isRecorded, isTranscribed, to = '' }: Extras) {
  const carrier = minutes * minutePriceTo(to);
  const recording = isRecorded ? minutes * PRICES.recordedMinute : 0;
  const transcription = isTranscribed ? minutes * PRICES.transcribedMinute : 0;
  const total = usdOf(carrier + recording + transcription);
  return {
    telnyxCostUSD: usdOf(carrier),
    recordingCostUSD: usdOf(recording),
    transcriptionCostUSD: usdOf(transcription),
    billableCostUSD: total,
    totalCostUSD: total,
  };
}

/** What a call costs, as its record and its events say it. */
export function callBilling(seconds: number, extras: Extras) {
  const { transcriptionCostUSD, ...costs } = callCosts(minutesOf(seconds), extras);
  return { ...costs, ...(extras.isTranscribed && { transcriptionCostUSD }) };
}
