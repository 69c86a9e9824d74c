/** Amounts that a call names: above nothing, and in the smallest unit of the ad account's currency or more. Asked before anything is made or changed. */
import { type Fields, textOf, valueAt } from '../../../../kernel/json.ts';
import type { Call, Reply } from '../../../call.ts';
import type { Desk } from '../../../desk.ts';
import type { Check } from '../../../engine/checked.ts';
import { recordOf } from '../../../engine/scene.ts';
import { refuse } from '../../../refuse.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import { findAdAccount } from '../tree/ad-account.ts';
import { digitsOf } from './currency.ts';

const SPEND_CAP = 'platformSpecificData.spendCap';

/** Places of amounts in bodies, in whole units of the currency. */
const AMOUNTS = ['budgetAmount', 'budget.amount', 'bidAmount', SPEND_CAP] as const;

/** Places of the factors that bids aim at. */
const FACTORS = ['roasAverageFloor'] as const;

/** Source: readings, "Ads" */
export async function refusalOfAmounts(call: Call, desk: Desk): Promise<Reply | undefined> {
  const { body } = call;
  const named = [...AMOUNTS, ...FACTORS].find(
    (place) => isNumber(valueAt(body, place)) && isTooSmall(place, Number(valueAt(body, place))),
  );
  if (named !== undefined)
    return refuse('invalid_field_value', { param: named, message: 'The amount must be greater than 0.' });
  const adAccount = await adAccountOf(call, desk);
  const currency = textOf(adAccount?.['currency']);
  const digits = currency === undefined ? undefined : digitsOf(currency);
  const fine = AMOUNTS.find(
    (place) => digits !== undefined && isNumber(valueAt(body, place)) && !isWhole(valueAt(body, place), digits),
  );
  return fine === undefined
    ? (refusalOfEnd(body) ?? refusalOfSmallBudget(body, adAccount))
    : refuse('invalid_field_value', {
        param: fine,
        message: `Amounts in ${String(currency)} can have at most ${String(digits)} decimal places.`,
      });
}

/** No spending limit is the network's own to refuse. Source: ADS-33 */
const isTooSmall = (place: string, amount: number): boolean => (place === SPEND_CAP ? amount < 0 : amount <= 0);

const isNumber = (value: unknown): value is number => typeof value === 'number';

const isWhole = (value: unknown, digits: number): boolean => {
  const units = Number(value) * 10 ** digits;
  return Math.abs(units - Math.round(units)) < 1e-6;
};

/** The ad account that pays: that of the body, or of the object whose amount is changed. */
async function adAccountOf(call: Call, desk: Desk): Promise<Fields | undefined> {
  const { body, query } = call;
  const { catalog } = desk;
  const { read } = desk.store;
  const changed = await changedObject(call, desk);
  const accountId = textOf(changed?.['accountId'] ?? body['accountId'] ?? query['accountId']);
  const account = accountId === undefined ? undefined : await read.get(ACCOUNT_KIND, accountId);
  const id = textOf(changed?.['platformAdAccountId'] ?? body['adAccountId']);
  return account && id !== undefined ? findAdAccount({ catalog }, read, { account, id }) : undefined;
}

/** The record in the path whose amount is changed. */
async function changedObject({ card, path, caller }: Call, { catalog, store }: Desk): Promise<Fields | undefined> {
  for (const [place, kind] of Object.entries(catalog.served(card)?.places ?? {})) {
    const record = await recordOf(store.read, { kind, id: path[place] ?? '' });
    if (record?.teamId === caller.teamId) return record.doc;
  }
  return undefined;
}

/** What an ad account spends in a day at least, in whole units of its currency. */
function refusalOfSmallBudget(body: Fields, adAccount: Fields = {}): Reply | undefined {
  const { minimumDailyBudget: least, currency } = adAccount;
  const isFlat = body['budgetAmount'] !== undefined;
  const param = isFlat ? 'budgetAmount' : 'budget.amount';
  const type = valueAt(body, isFlat ? 'budgetType' : 'budget.type');
  const amount = valueAt(body, param);
  return type === 'daily' && isNumber(amount) && isNumber(least) && amount < least
    ? refuse('invalid_field_value', {
        param,
        message: `This ad account requires a budget of at least ${String(least)} ${String(currency)} a day.`,
      })
    : undefined;
}

/** Source: contract, `budgetType` */
export const endOfLifetime: Check = ({ body }) => {
  const type = body['budgetType'] ?? valueAt(body, 'budget.type');
  const end = body['endDate'] ?? valueAt(body, 'schedule.endDate');
  return type === 'lifetime' && end === undefined
    ? refuse('missing_required_field', {
        param: 'endDate',
        message: 'A lifetime budget requires `endDate`.',
      })
    : undefined;
};

/** A run begins and ends at instants, and ends after it begins. */
function refusalOfEnd(body: Fields): Reply | undefined {
  const [start, end] = [instantAt(body, 'startDate'), instantAt(body, 'endDate')];
  const strange = [start, end].find((one) => one !== undefined && Number.isNaN(one.at));
  if (strange !== undefined)
    return refuse('invalid_field_value', { param: strange.param, message: 'This is not a date and time in ISO 8601.' });
  if (start !== undefined && end !== undefined && end.at <= start.at)
    return refuse('invalid_field_value', { param: 'endDate', message: 'The end must be after the start.' });
  return undefined;
}

/** A time of the run, in milliseconds, and where the body has it; NaN where it is not a date. */
function instantAt(body: Fields, field: string): { readonly param: string; readonly at: number } | undefined {
  const param = body[field] === undefined ? `schedule.${field}` : field;
  const text = textOf(valueAt(body, param));
  return text === undefined ? undefined : { param, at: Date.parse(text) };
}
