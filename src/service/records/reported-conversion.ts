/** What an ad network finds wrong with a reported conversion, whoever reports it. Asked by ads and by whatsapp. */
import type { Fields } from '../../kernel/json.ts';

/** Undefined for one that the network takes. Source: readings, "Conversions" */
export function conversionFault({ value, currency }: Fields, isIdentified: boolean): string | undefined {
  if (!isIdentified) return 'The event does not identify a person.';
  return value !== undefined && currency === undefined ? '`value` needs a `currency`.' : undefined;
}
