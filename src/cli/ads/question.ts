/** The question before an ad is created: what is created, and what it may spend. Asked for only on a terminal. */
import { counted } from '../../kernel/counted.ts';
import { isOutOfReach } from '../../kernel/failure.ts';
import { fieldsIn, isFields, isList, textOf, type Fields } from '../../kernel/json.ts';
import type { Context } from '../command.ts';
import { amountText } from './money.ts';

export async function questionAbout(body: Fields, context: Context): Promise<string> {
  const { creatives, adSetId, existingCampaignId } = body;
  const ads = isList(creatives) ? creatives.length : 1;
  const above =
    adSetId !== undefined ? [] : existingCampaignId !== undefined ? ['an ad set'] : ['a campaign', 'an ad set'];
  const made = [...above, ads === 1 ? 'an ad' : counted(ads, 'ad')];
  const list = made.length < 2 ? made.join('') : `${made.slice(0, -1).join(', ')} and ${made.at(-1)}`;
  return `Create ${list}? ${await spendText(body, context)}`;
}

async function spendText(body: Fields, context: Context): Promise<string> {
  const { budgetAmount: amount, budgetType: type } = body;
  if (typeof amount !== 'number') return 'It spends the budget of the ad set once the network approves it.';
  const currency = textOf(body['currency']) ?? (await currencyOf(body, context));
  return spendSentence(type === 'daily' ? { daily: amount, whole: 0 } : { daily: 0, whole: amount }, currency, 'it');
}

/** Budgets in whole units of the currency: for each day, and for the whole run. */
export interface Budgets {
  readonly daily: number;
  readonly whole: number;
}

/** @param what is approved, such as `the ads` */
export function spendSentence({ daily, whole }: Budgets, currency: string | undefined, what: string): string {
  const parts = [
    ...(daily > 0 ? [`${amountText(daily, currency)} a day`] : []),
    ...(whole > 0 ? [`${amountText(whole, currency)}${daily > 0 ? ' in all' : ''}`] : []),
  ];
  return `Up to ${parts.join(' and ')} is spent once the network approves ${what}.`;
}

/** Undefined for a key that may not look at the ad account. */
export async function currencyOf(
  { accountId, adAccountId }: Fields,
  { catalog, call }: Context,
): Promise<string | undefined> {
  try {
    const input = { path: {}, query: { accountId, adAccountId }, headers: {} };
    const { body } = await call(catalog.card('listAdAccounts'), input);
    const [found] = fieldsIn(isFields(body) ? body['accounts'] : []);
    return textOf(found?.['currency']);
  } catch (error) {
    if (isOutOfReach(error)) return undefined;
    throw error;
  }
}
