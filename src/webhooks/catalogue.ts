/** What holds for events by their names: which ones a pattern means, and where a payload names its accounts. */

/** Where the account id sits, family by family; a path goes through lists. Source: specification, "Where the account id sits" */
// prettier-ignore
const PLACES: readonly (readonly [events: string, ...paths: string[]])[] = [
  ['account.*',                           'account.accountId'],
  ['analytics.synced',                    'account.accountId'],
  ['message.*',                           'account.accountId', 'account.id'],
  ['reaction.received',                   'account.accountId', 'account.id'],
  ['referral.received',                   'account.accountId', 'account.id'],
  ['conversation.*',                      'account.accountId', 'account.id'],
  ['comment.received',                    'account.accountId', 'account.id'],
  ['review.*',                            'account.accountId', 'account.id'],
  ['lead.received',                       'account.accountId', 'account.id'],
  ['call.*',                              'account.accountId', 'account.id', 'call.accountId'],
  ['post.platform.*',                     'account.accountId', 'post.platforms.accountId'],
  ['post.tiktok.url_resolved',            'account.accountId', 'post.platforms.accountId'],
  ['post.external.*',                     'account.accountId', 'post.accountId'],
  ['post.*',                              'post.platforms.accountId'],
  ['ad.status_changed',                   'account.accountId'],
  ['whatsapp.template.*',                 'account.accountId'],
  ['whatsapp.account.*',                  'account.accountId'],
  ['whatsapp.contact.identity_changed',   'account.accountId'],
  ['whatsapp.automatic_event',            'accountId'],
];

/** Where a payload names its profile when it names no account. Source: the same table */
// prettier-ignore
const PROFILE_PLACES: readonly (readonly [events: string, path: string])[] = [
  ['whatsapp.number.*',  'number.profileId'],
  ['sms.registration.*', 'registration.profileId'],
  ['contact.*',          'contact.profileId'],
];

/** Sent by the test of an endpoint alone: it reaches every endpoint, and none can ask for it. Source: WHK-78, EVT-29 */
export const TEST_EVENT = 'webhook.test';

/** Whether an endpoint can ask for the event. */
export const canBeAskedFor = (event: string): boolean => event !== TEST_EVENT;

/** Events that belong to no profile and no account, and those that belong to a profile alone. Source: WHK-85, EVT-12, EVT-13, ASM-32 */
const NOBODYS = ['verification.*', 'phone_number.stock_available', 'api.changelog.published', TEST_EVENT];
const PROFILES_ALONE = ['contact.*', 'whatsapp.number.*', 'sms.registration.*'];

/** Whose an event is: of accounts and their profiles, of a profile, or of nobody. */
export function ownerOf(event: string): 'account' | 'profile' | 'nobody' {
  const is = (patterns: readonly string[]): boolean => patterns.some((pattern) => isMeant(pattern, event));
  return is(NOBODYS) ? 'nobody' : is(PROFILES_ALONE) ? 'profile' : 'account';
}

const INBOX = ['message.', 'conversation.', 'reaction.', 'referral.', 'comment.', 'review.'];

/** Whether the event needs inbox access. Source: specification, "Inbox events" (WHK-19, WHK-20) */
export const needsInbox = (event: string): boolean =>
  event !== 'conversation.control_changed' && INBOX.some((beginning) => event.startsWith(beginning));

/** Whether an event is one of those that a pattern such as `post.*`, `*.failed` or `*` means. */
export function isMeant(pattern: string, event: string): boolean {
  if (pattern === '*' || pattern === event) return true;
  const star = pattern.indexOf('*');
  if (star === -1) return false;
  return star === pattern.length - 1 ? event.startsWith(pattern.slice(0, -1)) : fits(pattern.split('*'), event);
}

/** Whether the pieces stand in the event in their order, the first at its beginning and the last at its end. */
function fits(pieces: readonly string[], event: string): boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop() ?? '';
  if (!event.startsWith(first) || event.length < first.length + last.length || !event.endsWith(last)) return false;
  let from = first.length;
  return rest.every((piece) => {
    const at = event.indexOf(piece, from);
    from = at + piece.length;
    return at !== -1 && from <= event.length - last.length;
  });
}

/** Whether patterns let an event through: the last one that means it decides, and `!` in front shuts it out. */
export function isWanted(patterns: readonly string[], event: string): boolean {
  const beginsOpen = patterns.every((pattern) => pattern.startsWith('!'));
  return patterns.reduce((wanted, pattern) => {
    const shut = pattern.startsWith('!');
    return isMeant(shut ? pattern.slice(1) : pattern, event) ? !shut : wanted;
  }, beginsOpen);
}

/** The paths at which the payload of an event names accounts; none for events without. */
export const accountPathsOf = (event: string): readonly string[] =>
  PLACES.find(([pattern]) => isMeant(pattern, event))?.slice(1) ?? [];

type Payload = Readonly<Record<string, unknown>>;

/** Ids of the accounts that a payload names where its event puts them. */
export const accountIdsIn = (event: string, payload: Payload): string[] => [
  ...new Set(accountPathsOf(event).flatMap((path) => textsAt(payload, path.split('.')))),
];

/** The profile of a payload that names no account. */
export function profileIdsIn(event: string, payload: Payload): string[] {
  const path = PROFILE_PLACES.find(([pattern]) => isMeant(pattern, event))?.[1];
  return path === undefined ? [] : textsAt(payload, path.split('.'));
}

function textsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  return typeof value === 'object' && value !== null ? textsAt((value as Payload)[name], rest) : [];
}
