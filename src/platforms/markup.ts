/**
 * Reads a text with marks as Telegram does, which refuses a whole message for one mark that has no end.
 * Source: Telegram Bot API, formatting options, 2026-11-23
 */
import { ownValue } from '../kernel/json.ts';

/** The text that people see, or what is wrong with the marks, as the end of a sentence. */
export type Marked = { readonly visible: string } | { readonly fault: string };

/** @param mode `parseMode` of the settings; the text itself for any other word */
export function readMarks(text: string, mode: unknown): Marked {
  const read = typeof mode === 'string' ? ownValue(READERS, mode) : undefined;
  return read === undefined ? { visible: text } : read(text);
}

const READERS: Readonly<Record<string, (text: string) => Marked>> = {
  HTML: readHtml,
  Markdown: readMarkdown,
  MarkdownV2: readMarkdownV2,
};

const TAGS = /^(?:b|strong|i|em|u|ins|s|strike|del|code|pre|a|blockquote|tg-spoiler|tg-emoji|span)$/;
const TAG = /^<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-z-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*>/i;
const ENTITY = /^&(?:(lt|gt|amp|quot)|#(\d{1,7})|#x([0-9a-f]{1,6}));/i;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function readHtml(text: string): Marked {
  const open: string[] = [];
  let visible = '';
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at, at + LONGEST_TAG);
    if (rest.startsWith('<')) {
      const [whole, slash, name = '', words = ''] = TAG.exec(rest) ?? [];
      const tag = name.toLowerCase();
      if (whole === undefined) return { fault: `has a < at ${at} that begins no tag; write &lt;` };
      if (slash === '/') {
        if (open.pop() !== tag) return { fault: `has a </${tag}> at ${at} that ends no open tag` };
      } else if (!isTaken(tag, words)) return { fault: `has the tag <${tag}> at ${at}, which is not supported` };
      else open.push(tag);
      at += whole.length;
      continue;
    }
    const [entity, named, decimal, hex] = ENTITY.exec(rest) ?? [];
    visible += entity === undefined ? text.charAt(at) : signOf(named, decimal ?? '', hex ?? '');
    at += entity?.length ?? 1;
  }
  const [left] = open.slice(-1);
  return left === undefined ? { visible } : { fault: `has a <${left}> without its </${left}>` };
}

/** Links are long; no tag is longer. */
const LONGEST_TAG = 4_096;

const isTaken = (tag: string, words: string): boolean =>
  tag === 'span' ? /class\s*=\s*["']?tg-spoiler["']?/i.test(words) : TAGS.test(tag);

const signOf = (named: string | undefined, decimal: string, hex: string): string => {
  if (named !== undefined) return NAMED[named.toLowerCase()] ?? '';
  const point = decimal === '' ? Number.parseInt(hex, 16) : Number(decimal);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
};

/** The older form: one mark at a time, none inside another. */
function readMarkdown(text: string): Marked {
  let visible = '';
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at);
    if (sign === '\\' && '_*`['.includes(text.charAt(at + 1) || ' ')) {
      visible += text.charAt(at + 1);
      at += 2;
    } else if ('_*`['.includes(sign)) {
      const mark = text.startsWith('```', at) ? '```' : sign;
      const end = text.indexOf(mark === '[' ? ']' : mark, at + mark.length);
      if (end === -1) return { fault: noEnd(mark, at) };
      visible += text.slice(at + mark.length, end);
      at = mark === '[' ? afterAddress(text, end + 1) : end + mark.length;
    } else {
      visible += sign;
      at += 1;
    }
  }
  return { visible };
}

const noEnd = (mark: string, at: number): string => `has a ${mark} at ${at} without its end`;

/** Past `(address)`, or where it is when none follows. */
function afterAddress(text: string, at: number): number {
  if (text.charAt(at) !== '(') return at;
  const end = text.indexOf(')', at);
  return end === -1 ? at : end + 1;
}

const RESERVED = '_*[]()~`>#+-=|{}.!';
/** Longer marks first. */
const PAIRED = ['```', '`', '__', '_', '*', '~', '||'];

interface Open {
  readonly mark: string;
  readonly at: number;
}

function readMarkdownV2(text: string): Marked {
  const open: Open[] = [];
  let visible = '';
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at);
    const inner = open.at(-1)?.mark;
    const isCode = inner === '`' || inner === '```';
    if (sign === '\\' && at + 1 < text.length) {
      visible += text.charAt(at + 1);
      at += 2;
    } else if (!RESERVED.includes(sign) || (isCode && !text.startsWith(inner, at))) {
      visible += sign;
      at += 1;
    } else {
      const next = markAt(text, at, open);
      if (typeof next === 'string') return { fault: next };
      at = next;
    }
  }
  const [left] = open.slice(-1);
  return left === undefined ? { visible } : { fault: noEnd(left.mark, left.at) };
}

/** Opens or closes what begins at a reserved sign. @returns where the text goes on, or the fault */
function markAt(text: string, at: number, open: Open[]): number | string {
  const inner = open.at(-1)?.mark;
  const sign = text.charAt(at);
  if (sign === ']' && inner === '[') {
    open.pop();
    return pastAddress(text, at + 1);
  }
  const begin = sign === '[' ? 1 : text.startsWith('![', at) ? 2 : 0;
  if (begin > 0) {
    open.push({ mark: '[', at });
    return at + begin;
  }
  if (isQuote(text, at)) return at + (sign === '*' ? 3 : 1);
  if (inner !== '||' && endsQuote(text, at)) return at + 2;
  const mark = inner !== undefined && PAIRED.includes(inner) && endsHere(text, at, inner) ? inner : pairedAt(text, at);
  if (mark === undefined) return `has a ${sign} at ${at} that must be written as \\${sign}`;
  if (mark === inner) open.pop();
  else if (open.some((one) => one.mark === mark)) return noEnd(inner ?? mark, open.at(-1)?.at ?? at);
  else open.push({ mark, at });
  return at + mark.length;
}

const pairedAt = (text: string, at: number): string | undefined => PAIRED.find((mark) => text.startsWith(mark, at));

/** `__` in italics is an underline that begins, not two ends. */
const endsHere = (text: string, at: number, mark: string): boolean =>
  text.startsWith(mark, at) && !(mark === '_' && text.startsWith('__', at) && !text.startsWith('___', at));

/** `>` at the beginning of a line, or `**>` before another quotation. */
const isQuote = (text: string, at: number): boolean =>
  (at === 0 || text.charAt(at - 1) === '\n') && (text.charAt(at) === '>' || text.startsWith('**>', at));

/** `||` at the end of the last line of a quotation folds it. */
const endsQuote = (text: string, at: number): boolean =>
  /^\|\|(?:\n|$)/.test(text.slice(at, at + 3)) &&
  /^(?:\*\*)?>/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));

function pastAddress(text: string, at: number): number | string {
  if (text.charAt(at) !== '(') return at;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text.charAt(end) === '\\') end += 1;
    else if (text.charAt(end) === ')') return end + 1;
  }
  return noEnd('(', at);
}
