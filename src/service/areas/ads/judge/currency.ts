/** Decimal places of currencies. Used where amounts are judged and where spend is counted. */

/** Decimal places of a currency, ISO 4217. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
