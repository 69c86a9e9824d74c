/** Which handler serves which operation, area by area. Operations without a line here are served by generic/. */
import type { Handler } from '../desk.ts';
import type { RawRoute } from '../exchange/raw.ts';
import { handlers as accountSettings } from './account-settings/account-settings.ts';
import { handlers as accounts } from './accounts/accounts.ts';
import { handlers as ads } from './ads/ads.ts';
import { handlers as analytics } from './analytics/analytics.ts';
import { handlers as apiKeys } from './api-keys/api-keys.ts';
import { rawRoutes as authRoutes } from './auth/raw.ts';
import { handlers as blogs } from './blogs/blogs.ts';
import { handlers as broadcasts } from './broadcasts/broadcasts.ts';
import { handlers as businessAgent } from './business-agent/business-agent.ts';
import { handlers as whatsappCalling } from './calls/calling.ts';
import { handlers as callEstimates } from './calls/estimate.ts';
import { handlers as calls } from './calls/place.ts';
import { handlers as connecting } from './connect/accounts.ts';
import { handlers as signIns } from './connect/further.ts';
import { handlers as connect } from './connect/begin.ts';
import { handlers as contacts } from './contacts/contacts.ts';
import { handlers as discordEvents } from './discord/events.ts';
import { handlers as discord } from './discord/settings.ts';
import { audience as imessageAudience } from './imessage/audience.ts';
import { groups as imessageGroups } from './imessage/groups.ts';
import { senders as imessageSenders } from './imessage/senders.ts';
import { handlers as listing } from './google-business/listing.ts';
import { handlers as locations } from './google-business/locations.ts';
import { handlers as listingReviews } from './google-business/reviews.ts';
import { handlers as inboxReviews } from './inbox-reviews/reviews.ts';
import { handlers as inbox } from './inbox/inbox.ts';
import { handlers as logs } from './logs/logs.ts';
import { handlers as media } from './media/media.ts';
import { rawRoutes as mediaRoutes } from './media/raw.ts';
import { handlers as numbers } from './phone-numbers/numbers.ts';
import { handlers as numberDocuments } from './phone-numbers/documents.ts';
import { handlers as trunks } from './phone-numbers/trunks.ts';
import { handlers as portIns } from './phone-numbers/port-ins.ts';
import { handlers as posts } from './posts/posts.ts';
import { handlers as profiles } from './profiles/profiles.ts';
import { handlers as queue } from './queue/queue.ts';
import { handlers as reddit } from './reddit/search.ts';
import { handlers as enrollments } from './sequences/enrollments.ts';
import { handlers as sms } from './sms/messages.ts';
import { handlers as smsNumbers } from './sms/numbers.ts';
import { handlers as smsReview } from './sms/review.ts';
import { handlers as smsRegistrations } from './sms/registrations.ts';
import { handlers as usage } from './usage/usage.ts';
import { handlers as users } from './users/users.ts';
import { handlers as validate } from './validate/validate.ts';
import { handlers as verify } from './verify/verify.ts';
import { handlers as webhooks } from './webhooks/webhooks.ts';
import { handlers as whatsappFlows } from './whatsapp-flows/flows.ts';
import { handlers as whatsappTemplates } from './whatsapp-templates/templates.ts';
import { handlers as whatsappBlockedUsers } from './whatsapp/blocked-users.ts';
import { handlers as whatsappCatalogs } from './whatsapp/catalogs.ts';
import { handlers as whatsappConversions } from './whatsapp/conversions.ts';
import { handlers as whatsappDisplayName } from './whatsapp/display-name.ts';
import { handlers as whatsappGroups } from './whatsapp/groups.ts';
import { handlers as whatsappMedia } from './whatsapp/media.ts';
import { handlers as whatsappNumber } from './whatsapp/number.ts';
import { handlers as whatsappPricing } from './whatsapp/pricing.ts';
import { handlers as whatsappSandbox } from './whatsapp/sandbox.ts';
import { handlers as whatsappUsername } from './whatsapp/username.ts';
import { handlers as workflows } from './workflows/workflows.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...profiles,
  ...accounts,
  ...accountSettings,
  ...users,
  ...apiKeys,
  ...ads,
  ...analytics,
  ...blogs,
  ...broadcasts,
  ...businessAgent,
  ...calls,
  ...callEstimates,
  ...whatsappCalling,
  ...connect,
  ...connecting,
  ...signIns,
  ...contacts,
  ...discord,
  ...discordEvents,
  ...enrollments,
  ...imessageAudience,
  ...imessageGroups,
  ...imessageSenders,
  ...inbox,
  ...inboxReviews,
  ...listing,
  ...listingReviews,
  ...locations,
  ...logs,
  ...numbers,
  ...numberDocuments,
  ...portIns,
  ...trunks,
  ...reddit,
  ...sms,
  ...smsNumbers,
  ...smsRegistrations,
  ...smsReview,
  ...usage,
  ...posts,
  ...queue,
  ...media,
  ...validate,
  ...verify,
  ...webhooks,
  ...whatsappBlockedUsers,
  ...whatsappCatalogs,
  ...whatsappConversions,
  ...whatsappDisplayName,
  ...whatsappFlows,
  ...whatsappGroups,
  ...whatsappMedia,
  ...whatsappNumber,
  ...whatsappPricing,
  ...whatsappSandbox,
  ...whatsappTemplates,
  ...whatsappUsername,
  ...workflows,
};

/** Addresses outside `/v1`, such as those of uploads and of the device login. */
export const rawRoutes: readonly RawRoute[] = [...authRoutes, ...mediaRoutes];
