/** The guard of every operation, beside what the specification says of it. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import type { Card } from '../../src/kernel/card.ts';
import type { GuardWord } from '../../src/kernel/guard.ts';

const catalog = openCatalog('dist/cards');
const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))];
const CARDS: readonly Card[] = areas.flatMap((area) => catalog.file(area).operations);

const idsWhere = (isIn: (card: Card) => boolean): string[] =>
  CARDS.filter(isIn)
    .map(({ id }) => id)
    .sort();
const guarded = (key: GuardWord, word: string): string[] => idsWhere(({ guard }) => guard?.[key] === word);
const sorted = (text: string): string[] => text.trim().split(/\s+/).sort();

/** What every guard says, word by word, where a list says it shortest. */
// prettier-ignore
const LISTS: readonly (readonly [key: GuardWord, word: string, ids: string])[] = [
  ['gate', 'inbox', `addMessageReaction createInboxConversation deleteInboxComment deleteInboxMessage deleteInboxReviewReply
    editInboxComment editInboxMessage getInboxConversation getInboxConversationMessages getInboxPostComments getMessageAttachment
    hideInboxComment likeInboxComment likePost listInboxComments listInboxConversations listInboxMentions listInboxReviews
    markConversationRead pinInboxComment removeMessageReaction replyToInboxPost replyToInboxReview replyToMention
    searchInboxConversations sendInboxMessage sendPrivateReplyToComment sendTypingIndicator setCommentModeration unhideInboxComment
    unlikeInboxComment unlikePost unpinInboxComment updateInboxConversation`],
  ['gate', 'payment', 'createSmsSenderId'],
  ['gate', 'purchase', 'createPhoneNumber purchasePhoneNumber purchaseWhatsAppPhoneNumber submitPhoneNumberKyc submitWhatsAppNumberKyc'],
  ['feature', 'trunks', `listSipTrunks createSipTrunk getSipTrunk deleteSipTrunk rotateSipTrunkCredentials
    attachNumberToSipTrunk detachNumberFromSipTrunk`],
  ['quota', 'billing', 'getBilling getXApiPricing getUsage getUsageStats getCallsUsage getSmsUsage'],
  ['surface', 'comments', `getInboxPostComments replyToInboxPost deleteInboxComment editInboxComment
    hideInboxComment unhideInboxComment likeInboxComment unlikeInboxComment setCommentModeration pinInboxComment
    unpinInboxComment sendPrivateReplyToComment`],
  ['surface', 'conversations', `listInboxConversations searchInboxConversations getInboxConversation
    updateInboxConversation getInboxConversationMessages editInboxMessage deleteInboxMessage getMessageAttachment
    addMessageReaction removeMessageReaction markConversationRead setConversationThreadControl sendTypingIndicator`],
  ['surface', 'listing', `getGoogleBusinessReviews batchGetGoogleBusinessReviews getGoogleBusinessReview
    replyToGoogleBusinessReview deleteGoogleBusinessReviewReply`],
  ['surface', 'sending', 'createInboxConversation sendInboxMessage'],
  ['surface', 'uploads', `listGoogleBusinessMedia createGoogleBusinessMedia deleteGoogleBusinessMedia
    uploadMediaDirect uploadWhatsAppProfilePhoto`],
  ['upstream', 'call', `createVoiceCall dialVoiceWebCall endVoiceCall transferVoiceCall initiateWhatsAppCall
    getCallRecording getVoiceCallRecording getWhatsAppCallRecording`],
  ['upstream', 'comment', `replyToInboxPost deleteInboxComment editInboxComment hideInboxComment unhideInboxComment
    likeInboxComment unlikeInboxComment setCommentModeration pinInboxComment unpinInboxComment sendPrivateReplyToComment
    likePost unlikePost replyToMention`],
  ['upstream', 'event', 'createDiscordScheduledEvent updateDiscordScheduledEvent deleteDiscordScheduledEvent'],
  ['upstream', 'role', `addDiscordMemberRole removeDiscordMemberRole createDiscordGuildRole editDiscordGuildRole
    deleteDiscordGuildRole`],
  ['upstream', 'review', `replyToGoogleBusinessReview deleteGoogleBusinessReviewReply replyToInboxReview
    deleteInboxReviewReply`],
  ['upstream', 'insights', `queryAdInsights createAdInsightsReport getAdInsightsReport getAdAnalytics
    getCampaignAnalytics getAdsTimeline getConversionMetrics getTrackingTagStats`],
  ['upstream', 'send', `addBusinessAgentAllowlistEntry createBusinessAgentConnector setBusinessAgentConnectorCredentials
    refreshBusinessAgentConnectorTools createBusinessAgentConnectorTool runBusinessAgentConnectorTool
    startBusinessAgentEvalRun sendBusinessAgentEvent createBusinessAgentFaq uploadBusinessAgentFile onboardBusinessAgent
    createBusinessAgentSkill sendBusinessAgentTestMessage createBusinessAgentUiSkill addBusinessAgentWebsite
    crosspostDiscordMessage createDiscordThread sendDiscordDirectMessage setImessageSubscription createImessageGroup
    addImessageGroupParticipant createInboxConversation sendInboxMessage editInboxMessage deleteInboxMessage
    addMessageReaction removeMessageReaction markConversationRead setConversationThreadControl sendTypingIndicator
    blockWhatsAppUsers createWhatsAppGroupChat updateWhatsAppGroupChat createWhatsAppGroupInviteLink
    approveWhatsAppGroupJoinRequests addWhatsAppGroupParticipants createWhatsAppFlow setWhatsAppFlowsEncryptionKey
    sendWhatsAppFlowMessage deprecateWhatsAppFlow publishWhatsAppFlow createWhatsAppTemplate`],
];

test.each(LISTS)('%s: %s is what these operations say and no other', (key, word, ids) => {
  expect(guarded(key, word)).toEqual(sorted(ids));
});

test('every operation of ads needs the add-on and asks the network, and its readings have a quota', () => {
  const ads = idsWhere(({ group }) => group === 'ads');
  expect(ads.length).toBeGreaterThan(190);
  expect(guarded('gate', 'ads')).toEqual(ads);
  expect([...guarded('upstream', 'ad'), ...guarded('upstream', 'insights')].sort()).toEqual(ads);
  expect(guarded('quota', 'ads')).toEqual(idsWhere(({ group, method }) => group === 'ads' && method === 'GET'));
});

test('AUTH-19 whatever makes an account, or a sign-in for one, stands behind the gate of connections', () => {
  const { operations } = catalog.service();
  const connects = idsWhere(({ id }) => {
    const { does, kind = '' } = operations[id]?.effect ?? {};
    return does === 'create' && ['account', 'connect_session'].includes(kind);
  });
  expect(connects.length).toBeGreaterThan(25);
  // The list of channels answers a caller without a token with the page to sign in on.
  expect(guarded('gate', 'connect')).toEqual([...connects, 'listSlackChannels'].sort());
});

test('analytics need the add-on; follower counts refuse by themselves, and what messages cost is no analytics', () => {
  const open = ['getFollowerStats', 'getWhatsAppPricingAnalytics'];
  expect(guarded('gate', 'analytics')).toEqual(
    idsWhere(({ group, id }) => group === 'analytics' && !open.includes(id)),
  );
});

test('LIM-13 LIM-14 exactly eight addresses count by the second', () => {
  const below = `/delta /best-time /content-decay /daily-metrics /format-breakdown /post-timeline /posting-frequency`;
  const addresses = CARDS.filter(({ guard }) => guard?.rate === 'second').map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(addresses.sort()).toEqual(['', ...sorted(below)].map((rest) => `GET /v1/analytics${rest}`));
});

test('what changes nothing is said by the effect, and by the method for all but these', () => {
  const odd = CARDS.filter(({ method, reads }) => (method === 'GET') !== (reads === true));
  expect(odd.map(({ id, reads }) => `${id} ${reads === true ? 'reads' : 'changes'}`).sort()).toEqual([
    'batchGetGoogleBusinessReviews reads',
    'checkPhoneNumberPortability reads',
    'completeMetaAdsBusinessLogin changes',
    'completeTelegramConnect reads',
    'connectAds changes',
    'connectWhatsApp changes',
    'estimateAdReach reads',
    'fetchGoogleBusinessVerificationOptions reads',
    'generateAdPreviews reads',
    'generateKeywordHistoricalMetrics reads',
    'generateKeywordIdeas reads',
    'getConnectUrl changes',
    'getLinkedInBidPricing reads',
    'getLinkedInSupplyForecast reads',
    'getPendingOAuthData changes',
    'getShopifyConnectUrl changes',
    'getTelegramConnectStatus changes',
    'getWordPressAuthUrl changes',
    'preflightSmsRegistration reads',
    'reviewPhoneNumberKycPacket reads',
    'validateMedia reads',
    'validatePhoneNumberKycAddress reads',
    'validatePost reads',
    'validatePostLength reads',
    'validateWhatsAppNumberKycAddress reads',
  ]);
});
