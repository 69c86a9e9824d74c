/** Conversations and messages as a terminal shows them: a row each, a thread of lines. Pure but for measuring. */
import { platformLabel } from '../../platforms/labels.ts';
import { isFields, textOf, type Fields } from '../../kernel/json.ts';
import { neutralLine } from '../../output/neutral.ts';
import { ageText } from '../../output/when.ts';
import { openRuler, type Ruler } from '../../output/width.ts';
import { isUnread, type Conversation } from './conversations.ts';

/** What a terminal offers, and what time it is at the service. */
export interface Scene {
  /** Columns of the terminal. */
  readonly width: number;
  /** Milliseconds. */
  readonly now: number;
  /** IANA zone. */
  readonly zone: string;
}

const [NAME_WIDTH, PLATFORM_WIDTH, WHEN_WIDTH] = [18, 9, 8];
const GAP = '  ';

/** Makes a row of a conversation: whether it is unread, who, where, what was said last, and when. */
export async function rowWriter(scene: Scene): Promise<(conversation: Conversation) => string> {
  const ruler = await openRuler();
  const rest = scene.width - 2 - NAME_WIDTH - PLATFORM_WIDTH - WHEN_WIDTH - 3 * GAP.length;
  return (one) => {
    const { participantName = '', participantId = '', platform, lastMessage = '', updatedTime } = one;
    const cells = [
      padded(participantName === '' ? participantId : participantName, NAME_WIDTH, ruler),
      padded(platform, PLATFORM_WIDTH, ruler),
      padded(lastMessage, Math.max(10, rest), ruler),
      ageText(updatedTime, scene).padStart(WHEN_WIDTH),
    ];
    return `${isUnread(one) ? '●' : ' '} ${cells.join(GAP)}`.trimEnd();
  };
}

function padded(text: string, width: number, ruler: Ruler): string {
  const cut = ruler.cut(neutralLine(text).replaceAll(/\s+/g, ' '), width);
  return `${cut}${' '.repeat(Math.max(0, width - ruler.width(cut)))}`;
}

/** Who has control of a conversation where you do not. */
const OTHER_OWNERS: Readonly<Record<string, string>> = {
  ai_agent: 'the AI agent has control',
  other: 'another app has control',
};

/** The head of a thread: who, on which platform, with which account, and who answers where you do not. */
export function headText(conversation: Conversation): string {
  const {
    participantName,
    participantId = '',
    platform,
    accountUsername,
    status,
    threadControl,
    unreadCount,
  } = conversation;
  const answers = OTHER_OWNERS[threadControl ?? ''];
  const words = [
    `${participantName ?? participantId} on ${platformLabel(platform)}`,
    ...(accountUsername === undefined ? [] : [`to ${accountUsername}`]),
    ...(status === 'archived' ? ['closed'] : []),
    ...(answers === undefined ? [] : [answers]),
    ...(isUnread(conversation) ? [`${String(unreadCount)} unread`] : []),
  ];
  return neutralLine(words.join(' · '));
}

/** A message as in a thread: who and when, the text below it, files, and what became of it. */
export function messageText(message: Fields, scene: Pick<Scene, 'width' | 'zone'>): string {
  const lines = [
    [whoIn(message), timeText(textOf(message['createdAt']), scene.zone), tickIn(message)].filter(Boolean).join(GAP),
    ...bodyLines(message, scene.width - 2),
    ...(reactionsIn(message) === '' ? [] : [reactionsIn(message)]),
  ];
  return [lines[0] ?? '', ...lines.slice(1).map((line) => `${GAP}${line}`)].join('\n');
}

/** What sends messages by itself, as `sentVia` names it. */
const SENDERS: Readonly<Record<string, string>> = {
  broadcast: 'broadcast',
  sequence: 'sequence',
  workflow: 'workflow',
  comment_automation: 'automation',
};

function whoIn({ direction, senderName, sentVia }: Fields): string {
  if (direction !== 'outgoing') return neutralLine(textOf(senderName) ?? 'Unknown');
  const sender = SENDERS[textOf(sentVia) ?? ''];
  return sender === undefined ? 'You' : `You (${sender})`;
}

function timeText(instant: string | undefined, zone: string): string {
  const at = Date.parse(instant ?? '');
  if (Number.isNaN(at)) return '';
  const form = {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return new Intl.DateTimeFormat('en-US', { ...form, hourCycle: 'h23' }).format(at);
}

/** What became of a message that went out. */
const TICKS: Readonly<Record<string, string>> = { sent: '✓ sent', delivered: '✓✓ delivered', read: '✓✓ read' };

function tickIn({ direction, deliveryStatus, deliveryError, isDeleted, isEdited }: Fields): string {
  if (isDeleted === true) return 'deleted';
  const edited = isEdited === true ? 'edited' : '';
  if (direction !== 'outgoing') return edited;
  const reason = isFields(deliveryError) ? `: ${neutralLine(textOf(deliveryError['message']) ?? '')}` : '';
  const fate = deliveryStatus === 'failed' ? `✗ failed${reason}` : (TICKS[textOf(deliveryStatus) ?? ''] ?? '');
  return [edited, fate].filter((word) => word !== '').join(', ');
}

function bodyLines({ message, attachments }: Fields, width: number): readonly string[] {
  const text = textOf(message) ?? '';
  const files = (Array.isArray(attachments) ? (attachments as readonly Fields[]) : []).map(
    ({ type, filename, url }) =>
      `[${[textOf(type) ?? 'file', textOf(filename)].filter(Boolean).join(' ')}] ${textOf(url) ?? ''}`,
  );
  return [
    ...(text === '' ? [] : text.split('\n').flatMap((line) => wrapped(neutralLine(line), width))),
    ...files.map(neutralLine),
  ];
}

/** The text in lines of at most `width` characters, broken between words. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function reactionsIn({ reactions }: Fields): string {
  const all = Array.isArray(reactions) ? (reactions as readonly Fields[]) : [];
  return all
    .map(({ emoji, fromMe }) => `${neutralLine(textOf(emoji) ?? '')} ${fromMe === true ? 'you' : 'them'}`)
    .join(GAP);
}
