/** The ad that is being composed, and the body of `ads create` that it comes to. Pure. Next stop: steps.ts. */
import type { Account } from '../../../client/accounts.ts';
import type { Schedule } from '../../../client/schedule.ts';
import { textOf, type Fields } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { AdRules } from '../../../platforms/traits.ts';

export interface AdDraft {
  readonly account: Account;
  /** As the API lists it. */
  readonly adAccount: Fields;
  readonly goal: string;
  readonly name: string;
  readonly budget: { readonly type: 'daily' | 'lifetime'; readonly amount: number };
  /** Absent for an ad that starts at once, or runs until someone stops it. */
  readonly start?: Schedule | undefined;
  readonly end?: Schedule | undefined;
  readonly countries: readonly string[];
  /** Absent for everyone in the countries. */
  readonly audience?: { readonly id: string; readonly name: string } | undefined;
  readonly creative: Creative;
}

export interface Creative {
  readonly headline: string;
  readonly text: string;
  readonly linkUrl: string;
  readonly callToAction: string;
  /** Addresses by shape; `''` is the only one. */
  readonly images: Readonly<Record<string, string>>;
}

export const rulesFor = ({ account }: Pick<AdDraft, 'account'>): AdRules => traitsOf(account.platform).adRules ?? {};

/** ISO 4217. */
export const currencyOf = ({ adAccount }: Pick<AdDraft, 'adAccount'>): string | undefined =>
  textOf(adAccount['currency']);

export function bodyOf(draft: AdDraft): Fields {
  const { account, adAccount, goal, name, budget, start, end, countries, audience, creative } = draft;
  const { headline, text, linkUrl, callToAction, images } = creative;
  const { '': image, ...shapes } = images;
  return {
    accountId: account._id,
    adAccountId: String(adAccount['id']),
    name,
    goal,
    budgetAmount: budget.amount,
    budgetType: budget.type,
    ...(start !== undefined && { startDate: start.instant }),
    ...(end !== undefined && { endDate: end.instant }),
    countries,
    ...(audience !== undefined && { audienceId: audience.id }),
    headline,
    body: text,
    linkUrl,
    callToAction,
    ...(image !== undefined && { imageUrl: image }),
    ...(Object.keys(shapes).length > 0 && { images: shapes }),
  };
}
