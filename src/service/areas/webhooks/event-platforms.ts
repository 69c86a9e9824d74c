/** On which platforms an event fires. Elsewhere its cause is taken, and nothing is told. Asked by everything that hears from networks. */

/** Source: specification, "Platform support matrix" and "Inbox events" (EVT-80, EVT-81, EVT-84 to EVT-92) */
// prettier-ignore
const PLATFORMS: Readonly<Record<string, readonly string[]>> = {
  'message.edited':               ['instagram', 'facebook', 'telegram', 'whatsapp'],
  'message.deleted':              ['instagram', 'whatsapp'],
  'message.delivered':            ['whatsapp', 'facebook', 'sms'],
  'message.read':                 ['whatsapp', 'facebook', 'instagram'],
  'message.failed':               ['whatsapp', 'sms'],
  'conversation.control_changed': ['whatsapp', 'facebook', 'instagram'],
  'reaction.received':            ['instagram', 'facebook', 'whatsapp', 'telegram', 'slack', 'tiktok'],
  'referral.received':            ['instagram', 'facebook'],
  'comment.received':             ['instagram', 'facebook', 'threads', 'youtube', 'linkedin', 'bluesky', 'reddit', 'tiktok'],
  'review.new':                   ['googlebusiness'],
  'review.updated':               ['googlebusiness'],
};

/** Events that the table does not name fire everywhere. */
export const firesOn = (event: string, platform: string): boolean => PLATFORMS[event]?.includes(platform) ?? true;

/** Whether a deletion is told: on instagram only those by the other side. Source: EVT-85 */
export const deletionFires = (platform: string, direction: string): boolean =>
  firesOn('message.deleted', platform) && (platform !== 'instagram' || direction === 'incoming');
