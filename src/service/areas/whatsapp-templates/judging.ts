/** What the platform refuses of a template before any reviewer sees it: parts that are missing, too long, or count their placeholders wrongly. Asked by operations.ts. */
import { fieldsIn, textOf, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { placeholdersIn, typeOf } from './parts.ts';

/** Longest texts in characters. Source: contract, "WhatsAppTemplateComponent" */
const LONGEST: Readonly<Record<string, number>> = { header: 60, body: 1_024, footer: 60 };

const LONGEST_LABEL = 25;

const MOST_BUTTONS = 10;

/** Undefined for parts that can be submitted. Source: readings, "WhatsApp" */
export function componentsProblem(components: readonly Fields[]): Reply | undefined {
  const [problem] = [...structureProblems(components), ...components.flatMap(partProblems)];
  return problem === undefined
    ? undefined
    : refuse('invalid_field_value', { param: 'components', message: `\`components\`: ${problem}` });
}

function structureProblems(components: readonly Fields[]): readonly string[] {
  const types = components.map(typeOf);
  const twice = types.find((type, at) => types.indexOf(type) !== at);
  return [
    ...(types.includes('body') ? [] : ['there must be a body.']),
    ...(twice === undefined ? [] : [`there can be only one ${twice}.`]),
  ];
}

function partProblems(part: Fields): readonly string[] {
  const type = typeOf(part);
  const text = textOf(part['text']) ?? '';
  const most = LONGEST[type];
  return [
    ...(most !== undefined && text.length > most ? [`the ${type} has at most ${String(most)} characters.`] : []),
    ...(type === 'footer' && placeholdersIn(text).length > 0 ? ['the footer has no placeholders.'] : []),
    ...(type === 'header' && placeholdersIn(text).length > 1 ? ['the header has at most one placeholder.'] : []),
    ...countingProblems(type, text),
    ...(type === 'buttons' ? buttonProblems(fieldsIn(part['buttons'])) : []),
  ];
}

/** Numbered placeholders begin at 1 and leave none out; they do not stand beside named ones. */
function countingProblems(type: string, text: string): readonly string[] {
  const places = placeholdersIn(text);
  const numbers = places.filter((place) => /^\d+$/.test(place)).map(Number);
  if (numbers.length === 0) return [];
  if (numbers.length < places.length) return [`placeholders of the ${type} are either numbers or names.`];
  return numbers.every((number) => number >= 1 && number <= numbers.length)
    ? []
    : [`placeholders of the ${type} are numbered from {{1}} without a gap.`];
}

function buttonProblems(buttons: readonly Fields[]): readonly string[] {
  const long = buttons.find((button) => (textOf(button['text']) ?? '').length > LONGEST_LABEL);
  return [
    ...(buttons.length > MOST_BUTTONS ? [`there are at most ${String(MOST_BUTTONS)} buttons.`] : []),
    ...(long === undefined ? [] : [`a button has at most ${String(LONGEST_LABEL)} characters.`]),
  ];
}

/** The parts of a template that is copied from the library. */
export function libraryComponents(row: Fields, inputs: unknown): readonly Fields[] {
  const choices = fieldsIn(inputs);
  const buttons = fieldsIn(row['buttons']).map((button, at) => ({
    ...button,
    type: typeOf(button),
    ...leadsTo(choices[at]),
  }));
  return [
    ...(row['header'] === undefined ? [] : [{ type: 'header', format: 'text', text: row['header'] }]),
    { type: 'body', text: row['body'] },
    ...(buttons.length === 0 ? [] : [{ type: 'buttons', buttons }]),
  ];
}

function leadsTo({ url, phone_number: phone }: Fields = {}): Fields {
  const [address] = fieldsIn([url]);
  return {
    ...(address?.['base_url'] !== undefined && { url: address['base_url'] }),
    ...(phone !== undefined && { phone_number: phone }),
  };
}
