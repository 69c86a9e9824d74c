/** What private messages of a platform may hold and do, by the networks' own public documentation; a row for each platform that has them in the inbox. Asked by the inbox and the stage of the surfaces. */
import { ownValue } from '../kernel/json.ts';

/** Parts of a message beside its text, files and buttons, by their names in a call. */
export type MessagePart =
  | 'quickReplies'
  | 'template'
  | 'interactive'
  | 'replyMarkup'
  | 'location'
  | 'contacts'
  | 'effect'
  | 'contactCard'
  | 'replyTo';

export interface MessageRules {
  /** Most characters of its text. */
  readonly text?: number;
  /** Types of files. */
  readonly attachments?: readonly string[];
  readonly buttons?: readonly string[];
  readonly parts?: readonly MessagePart[];
  /** Ways beside the platform's own by which a message can go out, and what of a message only the platform's own shows. */
  readonly channels?: readonly string[];
  /** What a reaction of the account is: an emoji, or its name as well. */
  readonly reactions?: 'emoji' | 'name';
  /**
   * What a message takes that goes out more than a day after the person last wrote: `template` a template, `tag` a tag
   * that says why. Source: INB-19, ASM-49
   */
  readonly window?: 'template' | 'tag';
  /** The tags, with the hours for which each of them keeps the window open; null for ever. */
  readonly tags?: Readonly<Record<string, number | null>>;
  /** What the person sees without a message. Source: INB-15, INB-17 */
  readonly signs?: readonly ('read' | 'typing')[];
  /** What becomes of a message that is out. */
  readonly changes?: readonly ('edit' | 'delete')[];
  /** People are found by their handle, which must have this form. */
  readonly handles?: RegExp;
}

const FILES = ['image', 'video', 'audio', 'file'];
const SIGNS = ['read', 'typing'] as const;

/** A person may be answered by a person within a week. */
const HUMAN_HOURS = 7 * 24;

const RULES: Readonly<Record<string, MessageRules>> = {
  // Messenger Platform: send API, message tags, sender actions
  facebook: {
    text: 2_000,
    attachments: FILES,
    buttons: ['url', 'postback', 'phone'],
    parts: ['quickReplies', 'template', 'replyTo'],
    reactions: 'emoji',
    window: 'tag',
    tags: {
      CONFIRMED_EVENT_UPDATE: null,
      POST_PURCHASE_UPDATE: null,
      ACCOUNT_UPDATE: null,
      HUMAN_AGENT: HUMAN_HOURS,
    },
    signs: SIGNS,
  },
  // Messenger Platform for Instagram
  instagram: {
    text: 1_000,
    attachments: FILES,
    buttons: ['url', 'postback'],
    parts: ['quickReplies', 'template'],
    reactions: 'emoji',
    window: 'tag',
    tags: { HUMAN_AGENT: HUMAN_HOURS },
    signs: SIGNS,
  },
  // WhatsApp Cloud API: messages, interactive messages
  whatsapp: {
    text: 4_096,
    attachments: FILES,
    buttons: ['url', 'postback'],
    parts: ['quickReplies', 'template', 'interactive', 'location', 'contacts', 'replyTo'],
    reactions: 'emoji',
    window: 'template',
    signs: SIGNS,
  },
  // Telegram Bot API: sendMessage, editMessageText, deleteMessage, sendChatAction
  telegram: {
    text: 4_096,
    attachments: FILES,
    buttons: ['url', 'postback'],
    parts: ['quickReplies', 'replyMarkup', 'location', 'replyTo'],
    reactions: 'emoji',
    signs: ['typing'],
    changes: ['edit', 'delete'],
  },
  // X API v2: direct messages
  twitter: { text: 10_000, attachments: ['image', 'video'], changes: ['delete'], handles: /^@?\w{1,15}$/ },
  // AT Protocol: chat.bsky.convo
  bluesky: { text: 1_000, signs: ['read'], changes: ['delete'], handles: /^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/i },
  // Reddit API: /api/compose
  reddit: { text: 10_000, changes: ['delete'], handles: /^(u\/)?[\w-]{3,20}$/i },
  // Slack Web API: chat.postMessage, block elements
  slack: {
    text: 40_000,
    attachments: FILES,
    buttons: ['url', 'postback'],
    parts: ['replyTo'],
    reactions: 'name',
    changes: ['delete'],
  },
  // TikTok Business Messaging API
  tiktok: { text: 6_000, attachments: ['image'], reactions: 'emoji' },
  // MMS
  sms: { text: 1_600, attachments: ['image', 'video', 'audio'] },
  // Messages on Apple devices: effects, tapbacks, and texts in their place
  imessage: {
    attachments: FILES,
    parts: ['effect', 'contactCard', 'replyTo'],
    channels: ['sms', 'rcs'],
    reactions: 'emoji',
    signs: SIGNS,
  },
};

/** The rules of the platform, or undefined where the inbox sends no messages. Source: INB-34; control surface, "Settled readings" */
export const messageRulesOf = (platform: string): MessageRules | undefined => ownValue(RULES, platform);

/** Whether the person sees the sign. */
export const shows = (platform: string, sign: 'read' | 'typing'): boolean =>
  messageRulesOf(platform)?.signs?.includes(sign) === true;

/** Whether a message that is out can be changed so. */
export const changesBy = (platform: string, change: 'edit' | 'delete'): boolean =>
  messageRulesOf(platform)?.changes?.includes(change) === true;
