/** What other areas ask of templates: the one that a message names, whether its values fit, and the text that people read. */
import { fieldsIn, isFields, textOf, textsIn, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { misfit } from './fitting.ts';
import { parametersOf, partOf, PLACEHOLDER, placeholdersIn } from './parts.ts';
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
  choice: NamedTemplate,
): Promise<TemplateRecord | { readonly refusal: Reply }> {
  const { name, language } = choice;
  const all = (await read.list(TEMPLATE_KIND, { teamId: account.teamId })).filter(
    ({ doc }) => doc.accountId === account.id && doc.name === name,
  );
  const found = all.filter(({ doc }) => language === undefined || doc.language === language);
  const [template] = found;
  if (template === undefined) return { refusal: unknownTemplate(choice) };
  const approved = found.find(({ doc }) => doc.status === 'APPROVED');
  if (approved === undefined)
    return {
      refusal: refuse('TEMPLATE_REQUIRED', {
        message: `The template ${name} has the status ${String(template.doc.status)}; only an APPROVED template can be sent.`,
      }),
    };
  const refusal = misfit(partsOf(approved), choice.components);
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
  return text.replace(PLACEHOLDER, (whole, word: string) => {
    const place = /^\d+$/.test(word) ? Number(word) - 1 : order.indexOf(word);
    const value = values.find((one) => one['parameter_name'] === word) ?? values[place];
    return value === undefined ? whole : (wordsOf(value) ?? whole);
  });
}

/** A text, or the words of an amount or a time. */
function wordsOf({ type, text, ...value }: Fields): string | undefined {
  const content = value[String(type).toLowerCase()];
  return textOf(text) ?? (isFields(content) ? textOf(content['fallback_value']) : undefined);
}

const partsOf = ({ doc }: TemplateRecord): readonly Fields[] => fieldsIn(doc.components);

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
  const content = type === 'action' ? { flow_token: value } : value;
  return { type: 'button', sub_type: subType, index, parameters: [{ type, [type]: content }] };
}
