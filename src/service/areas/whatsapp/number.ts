/** The health of a whatsapp number as the platform sees it now: read from the connection, which inbound changes keep up to date. */
import { ok } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { accountFor } from '../../records/account.ts';
import { nameStatusOf } from './display-name.ts';

/** Source: ACC-33, WAP-06 */
const getWhatsAppNumberInfo: Handler = async ({ caller, query }, desk) => {
  const account = await accountFor(desk.store.read, caller, String(query['accountId']));
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  const { username, displayName, metadata, isActive } = account.doc;
  const health = { can_send_message: isActive ? 'AVAILABLE' : 'BLOCKED' };
  return ok({
    phone: {
      display_phone_number: username,
      verified_name: displayName,
      name_status: nameStatusOf(account),
      quality_rating: metadata['qualityRating'],
      messaging_limit_tier: metadata['messagingLimitTier'],
      throughput: { level: 'STANDARD' },
      status: metadata['numberStatus'] ?? (isActive ? 'CONNECTED' : 'DISCONNECTED'),
      is_official_business_account: false,
      platform_type: metadata['coexistence'] === true ? 'SMB_APP' : 'CLOUD_API',
      health_status: health,
    },
    waba: {
      name: displayName,
      business_verification_status: 'verified',
      timezone_id: '1',
      health_status: health,
    },
  });
};

export const handlers: Record<string, Handler> = { getWhatsAppNumberInfo };
