/** The settings of steps as they are meant, whichever of the usual spellings a caller uses. The shapes are in docs/reference/readings.md, "Steps of workflows". */
import { type Fields, fieldsIn, isFields, isList, textOf } from '../../../kernel/json.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts';
import type { Node } from './record.ts';

export const configOf = ({ config = {} }: Node): Fields => config;

/** The first of the settings that has a value. */
export const settingOf = (config: Fields, names: readonly string[]): unknown =>
  names.map((name) => config[name]).find((value) => value !== undefined && value !== null && value !== '');

/** One word or a list of them. */
export function wordsIn(value: unknown): readonly string[] {
  const all = isList(value) ? value : [value];
  return all.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
}

const UNITS: Readonly<Record<string, number>> = { second: 1_000, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

const unitOf = (word: string): number | undefined => UNITS[word.toLowerCase().replace(/s$/, '')];

/** Milliseconds; undefined where none of the settings says them. @param prefixes such as `delay` for `delayMinutes` */
export function spanOf(config: Fields, prefixes: readonly string[]): number | undefined {
  for (const unit of Object.keys(UNITS)) {
    const count = numberOf(settingOf(config, namesOfUnit(unit, prefixes)));
    if (count !== undefined) return Math.max(0, count * (unitOf(unit) ?? 0));
  }
  const amount = settingOf(config, [...prefixes, 'amount', 'value']);
  const parts: Fields = isFields(amount) ? amount : { ...config, amount };
  const count = numberOf(settingOf(parts, ['amount', 'value']));
  const unit = unitOf(textOf(settingOf(parts, ['unit', 'timeUnit', `${prefixes[0] ?? ''}Unit`])) ?? 'minutes');
  return count === undefined || unit === undefined ? undefined : Math.max(0, count * unit);
}

const namesOfUnit = (unit: string, prefixes: readonly string[]): readonly string[] => [
  `${unit}s`,
  ...prefixes.map((prefix) => `${prefix}${unit.charAt(0).toUpperCase()}${unit.slice(1)}s`),
];

/** Every setting that may say a span. */
export const namesOfSpan = (prefixes: readonly string[]): readonly string[] => [
  ...Object.keys(UNITS).flatMap((unit) => namesOfUnit(unit, prefixes)),
  ...prefixes,
  ...['amount', 'value', 'unit', 'timeUnit', `${prefixes[0] ?? ''}Unit`],
];

/** A number, also one that is written as text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** When a rest that begins now is over (ms); undefined where no setting says it. */
export function restUntil(config: Fields, now: number): number | undefined {
  const until = instantIn(config);
  if (!Number.isNaN(until)) return Math.max(now, until);
  const span = spanOf(config, REST);
  return span === undefined ? undefined : now + span;
}

/** Whether a delay says how long it is, or until when. */
export const hasRest = (config: Fields): boolean =>
  !Number.isNaN(instantIn(config)) || spanOf(config, REST) !== undefined;

const instantIn = (config: Fields): number => Date.parse(textOf(config['until']) ?? '');

export const VARIABLE = ['name', 'variable', 'variableName', 'key'] as const;
export const TAG = ['tag', 'tags', 'tagName', 'name', 'value'] as const;
export const FIELD = ['field', 'slug', 'fieldSlug', 'fieldName', 'key', 'name'] as const;
export const SEQUENCE = ['sequenceId', 'sequence', 'id'] as const;
export const URL_NAMES = ['url', 'webhookUrl', 'endpoint'] as const;
export const ENDPOINT_BODY = ['body', 'bodyTemplate', 'payload', 'data'] as const;
export const ENDPOINT_TIMEOUT = ['timeoutSeconds', 'timeout'] as const;
export const PROMPT = ['prompt', 'userPromptTemplate', 'instructions', 'systemPrompt', 'message', 'text'] as const;
/** Each of them true: the answer is sent. */
export const IS_SENT = ['send', 'sendReply', 'autoReply', 'reply'] as const;
export const SHARE = ['percentage', 'percent', 'ratio', 'split'] as const;
export const HANDOFF_TARGET = ['target', 'to', 'assignTo'] as const;
export const ASSIGNMENTS = ['assignments'] as const;
export const TOOLS = ['tools'] as const;
export const CALL_TO = ['to', 'phone', 'phoneNumber', 'number'] as const;
export const CALL_FROM = ['from', 'fromNumber', 'callerId'] as const;
export const CALL_TARGET = ['forwardTo', 'transferTo', 'connectTo'] as const;
export const TEXT = ['text', 'message', 'body', 'content'] as const;
export const MEDIA = ['attachmentUrl', 'mediaUrl', 'imageUrl'] as const;
/** Parts of a message that people see on the platform alone. */
export const PARTS = ['template', 'buttons', 'quickReplies', 'interactive', 'header', 'footer', 'list'] as const;
/** Beginnings of the settings that say how long a rest is, and how long a reply is waited for. */
export const REST = ['delay', 'duration', 'wait'] as const;
export const TIMEOUT = ['timeout', 'timeoutAfter', 'wait'] as const;
export const RESULT = ['saveAs', 'variable', 'variableName', 'saveTo', 'outputVariable', 'responseVariable'] as const;

/** The text of a message; a message may be its text or have it. */
export function messageText(config: Fields): string | undefined {
  const message = settingOf(config, TEXT) ?? mediaIn(config)['caption'];
  return isFields(message) ? textOf(settingOf(message, ['text', 'body'])) : textOf(message);
}

/** A file that is described rather than only named. */
const mediaIn = ({ media }: Fields): Fields => (isFields(media) ? media : {});

export const hasMessage = (config: Fields): boolean =>
  messageText(config) !== undefined ||
  ['template', 'interactive'].some((part) => isFields(config[part])) ||
  mediaUrl(config) !== undefined;

export const mediaUrl = (config: Fields): string | undefined =>
  textOf(settingOf(config, MEDIA)) ?? textOf(settingOf(mediaIn(config), ['url', 'link']));

/** What kind of file it is; a document is any file. */
export function mediaType(config: Fields): string {
  const type = textOf(config['attachmentType']) ?? textOf(settingOf(mediaIn(config), ['mediaType', 'type']));
  return type === undefined || type === 'document' ? 'file' : type;
}

/** One of the ways that a step may take, with what it has beside its name. */
export interface Branch {
  readonly handle: string;
  readonly settings: Fields;
}

/** @param names of the setting that lists them */
export const branchesIn = (config: Fields, names: readonly string[]): readonly Branch[] =>
  fieldsIn(listed(settingOf(config, names))).flatMap((settings) => {
    const handle = textOf(settingOf(settings, ['handle', 'sourceHandle', 'id', 'name', 'label', 'value']));
    return handle === undefined ? [] : [{ handle, settings }];
  });

/** Plain words stand for entries with that name. */
const listed = (value: unknown): readonly unknown[] =>
  isList(value) ? value.map((one) => (typeof one === 'string' ? { id: one } : one)) : [];

export const SPLITS = ['variants', 'branches', 'splits', 'paths'] as const;
export const CHOICES = ['categories', 'intents', 'options', 'labels', 'classes'] as const;
/** The outcome of rules with ids of which none holds. */
export const ELSE = 'default';
export const CASES = ['branches', 'cases', 'paths'] as const;
