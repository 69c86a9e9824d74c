/** What begins runs: messages, what becomes of messages, comments and tags, where a trigger of an active workflow waits for them. Asked by reacts.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { configOf, settingOf, wordsIn } from './config.ts';
import { entryOf } from './graph.ts';
import { isFound, isPattern } from './patterns.ts';
import type { Node, WorkflowRecord } from './record.ts';

/** Something that triggers wait for. */
export type Cause =
  | { readonly kind: 'message'; readonly text: string; readonly isFirst: boolean }
  | { readonly kind: 'message_event'; readonly event: string }
  | { readonly kind: 'comment'; readonly text: string; readonly postIds: readonly string[] }
  | { readonly kind: 'tag_added' | 'tag_removed'; readonly tags: readonly string[] };

/** What triggers are called, and what they wait for; `manual` waits for nothing. */
const KINDS: Readonly<Record<string, Cause['kind'] | 'manual'>> = {
  message: 'message',
  keyword: 'message',
  keywords: 'message',
  message_received: 'message',
  'message.received': 'message',
  inbound_message: 'message',
  incoming_message: 'message',
  new_message: 'message',
  comment: 'comment',
  comment_received: 'comment',
  'comment.received': 'comment',
  tag: 'tag_added',
  tag_added: 'tag_added',
  'contact.tag_added': 'tag_added',
  tag_removed: 'tag_removed',
  'contact.tag_removed': 'tag_removed',
  whatsapp_event: 'message_event',
  message_event: 'message_event',
  manual: 'manual',
  api: 'manual',
  api_call: 'manual',
};

export const TRIGGER_TYPE = ['type', 'event', 'triggerType', 'trigger', 'kind', 'on'] as const;
export const KEYWORDS = ['keywords', 'keyword', 'words', 'phrases'] as const;
const POSTS = ['postIds', 'postId', 'platformPostId'] as const;
const TAGS = ['tags', 'tag', 'tagName'] as const;
const MATCH = ['matchMode', 'matchType', 'match'] as const;
/** What became of a message: `message_sent`, `message_delivered`, `message_read`, `message_failed` or `reaction`; all of them without it. */
const EVENT_TYPE = ['eventType', 'eventTypes'] as const;
const ONLY_FIRST = 'onlyFirstMessage';

/** Every setting of a trigger. */
export const TRIGGER: readonly string[] = [
  ...[...TRIGGER_TYPE, ...KEYWORDS, ...POSTS, ...TAGS],
  ...[...MATCH, ...EVENT_TYPE, ONLY_FIRST],
];

/** What a trigger waits for; undefined for a word that is not known. */
export function triggerKind(config: Fields): Cause['kind'] | 'manual' | undefined {
  const word = textOf(settingOf(config, TRIGGER_TYPE));
  if (word !== undefined) return Object.hasOwn(KINDS, word.toLowerCase()) ? KINDS[word.toLowerCase()] : undefined;
  return settingOf(config, TAGS) === undefined ? 'message' : 'tag_added';
}

/** The step at which a run begins because of it; undefined where no trigger waits for it. */
export function beginningFor({ doc }: WorkflowRecord, cause: Cause): Node | undefined {
  if (doc.status !== 'active') return undefined;
  const trigger = doc.nodes.find((node) => node.type === 'trigger' && isMeant(node, cause));
  const entry = entryOf(doc);
  return trigger !== undefined && entry !== undefined && entry.type !== 'trigger' ? entry : trigger;
}

function isMeant(node: Node, cause: Cause): boolean {
  const config = configOf(node);
  if (triggerKind(config) !== cause.kind) return false;
  if ('tags' in cause) {
    const tags = wordsIn(settingOf(config, TAGS));
    return tags.length === 0 || cause.tags.some((tag) => tags.includes(tag));
  }
  if (cause.kind === 'message_event') {
    const events = wordsIn(settingOf(config, EVENT_TYPE));
    return events.length === 0 || events.includes(cause.event);
  }
  if (cause.kind === 'message' && config[ONLY_FIRST] === true && !cause.isFirst) return false;
  const posts = cause.kind === 'comment' ? wordsIn(settingOf(config, POSTS)) : [];
  if (cause.kind === 'comment' && posts.length > 0 && !posts.some((id) => cause.postIds.includes(id))) return false;
  const keywords = wordsIn(settingOf(config, KEYWORDS));
  return keywords.length === 0 || keywords.some((word) => isSaid(word, cause.text, matchOf(config)));
}

/** Whether a trigger of the workflow waits for causes of the kind. */
export const awaits = ({ doc }: WorkflowRecord, kind: Cause['kind']): boolean =>
  doc.nodes.some((node) => node.type === 'trigger' && triggerKind(configOf(node)) === kind);

/** Whether every word that is a pattern is one. */
export const hasPatterns = (config: Fields): boolean =>
  matchOf(config) !== 'regex' || wordsIn(settingOf(config, KEYWORDS)).every(isPattern);

const matchOf = (config: Fields): string => textOf(settingOf(config, MATCH)) ?? 'contains';

/** Whether the text has the word, in any case. */
function isSaid(word: string, text: string, match: string): boolean {
  const [said, wanted] = [text.toLowerCase().trim(), word.toLowerCase().trim()];
  switch (match) {
    case 'any':
      return true;
    case 'regex':
      return isFound(word, text);
    case 'exact':
    case 'equals':
      return said === wanted;
    case 'starts_with':
    case 'startsWith':
      return said.startsWith(wanted);
    case 'word':
      return said.split(/[^\p{L}\p{N}]+/u).includes(wanted);
    default:
      return said.includes(wanted);
  }
}
