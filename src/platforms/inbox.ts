/** How messages of a platform behave: who may own a conversation, and what ids and events of messages look like. Read by the inbox and by inbound causes. */
import { traitsOf } from './platforms.ts';
import type { Inbox } from './traits.ts';

/** Who else may own a conversation, or undefined where nobody else does. Source: specification, "Conversation control" */
export const handoverOf = (platform: string): Inbox['handover'] => traitsOf(platform).inbox?.handover;

/** Whether the platform's own agent answers now. @param owner `threadControl` of the conversation */
export const isWithAgent = (platform: string, owner: unknown): boolean =>
  handoverOf(platform) === 'agent' && owner === 'ai_agent';

/** Whether events of sent messages have the keys `pricing` and `billingConversation`. Source: EVT-58 to EVT-60 */
export const hasPricing = (platform: string): boolean => traitsOf(platform).inbox?.pricing === true;

/** The platform's id of a message. @param id the service's own */
export const platformMessageId = (platform: string, id: string): string => `${idPrefix(platform)}${id}`;

/** The service's own id of a message that the platform names, unless it was written on the platform itself. */
export function ownMessageId(platform: string, platformId: string): string {
  const prefix = idPrefix(platform);
  return platformId.startsWith(prefix) ? platformId.slice(prefix.length) : platformId;
}

const idPrefix = (platform: string): string => traitsOf(platform).inbox?.messageIds ?? 'm_';
