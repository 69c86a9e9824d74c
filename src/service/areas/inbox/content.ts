/** Whether the platform can show what a message holds. Asked by problems.ts; src/platforms/messages.ts has the rules. */
import { fieldsIn, isFields, textOf, type Fields } from '../../../kernel/json.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import { messageRulesOf, type MessagePart, type MessageRules } from '../../../platforms/messages.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { NamedTemplate } from '../whatsapp-templates/offers.ts';
import type { MessageDoc } from './record.ts';

export interface Content {
  readonly text: string | null;
  readonly attachments: MessageDoc['attachments'];
  /** What of a call is neither text, file nor address. */
  readonly parts: Fields;
}

/** Parts that are a message without any text or file. */
const WHOLE: readonly string[] = ['template', 'interactive', 'location', 'contacts', 'contactCard'];

/** Parts that must be shown or refused; `replyTo` is left out with a warning. */
const PARTS: readonly MessagePart[] = [
  ...(['quickReplies', 'template', 'interactive', 'replyMarkup'] as const),
  ...(['location', 'contacts', 'effect', 'contactCard'] as const),
];

/** The refusal of a message that holds nothing, too much, or what the platform lacks; undefined for one that it takes. Source: INB-11, INB-12, INB-32 */
export function contentProblem(platform: string, content: Content): Reply | undefined {
  const rules = messageRulesOf(platform);
  if (rules === undefined)
    return refuse('PLATFORM_NOT_SUPPORTED', {
      message: `${platformLabel(platform)} has no direct messages in the inbox.`,
    });
  if (isEmpty(content))
    return refuse('missing_required_field', {
      param: 'message',
      message: 'A message needs text, an attachment, or both.',
    });
  const { text = Infinity } = rules;
  if ((content.text ?? '').length > text)
    return refuse('invalid_field_value', {
      param: 'message',
      message: `A message on ${platformLabel(platform)} has at most ${text.toLocaleString('en-US')} characters.`,
    });
  const lacking = lackOf(rules, content);
  return lacking === undefined
    ? undefined
    : refuse('PLATFORM_LIMITATION', {
        param: lacking.param,
        message: `${platformLabel(platform)} has no ${lacking.what}.`,
      });
}

const isEmpty = ({ text, attachments, parts }: Content): boolean =>
  (text ?? '') === '' && attachments.length === 0 && !WHOLE.some((name) => isGiven(parts[name]));

const isGiven = (value: unknown): boolean => value !== undefined && value !== false && value !== null;

interface Lack {
  readonly param: string;
  readonly what: string;
}

function lackOf(rules: MessageRules, { attachments, parts }: Content): Lack | undefined {
  const file = attachments.find(({ type }) => rules.attachments?.includes(String(type)) !== true);
  if (file !== undefined) return { param: 'attachmentType', what: `messages with a file of the type ${file.type}` };
  const button = fieldsIn(parts['buttons']).find(({ type }) => rules.buttons?.includes(String(type)) !== true);
  if (button !== undefined) return { param: 'buttons', what: `buttons of the type ${String(button['type'])}` };
  const part = PARTS.find((name) => isGiven(parts[name]) && rules.parts?.includes(name) !== true);
  if (part !== undefined) return { param: part, what: `messages with \`${part}\`` };
  if (parts['category'] !== undefined && rules.window !== 'template')
    return { param: 'category', what: 'utility messages' };
  return isOtherTemplate(rules, parts) ? { param: 'template', what: 'templates of this form' } : undefined;
}

/** One platform's templates have names, those of the others are cards. */
const isOtherTemplate = ({ window }: MessageRules, parts: Fields): boolean =>
  isFields(parts['template']) && (templateIn(parts) !== undefined) !== (window === 'template');

/** A template that is sent by its name, which may be in the object itself or in its only element. */
export function templateIn({ template }: Fields): NamedTemplate | undefined {
  if (!isFields(template)) return undefined;
  const [first = template] = fieldsIn(template['elements']);
  const given = textOf(template['name']) === undefined ? first : template;
  const name = textOf(given['name']);
  return name === undefined
    ? undefined
    : { name, language: textOf(given['language']), components: fieldsIn(given['components']) };
}
