/** What the contract says beyond the facts, or otherwise, each with its reason. Used by facts.test.ts. */

/** `[statement, reason]`; the statement may use `*` for any text. A row that matches nothing fails the test. */
export const ADDITIONS: readonly (readonly [statement: string, reason: string])[] = [
  ['* pattern="^[0-9a-f]{24}$"', 'GEN-04: an id that cannot be one is refused before any network'],
  ['* format="iana-zone"', 'POST-07: zones are IANA names'],
  ['listProfiles query.limit type="integer"', 'GEN-21: a page has a whole number of records'],
  ['listProfiles query.limit m*', 'ASM-15: 1 to 100 where no bound is known'],
  ['listProfiles query.limit default=50', 'ASM-15'],
  ['listProfiles query.skip *', 'GEN-22: an offset is a whole number from 0'],
  ['listPosts query.offset *', 'GEN-22: an offset is a whole number from 0'],
  ['listPosts query.platform enum *', 'PLT-01: the platforms of posts'],
  ['listAccounts query.platform enum *', 'the platforms that an account record can have'],
  ['createPost body.platforms[].platform enum *', 'PLT-01; shop and blog site so that ASM-28 can answer 403'],
  ['updatePost body.platforms[].platform enum *', 'as on create'],
  ['* body.platforms[] allOf 1', 'POST-79: platformSpecificData has one shape per platform'],
  ['* body.platforms[]<allOf 0>*', 'POST-79'],
  ['createPost body.platformSpecificData *', 'ASM-06: settings for every target'],
  ['updatePost body.platformSpecificData *', 'ASM-06: settings for every target'],
  ['Post .platformSpecificData *', 'specification, Post: the settings are fields of a post'],
  ['Post .tiktokSettings *', 'specification, Post'],
  ['Post .facebookSettings *', 'specification, Post'],
  ['Post .source *', 'POST-25'],
  ['updatePost 409*', 'POST-58: queue_slot_conflict'],
  ['retryPost 402*', 'POST-60'],
  ['bulkUploadPosts 402*', 'POST-62'],
  ['syncExternalPosts 409*', 'POST-63'],
  ['createWebhookSettings 404*', 'WHK-16, WHK-17'],
  ['createWebhookSettings 409*', 'ASM-20: the 51st endpoint'],
  ['redeliverWebhookEvent 404*', 'ASM-48'],
  ['redeliverWebhookEvent 422*', 'WHK-31'],
  ['getCurrentUser 401*', 'GEN-23: every operation needs a key'],
  ['getCurrentUser 2XX*', 'ASM-50: the shape of an operation that the facts only name'],
  ['listChangelogEntries *', 'ASM-11: address and shape of an operation that the facts only name'],
  ['connectWhatsApp query*', 'ACC-32: the inputs of the connect call for every platform'],
  ['connectWhatsApp 4*', 'ACC-32: the refusals of the connect call for every platform'],
  ['connectWhatsApp 2XX body*', 'ACC-32: an operation that the facts only name answers like its twin'],
];

/** What the facts say and the contract does not. */
export const OMISSIONS: readonly (readonly [statement: string, reason: string])[] = [
  ['listProfiles query.limit type="number"', 'integer instead'],
  ['listProfiles query.skip type="number"', 'integer instead'],
  ['listPosts query.offset type="number"', 'integer instead'],
  ['updateWebhookSettings body._id deprecated=true', 'WHK-32: it is the one field that is required'],
  ['getCurrentUser 2XX no body', 'ASM-50'],
  ['listChangelogEntries *', 'ASM-11: the facts know no address'],
  ['connectWhatsApp 2XX no body', 'ACC-32'],
];
