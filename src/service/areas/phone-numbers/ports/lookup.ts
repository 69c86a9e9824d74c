/** What can be known of a phone without asking it: its line by the dialling plan, its carrier and whether texts reach it by the rows of the fixture. Offered through offers.ts. */
import { CHANNEL } from '../../../../platforms/number-channels.ts';
import type { Desk } from '../../../desk.ts';
import { areaTypeOf } from '../stock/stock.ts';
import { carrierOf } from './carrier.ts';
import { planTypeOf } from './dialling.ts';

export interface LookedUp {
  /** Null for a number that no dialling plan has, and for one of the carriers that sell numbers here. */
  readonly carrierName: string | null;
  readonly lineType: 'mobile' | 'landline' | 'voip' | 'toll-free' | 'unknown';
  /** Absent where nobody can tell. */
  readonly smsReachable?: boolean;
}

/** The lines that plans tell apart; others, such as those that are landlines or mobile phones, are unknown. */
const LINES: Readonly<Record<string, LookedUp['lineType']>> = {
  FIXED_LINE: 'landline',
  MOBILE: 'mobile',
  TOLL_FREE: 'toll-free',
  VOIP: 'voip',
};

/** @param phoneNumber in E.164 form */
export async function lookUp({ catalog }: Pick<Desk, 'catalog'>, phoneNumber: string): Promise<LookedUp> {
  const type = await planTypeOf(phoneNumber);
  const lineType = LINES[type ?? ''] ?? 'unknown';
  const sold = areaTypeOf(catalog, phoneNumber);
  if (sold !== undefined) return { carrierName: null, lineType, smsReachable: sold.features.includes(CHANNEL.texts) };
  const carrierName = type === undefined ? null : (carrierOf({ catalog }, phoneNumber)?.name ?? null);
  const smsReachable = { mobile: true, landline: false }[lineType as string];
  return { carrierName, lineType, ...(smsReachable !== undefined && { smsReachable }) };
}
