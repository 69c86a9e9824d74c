/** What other areas ask of templates: the one that a message names, whether its values fit, and the text that people read. */
import { fieldsIn, textOf, textsIn, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { TEMPLATE_KIND, type TemplateRecord } from './record.ts';

/** A template as a message names it: in the form of the platform, which gets it unchanged. Source: INB-06, INB-14 */
export interface NamedTemplate {
  readonly name: string;
  readonly language: string | undefined;
  readonly components: readonly Fields[];
}

/**
 * The template, or the refusal of one that is not there, not approved, or does not fit the values.
 * Source: INB-05, INB-35, ASM-55
 */
export async function templateToSend(
  read: Reader,
  account: AccountRecord,
  named: NamedTemplate,
): Promise<TemplateRecord | { readonly refusal: Reply }> {
  const { name, language } = named;
  const all = (await read.list(TEMPLATE_KIND, { teamId: account.teamId })).filter(
    ({ doc }) => doc.accountId === account.id && doc.name === name,
  );
  const found = all.filter(({ doc }) => language === undefined || doc.language === language);
  const [template] = found;
  if (template === undefined) return { refusal: unknownTemplate(named) };
  const approved = found.find(({ doc }) => doc.status === 'APPROVED');
  if (approved === undefined)
    return {
      refusal: refuse('TEMPLATE_REQUIRED', {
        message: `The template ${name} is ${String(template.doc.status)}; only an APPROVED one can be sent.`,
      }),
    };
  const refusal = misfit(partsOf(approved), named.components);
  return refusal === undefined ? approved : { refusal };
}

const unknownTemplate = ({ name, language }: NamedTemplate): Reply =>
  refuse('INVALID_TEMPLATE_PARAMS', {
    message: `The account has no template ${name}${language === undefined ? '' : ` in ${language}`}.`,
  });

/** The body of the template with the values in place of its placeholders. */
export function templateText(template: TemplateRecord, { components }: NamedTemplate): string {
  const { text = '' } = (partOf(partsOf(template), 'body') ?? {}) as { readonly text?: string };
  const values = parametersOf(partOf(components, 'body'));
  const order = placeholdersIn(text);
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values.find((one) => one['parameter_name'] === name) ?? values[order.indexOf(name)];
    return textOf(value?.['text']) ?? whole;
  });
}

const partsOf = ({ doc }: TemplateRecord): readonly Fields[] => fieldsIn(doc.components);

/** Capitals do not matter in the types of components. */
const typeOf = ({ type }: Fields): string => String(type).toLowerCase();

const partOf = (parts: readonly Fields[], type: string): Fields | undefined =>
  parts.find((one) => typeOf(one) === type);

const parametersOf = (component: Fields | undefined): readonly Fields[] => fieldsIn(component?.['parameters']);

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Each once, in the order of the text. */
const placeholdersIn = (text: unknown): readonly string[] => [
  ...new Set([...String(text ?? '').matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')),
];

function misfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  return bodyMisfit(parts, sent) ?? headerMisfit(parts, sent) ?? buttonMisfit(parts, sent) ?? cardMisfit(parts, sent);
}

function bodyMisfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  const wanted = placeholdersIn(partOf(parts, 'body')?.['text']).length;
  const given = parametersOf(partOf(sent, 'body')).length;
  return wanted === given
    ? undefined
    : refuse('INVALID_TEMPLATE_PARAMS', {
        message: `The text of the template has ${String(wanted)} placeholders, and ${String(given)} values were sent.`,
      });
}

/** Formats of a header whose content comes with each message. */
const FILLED = ['image', 'video', 'gif', 'document', 'location'];

function headerMisfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  const header = partOf(parts, 'header');
  const format = String(header?.['format'] ?? 'none').toLowerCase();
  const values = parametersOf(partOf(sent, 'header'));
  const wanted = FILLED.includes(format) ? [format] : placeholdersIn(header?.['text']).map(() => 'text');
  const given = values.map(typeOf);
  return wanted.length === given.length && wanted.every((one, at) => one === given[at])
    ? undefined
    : refuse('INVALID_TEMPLATE_HEADER', {
        message: `The header of the template takes ${listed(wanted)}, and ${listed(given)} was sent.`,
      });
}

const listed = (words: readonly string[]): string => (words.length === 0 ? 'nothing' : words.join(', '));

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
  const given = new Map(buttonsIn(sent).map((one) => [Number(one['index']), String(one['sub_type']).toLowerCase()]));
  const missing = buttons.findIndex((one, at) => valueOf(one) !== undefined && given.get(at) !== valueOf(one));
  if (missing >= 0)
    return refuse('INVALID_TEMPLATE_BUTTON_PARAM', {
      message: `Button ${String(missing)} of the template takes a value of the kind ${String(valueOf(buttons[missing] ?? {}))}.`,
    });
  const strange = [...given].find(([at, kind]) => !fitsButton(buttons[at], kind));
  return strange === undefined
    ? undefined
    : refuse('INVALID_TEMPLATE_BUTTON_PARAM', {
        message: `The template has no button ${String(strange[0])} that takes a value of the kind ${strange[1]}.`,
      });
}

/** Answers and flows may have a value and need none. */
const fitsButton = (button: Fields | undefined, kind: string): boolean =>
  button !== undefined &&
  (valueOf(button) === kind || (['quick_reply', 'flow'].includes(kind) && typeOf(button) === kind));

function cardMisfit(parts: readonly Fields[], sent: readonly Fields[]): Reply | undefined {
  const cards = fieldsIn(partOf(parts, 'carousel')?.['cards']);
  const given = fieldsIn(partOf(sent, 'carousel')?.['cards']);
  const wrong = cards.length === given.length ? cards.findIndex((card, at) => !fitsCard(card, at, given)) : 0;
  return wrong < 0 || (cards.length === 0 && given.length === 0)
    ? undefined
    : refuse('INVALID_TEMPLATE_CARD_PARAM', {
        message: `The template has ${String(cards.length)} cards; card ${String(wrong)} does not get what it takes.`,
      });
}

function fitsCard(card: Fields, at: number, given: readonly Fields[]): boolean {
  const values = given.find((one) => Number(one['card_index']) === at);
  return values !== undefined && misfit(fieldsIn(card['components']), fieldsIn(values['components'])) === undefined;
}

/** What a caller gives for a template beside its name: values in their order, buttons, cards and a header. */
export interface TemplateValues {
  readonly templateParams?: unknown;
  readonly templateButtonParams?: unknown;
  readonly templateCards?: unknown;
  readonly headerMedia?: unknown;
  readonly headerLocation?: unknown;
}

/** The values in the form of the platform. Source: INB-06 */
export function componentsFrom(values: TemplateValues): readonly Fields[] {
  const cards = fieldsIn(values.templateCards).map((card) => ({
    card_index: card['cardIndex'],
    components: componentsFrom({
      templateParams: card['params'],
      templateButtonParams: card['buttons'],
      headerMedia: card['headerMedia'],
    }),
  }));
  return [
    ...headerFrom(values),
    ...textParameters('body', values.templateParams),
    ...fieldsIn(values.templateButtonParams).map(buttonFrom),
    ...(cards.length === 0 ? [] : [{ type: 'carousel', cards }]),
  ];
}

function headerFrom({ headerMedia, headerLocation }: TemplateValues): readonly Fields[] {
  const [media] = fieldsIn([headerMedia]);
  const [location] = fieldsIn([headerLocation]);
  const { type, ...file } = media ?? {};
  const parameters = [
    ...(media === undefined ? [] : [{ type, [String(type)]: file }]),
    ...(location === undefined ? [] : [{ type: 'location', location }]),
  ];
  return parameters.length === 0 ? [] : [{ type: 'header', parameters }];
}

function textParameters(type: string, values: unknown): readonly Fields[] {
  const parameters = textsIn(values).map((text) => ({ type: 'text', text }));
  return parameters.length === 0 ? [] : [{ type, parameters }];
}

/** What the platform calls the value of each kind of button. */
const VALUES: Readonly<Record<string, string>> = { copy_code: 'coupon_code', quick_reply: 'payload', flow: 'action' };

function buttonFrom({ index, subType, value }: Fields): Fields {
  const type = VALUES[String(subType)] ?? 'text';
  const given = type === 'action' ? { flow_token: value } : value;
  return { type: 'button', sub_type: subType, index, parameters: [{ type, [type]: given }] };
}
