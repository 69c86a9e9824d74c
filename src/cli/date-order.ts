/** The flag that says how dates in figures are read. Next stop: client/date-order.ts. */
import { DATE_ORDERS } from '../kernel/formats.ts';

export const dateOrderFlag = {
  type: 'string',
  choices: DATE_ORDERS,
  summary: 'How to read dates such as 06.12.2027: day, month or year first (default: that of the context)',
} as const;
