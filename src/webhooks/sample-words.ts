/** The words that samples of payloads are made of, as tables: by event and place, and by the names of fields. Used by sample.ts. */
import { exampleId } from '../kernel/example.ts';

/** The platform that an event is told of. */
export const PLATFORMS: readonly (readonly [events: string, platform: string])[] = [
  ['post.tiktok.url_resolved', 'tiktok'],
  ['message.*', 'whatsapp'],
  ['conversation.*', 'whatsapp'],
  ['whatsapp.*', 'whatsapp'],
  ['call.*', 'whatsapp'],
  ['review.*', 'googlebusiness'],
  ['lead.received', 'facebook'],
  ['ad.status_changed', 'facebook'],
  ['account.ads.*', 'facebook'],
];

const CONTACT = { id: exampleId('contact'), name: 'Ada Example', profileId: exampleId('profile') };
const SEQUENCE = { id: exampleId('sequence'), name: 'Welcome' };
const WORKFLOW = { id: exampleId('workflow'), name: 'Opening hours' };
const EXECUTION = { id: exampleId('execution') };
const IDENTITY = { id: exampleId('identity'), name: 'Northwind Coffee' };

/** What events carry of whose payload the contract knows the envelope only. Source: ASM-44 */
// prettier-ignore
export const BLOCKS: readonly (readonly [events: string, block: Readonly<Record<string, unknown>>])[] = [
  ['contact.*',                                 { contact: CONTACT }],
  ['contact.tag_added',                         { tag: 'regular' }],
  ['contact.tag_removed',                       { tag: 'regular' }],
  ['contact.field_changed',                     { field: 'city', previousValue: null, value: 'Lisbon' }],
  ['sequence.*',                                { sequence: SEQUENCE, contact: CONTACT }],
  ['sequence.enrolled',                         { status: 'enrolled' }],
  ['sequence.exited',                           { status: 'exited', reason: 'completed' }],
  ['workflow.run.*',                            { workflow: WORKFLOW, execution: EXECUTION }],
  ['workflow.run.started',                      { status: 'started' }],
  ['workflow.run.completed',                    { status: 'completed' }],
  ['workflow.run.failed',                       { status: 'failed', reason: 'A step had no answer.' }],
  ['branded_calling.identity.*',                { identity: IDENTITY }],
  ['branded_calling.identity.status_updated',   { status: 'approved', reason: null }],
  ['branded_calling.identity.action_required',  { status: 'action_required', reason: 'document_missing' }],
  ['branded_calling.number.status_updated',     { number: { id: exampleId('phone_number'), phoneNumber: '+15550100200' }, status: 'active', reason: null }],
  ['account.ads.sync_failed',                   { status: 'failed', reason: 'The access token has expired.' }],
  ['account.ads.sync_recovered',                { status: 'recovered', reason: null }],
  ['whatsapp.account.quality_updated',          { status: 'GREEN', reason: null }],
  ['whatsapp.account.status_updated',           { status: 'CONNECTED', reason: null }],
  ['whatsapp.account.alert_received',           { status: 'ACTION_NEEDED', reason: 'limit_reached' }],
  ['whatsapp.contact.identity_changed',         { contact: { id: exampleId('contact'), phoneNumber: '+15550100300' } }],
];

/** Optional places that an event is told without: what belongs to other outcomes, or to other platforms. */
// prettier-ignore
export const LEFT_OUT: readonly (readonly [events: string, ...places: string[]])[] = [
  ['account.ads.initial_sync_completed', 'sync.error', 'sync.errorCode', 'sync.errorSubcode', 'sync.errorCategory'],
  ['ad.status_changed',       'error'],
  ['call.ended',              'call.callErrors', 'call.recordingUrl', 'call.recordingExpiresAt'],
  ['comment.received',        'comment.ad', 'comment.isLive', 'comment.attachment'],
  ['message.*',               'metadata', 'message.sender.instagramProfile', 'message.sender.parentBusinessScopedUserId', 'error'],
  ['post.scheduled',          'post.publishedAt', 'post.platforms.platformPostId', 'post.platforms.publishedUrl'],
  ['post.cancelled',          'post.publishedAt', 'post.platforms.platformPostId', 'post.platforms.publishedUrl'],
  ['post.failed',             'post.publishedAt', 'post.platforms.platformPostId', 'post.platforms.publishedUrl'],
  ['post.platform.failed',    'post.publishedAt', 'platform.platformPostId', 'platform.publishedUrl', 'platform.deletedAt', 'post.platforms.platformPostId', 'post.platforms.publishedUrl'],
  ['post.platform.published', 'platform.error', 'platform.deletedAt', 'post.platforms.error'],
  ['post.platform.deleted',   'platform.error', 'post.platforms.error'],
  ['post.tiktok.url_resolved','platform.error', 'platform.deletedAt', 'post.platforms.error'],
  ['post.external.created',   'post.deletedAt'],
  ['post.external.updated',   'post.deletedAt'],
  ['post.external.*',         'post.mediaItems.thumbnail', 'post.mediaItems.mediaStatus', 'post.mediaItems.unavailableReason', 'post.mediaProductType', 'post.mediaAudioType'],
  ['post.*',                  'post.metadata'],
  ['post.partial',            'post.platforms.error'],
  ['post.published',          'post.platforms.error'],
  ['post.scheduled',          'post.platforms.error'],
  ['post.cancelled',          'post.platforms.error'],
  ['post.recycled',           'post.platforms.error'],
  ['review.new',              'review.reply'],
];

const ERROR = { code: 131026, title: 'Message undeliverable', message: 'The number does not receive messages.' };

/** What stands at a place of an event's payload. */
// prettier-ignore
export const FIXED: readonly (readonly [events: string, place: string, value: unknown])[] = [
  ['post.scheduled',          'post.status', 'scheduled'],
  ['post.published',          'post.status', 'published'],
  ['post.partial',            'post.status', 'partial'],
  ['post.failed',             'post.status', 'failed'],
  ['post.cancelled',          'post.status', 'cancelled'],
  ['post.platform.failed',    'post.status', 'failed'],
  ['post.*',                  'post.status', 'published'],
  ['post.scheduled',          'post.platforms.status', 'pending'],
  ['post.cancelled',          'post.platforms.status', 'pending'],
  ['post.failed',             'post.platforms.status', 'failed'],
  ['post.platform.failed',    'post.platforms.status', 'failed'],
  ['post.*',                  'post.platforms.status', 'published'],
  ['post.platform.failed',    'platform.status', 'failed'],
  ['post.platform.deleted',   'platform.status', 'deleted'],
  ['message.received',        'message.direction', 'incoming'],
  ['message.edited',          'message.direction', 'incoming'],
  ['message.deleted',         'message.direction', 'incoming'],
  ['message.*',               'message.direction', 'outgoing'],
  ['message.sent',            'message.source', 'cloud_api'],
  ['message.sent',            'message.sentVia', 'api'],
  ['message.received',        'message.sentVia', null],
  ['message.failed',          'error', ERROR],
  ['message.*',               'message.attachments', []],
  ['message.edited',          'editHistory', [{ text: 'See you at ten', attachments: [], editedAt: '2026-01-05T08:59:00.000Z' }]],
  ['review.new',              'review.hasReply', false],
  ['review.updated',          'review.hasReply', true],
  ['post.external.*',         'post.mediaItems.url', 'https://example.com/photo.jpg'],
  ['post.external.*',         'post.mediaType', 'image'],
  ['account.disconnected',    'account.disconnectionType', 'unintentional'],
  ['account.disconnected',    'account.reason', 'The access token has expired.'],
  ['call.failed',             'call.error', { code: 138006, message: 'The call could not be connected.' }],
  ['whatsapp.number.*',       'number.phoneNumber', '+15550100200'],
  ['whatsapp.template.*',     'template.name', 'order_ready'],
  ['referral.received',       'referral.type', 'OPEN_THREAD'],
  ['api.changelog.published', 'entry.message', 'A new operation lists what has changed.'],
  ['sms.registration.status_updated', 'registration.status', 'approved'],
  ['whatsapp.template.status_updated', 'template.reason', 'NONE'],
  ['whatsapp.template.category_updated', 'template.category', 'UTILITY'],
  ['whatsapp.template.category_updated', 'template.scheduledCategory', 'MARKETING'],
  ['ad.status_changed',       'status.raw', 'ACTIVE'],
  ['ad.status_changed',       'adObject.level', 'AD'],
  ['api.changelog.published', 'entry.type', 'added'],
  ['webhook.test',            'message', 'A test of this endpoint.'],
];

/** Fields that are null unless something particular happened. */
export const NULLED: ReadonlySet<string> = new Set([
  'automationId',
  'workflowId',
  'executionId',
  'broadcastId',
  'sequenceId',
  'parentCommentId',
  'hangupCause',
  'sipHangupCause',
  'rejectionReason',
  'explanation',
  'ownerAppId',
  'previousOwner',
  'adsetId',
  'campaignId',
  'adId',
  'reason',
  'error',
  'thumbnailUrl',
  'picture',
  'imageUrl',
  'profileImage',
  'deletedAt',
  'isFollower',
  'isFollowing',
]);

interface Words {
  readonly texts: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** Switches that are on. */
  readonly yes: ReadonlySet<string>;
  /** Free maps. */
  readonly maps: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** By the names of fields. */
export const WORDS: Words = {
  texts: {
    content: 'We open at nine',
    text: 'See you at nine',
    message: 'Look at the form once more.',
    name: 'Ada Example',
    username: 'ada.example',
    displayName: 'Ada Example',
    participantName: 'Ada Example',
    participantUsername: 'ada.example',
    participantId: '15550100300',
    phoneNumber: '+15550100300',
    whatsappUsername: 'ada.example',
    displayPhoneNumber: '+15550100200',
    businessScopedUserId: 'US.1234567890',
    from: '+15550100300',
    to: '+15550100200',
    forwardTo: '+15550100400',
    country: 'US',
    platformPostId: '1234567890',
    platformMessageId: 'wamid.HBgLMTU1NTAxMDAzMDA',
    platformConversationId: '15550100300',
    platformUserId: '9876543210',
    platformAdAccountId: 'act_1234567890',
    platformAdAccountIds: 'act_1234567890',
    platformId: '120210000000000001',
    leadgenId: '1122334455',
    formName: 'Table for two',
    language: 'en_US',
    reason: 'document_missing',
    error: 'The picture is missing.',
    emoji: '👍',
    mediaType: 'image',
    type: 'image',
    originalType: 'image',
    numberType: 'local',
    areaCode: '212',
    areaName: 'New York',
    specVersion: '1.0.0',
    requestedName: 'Northwind Coffee',
    eventName: 'Purchase',
    ctwa_clid: 'ARAkLkA8rmlFeiCktEJQ',
    expiresAt: '2026-01-06T09:00:00.000Z',
    originType: 'service',
    pricingModel: 'PMP',
    category: 'service',
    metaCallId: 'wacid.ABGGFjFVU2AfAgo6V',
    ref: 'window-poster',
    source: 'SHORTLINK',
    referer_uri: 'https://example.com/menu',
    ad_id: '120210000000000001',
    ad_title: 'Two for one',
    title: 'Two for one',
    responseSource: 'user_action',
    metadata: 'handover',
    responseBody: 'ok',
  },
  numbers: {
    durationSeconds: 95,
    rating: 5,
    availableCount: 12,
    totalAds: 4,
    synced: 4,
    failed: 0,
    postsUpdated: 3,
    editCount: 1,
    code: 131026,
    metaCostUSD: 0.004,
    telnyxCostUSD: 0.002,
    recordingCostUSD: 0,
    billableCostUSD: 0.006,
    totalCostUSD: 0.006,
    latitude: 52.52,
    longitude: 13.405,
  },
  yes: new Set(['isOrganic', 'isPermanent', 'billable']),
  maps: {
    fields: { full_name: 'Ada Example', email: 'ada@example.com' },
    changes: { operations: { added: [], removed: [], modified: [] } },
  },
};
