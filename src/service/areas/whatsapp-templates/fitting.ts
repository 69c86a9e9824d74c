/** Whether the values of a message fit its template: one for each placeholder, of the kind that its place takes. Asked by offers.ts. */
import { counted } from '../../../kernel/counted.ts';
import { fieldsIn, isFields, textOf, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { parametersOf, partOf, placeholdersIn, typeOf } from './parts.ts';

/** The refusal of values that do not fit. Source: INB-35 */
export function misfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  return bodyMisfit(parts, sent) ?? headerMisfit(parts, sent) ?? buttonMisfit(parts, sent) ?? cardMisfit(parts, sent);
}

function bodyMisfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  const places = placeholdersIn(partOf(parts, 'body')?.['text']);
  const values = parametersOf(partOf(sent, 'body'));
  if (places.length !== values.length)
    return refuse('INVALID_TEMPLATE_PARAMS', {
      message: `The template body has ${counted(places.length, 'placeholder')}, but ${counted(values.length, 'value')} ${values.length === 1 ? 'was' : 'were'} sent.`,
    });
  const strange = values.find((one) => !isText(one) || !isPlaced(one, places));
  return strange === undefined
    ? undefined
    : refuse('INVALID_TEMPLATE_PARAMS', {
        message: isText(strange)
          ? `The template has no placeholder ${String(strange['parameter_name'])}.`
          : 'Values for the template body must be texts, amounts, or times, and cannot be empty.',
      });
}

/** What a text takes: texts, and amounts and times, whose `fallback_value` is read. */
function isText(value: Fields): boolean {
  const type = typeOf(value);
  if (type === 'text') return (textOf(value['text']) ?? '') !== '';
  const content = ['currency', 'date_time'].includes(type) ? value[type] : undefined;
  return isFields(content) && (textOf(content['fallback_value']) ?? '') !== '';
}

/** A value that names its placeholder names one of the text. */
const isPlaced = ({ parameter_name: name }: Fields, places: readonly string[]): boolean =>
  name === undefined || places.includes(String(name));

/** Formats of a header whose content comes with each message. */
const FILLED = ['image', 'video', 'gif', 'document', 'location'];

function headerMisfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  const header = partOf(parts, 'header');
  const format = String(header?.['format'] ?? 'none').toLowerCase();
  const values = parametersOf(partOf(sent, 'header'));
  const takes = FILLED.includes(format) ? [format] : placeholdersIn(header?.['text']).map(() => 'text');
  const types = values.map(typeOf);
  if (takes.length !== types.length || takes.some((one, at) => one !== types[at]))
    return refuse('INVALID_TEMPLATE_HEADER', {
      message: `The template header takes ${wordsFor(takes)}, but ${wordsFor(types)} was sent.`,
    });
  return values.every(hasContent)
    ? undefined
    : refuse('INVALID_TEMPLATE_HEADER', {
        message: `The template header takes ${wordsFor(takes)}: as text, as a \`link\` or an \`id\`, or as coordinates.`,
      });
}

/** A text that is not empty, a file by its address or id, or a place on the map. */
function hasContent(value: Fields): boolean {
  const content = value[typeOf(value)];
  if (typeof content === 'string') return content !== '';
  if (!isFields(content)) return false;
  const { link, url, id, latitude, longitude } = content;
  return (
    [link, url, id].some((one) => textOf(one) !== undefined) || (latitude !== undefined && longitude !== undefined)
  );
}

const wordsFor = (words: readonly string[]): string => (words.length === 0 ? 'nothing' : words.join(', '));

/** Kinds of buttons that take a value with each message. */
const VALUED: Readonly<Record<string, string>> = { copy_code: 'copy_code', otp: 'url' };

/** Whether the button must have a value, of which kind it then is. */
function valueOf(button: Fields): string | undefined {
  const type = typeOf(button);
  return type === 'url' ? (placeholdersIn(button['url']).length > 0 ? 'url' : undefined) : VALUED[type];
}

/** Values for a button, which is named by its place. */
const buttonsIn = (sent: readonly Fields[]): readonly Fields[] => sent.filter((one) => typeOf(one) === 'button');

function buttonMisfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  const buttons = fieldsIn(partOf(parts, 'buttons')?.['buttons']);
  const values = new Map(buttonsIn(sent).map((one) => [Number(one['index']), String(one['sub_type']).toLowerCase()]));
  const missing = buttons.findIndex((one, at) => valueOf(one) !== undefined && values.get(at) !== valueOf(one));
  if (missing >= 0)
    return refuse('INVALID_TEMPLATE_BUTTON_PARAM', {
      message: `Button ${String(missing)} of the template needs a value of the type ${String(valueOf(buttons[missing] ?? {}))}.`,
    });
  const strange = [...values].find(([at, kind]) => !fitsButton(buttons[at], kind));
  return strange === undefined
    ? undefined
    : refuse('INVALID_TEMPLATE_BUTTON_PARAM', {
        message: `The template has no button ${String(strange[0])} that takes a value of the type ${strange[1]}.`,
      });
}

/** Answers and flows may have a value and need none. */
const fitsButton = (button: Fields | undefined, kind: string): boolean =>
  button !== undefined &&
  (valueOf(button) === kind || (['quick_reply', 'flow'].includes(kind) && typeOf(button) === kind));

function cardMisfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  const cards = fieldsIn(partOf(parts, 'carousel')?.['cards']);
  const sentCards = fieldsIn(partOf(sent, 'carousel')?.['cards']);
  const wrong = cards.length === sentCards.length ? cards.findIndex((card, at) => !fitsCard(card, at, sentCards)) : 0;
  return wrong < 0 || (cards.length === 0 && sentCards.length === 0)
    ? undefined
    : refuse('INVALID_TEMPLATE_CARD_PARAM', {
        message: `The template has ${String(cards.length)} cards; the values for card ${String(wrong)} do not fit.`,
      });
}

function fitsCard(card: Fields, at: number, sentCards: readonly Fields[]): boolean {
  const values = sentCards.find((one) => Number(one['card_index']) === at);
  return values !== undefined && misfit(fieldsIn(card['components']), fieldsIn(values['components'])) === undefined;
}
