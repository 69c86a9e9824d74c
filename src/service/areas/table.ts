/** Which handler serves which operation, area by area. Operations without a line here are served by generic/. */
import type { Handler } from '../desk.ts';
import type { RawRoute } from '../exchange/raw.ts';
import { handlers as accountSettings } from './account-settings/operations.ts';
import { handlers as accounts } from './accounts/operations.ts';
import { handlers as ads } from './ads/operations.ts';
import { handlers as analytics } from './analytics/operations.ts';
import { handlers as apiKeys } from './api-keys/operations.ts';
import { handlers as blogs } from './blogs/operations.ts';
import { handlers as broadcasts } from './broadcasts/operations.ts';
import { handlers as businessAgent } from './business-agent/operations.ts';
import { handlers as calls } from './calls/operations.ts';
import { handlers as connect } from './connect/operations.ts';
import { handlers as contacts } from './contacts/operations.ts';
import { handlers as discord } from './discord/operations.ts';
import { handlers as googleBusiness } from './google-business/operations.ts';
import { handlers as imessage } from './imessage/operations.ts';
import { handlers as inbox } from './inbox/operations.ts';
import { handlers as inboxReviews } from './inbox-reviews/operations.ts';
import { handlers as logs } from './logs/operations.ts';
import { handlers as media } from './media/operations.ts';
import { handlers as phoneNumbers } from './phone-numbers/operations.ts';
import { handlers as posts } from './posts/operations.ts';
import { handlers as profiles } from './profiles/operations.ts';
import { handlers as queue } from './queue/operations.ts';
import { handlers as reddit } from './reddit/operations.ts';
import { handlers as sequences } from './sequences/operations.ts';
import { handlers as sms } from './sms/operations.ts';
import { handlers as usage } from './usage/operations.ts';
import { handlers as users } from './users/operations.ts';
import { handlers as validate } from './validate/operations.ts';
import { handlers as verify } from './verify/operations.ts';
import { handlers as webhooks } from './webhooks/operations.ts';
import { handlers as whatsapp } from './whatsapp/operations.ts';
import { handlers as whatsappFlows } from './whatsapp-flows/operations.ts';
import { handlers as whatsappTemplates } from './whatsapp-templates/operations.ts';
import { handlers as workflows } from './workflows/operations.ts';
import { rawRoutes as authRoutes } from './auth/raw.ts';
import { rawRoutes as mediaRoutes } from './media/raw.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...accountSettings,
  ...accounts,
  ...ads,
  ...analytics,
  ...apiKeys,
  ...blogs,
  ...broadcasts,
  ...businessAgent,
  ...calls,
  ...connect,
  ...contacts,
  ...discord,
  ...googleBusiness,
  ...imessage,
  ...inbox,
  ...inboxReviews,
  ...logs,
  ...media,
  ...phoneNumbers,
  ...posts,
  ...profiles,
  ...queue,
  ...reddit,
  ...sequences,
  ...sms,
  ...usage,
  ...users,
  ...validate,
  ...verify,
  ...webhooks,
  ...whatsapp,
  ...whatsappFlows,
  ...whatsappTemplates,
  ...workflows,
};

/** Addresses outside `/v1`, such as those of uploads and of the device login. */
export const rawRoutes: readonly RawRoute[] = [...authRoutes, ...mediaRoutes];
