/** What begins runs: messages, comments and tags, where a trigger of an active workflow waits for them. Asked by reacts.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { configOf, settingOf, wordsIn } from './config.ts';
import { entryOf } from './graph.ts';
import type { Node, WorkflowRecord } from './record.ts';

/** Something that triggers wait for. */
export type Cause =
  | { readonly kind: 'message'; readonly text: string }
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
  manual: 'manual',
  api: 'manual',
};

const TRIGGER_TYPE = ['type', 'event', 'triggerType', 'trigger', 'kind', 'on'] as const;
const KEYWORDS = ['keywords', 'keyword', 'words', 'phrases'] as const;
const POSTS = ['postIds', 'postId', 'platformPostId'] as const;
const TAGS = ['tags', 'tag', 'tagName'] as const;
const MATCH = ['matchMode', 'matchType', 'match'] as const;

/** Every setting of a trigger. */
export const TRIGGER: readonly string[] = [...TRIGGER_TYPE, ...KEYWORDS, ...POSTS, ...TAGS, ...MATCH];

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
  const posts = cause.kind === 'comment' ? wordsIn(settingOf(config, POSTS)) : [];
  if (cause.kind === 'comment' && posts.length > 0 && !posts.some((id) => cause.postIds.includes(id))) return false;
  const keywords = wordsIn(settingOf(config, KEYWORDS));
  return keywords.length === 0 || keywords.some((word) => isSaid(word, cause.text, matchOf(config)));
}

const matchOf = (config: Fields): string => textOf(settingOf(config, MATCH)) ?? 'contains';

/** Whether the text has the word, in any case. */
function isSaid(word: string, text: string, match: string): boolean {
  const [said, wanted] = [text.toLowerCase().trim(), word.toLowerCase().trim()];
  switch (match) {
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
