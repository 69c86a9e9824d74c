/** Amounts of ads as people read them: in whole units of a currency, with its decimal places. Pure. */

/** Decimal places of a currency, ISO 4217; two where the API names none. */
export function digitsOf(currency: string | undefined): number {
  if (currency === undefined || !/^[A-Z]{3}$/i.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `20.00 EUR` */
export const amountText = (amount: number, currency: string | undefined): string =>
  [amount.toFixed(digitsOf(currency)), currency].filter(Boolean).join(' ');
