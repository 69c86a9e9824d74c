/** Which resource group an event belongs to: the group of what causes it. Settings ask here what a key may subscribe to. */

/** The longest beginning of an event's name decides. Source: control surface, "Settled readings" */
const GROUPS: readonly (readonly [beginning: string, group: string])[] = [
  ['post.', 'publishing'],
  ['account.', 'accounts'],
  ['account.ads.', 'ads'],
  ['analytics.', 'analytics'],
  ['message.', 'messages'],
  ['conversation.', 'messages'],
  ['reaction.', 'messages'],
  ['referral.', 'messages'],
  ['comment.', 'engagement'],
  ['review.', 'engagement'],
  ['lead.', 'ads'],
  ['ad.', 'ads'],
  ['call.', 'telephony'],
  ['whatsapp.', 'messages'],
  ['whatsapp.number.', 'telephony'],
  ['phone_number.', 'telephony'],
  ['sms.', 'telephony'],
  ['branded_calling.', 'telephony'],
  ['verification.', 'telephony'],
  ['contact.', 'contacts'],
  ['sequence.', 'contacts'],
  ['workflow.', 'contacts'],
  ['api.', 'webhooks'],
  ['webhook.', 'webhooks'],
];

const LONGEST_FIRST = [...GROUPS].sort(([one], [other]) => other.length - one.length);

/** The event's resource group; `webhooks` for a name the table does not know. */
export const groupOfEvent = (event: string): string =>
  LONGEST_FIRST.find(([beginning]) => event.startsWith(beginning))?.[1] ?? 'webhooks';
