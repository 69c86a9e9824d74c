/** What the platform finds wrong in the definition of a flow: its version, and its screens. Asked by operations.ts. */
import { fieldsIn, isFields, textOf, type Fields } from '../../../kernel/json.ts';

/** One fault, in the form of the platform. */
interface Fault extends Fields {
  readonly error: string;
  readonly error_type: string;
  readonly message: string;
}

const fault = (message: string): Fault => ({ error: 'INVALID_PROPERTY_VALUE', error_type: 'FLOW_JSON_ERROR', message });

/** The definition, sent as an object or as its text; undefined for text that is not a JSON object. */
export function definitionIn(sent: unknown): Fields | undefined {
  if (typeof sent !== 'string') return isFields(sent) ? sent : undefined;
  try {
    const parsed: unknown = JSON.parse(sent);
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export const versionOf = ({ version }: Fields): string | undefined => textOf(version);

/** Source: readings, WhatsApp */
export function faultsIn(definition: Fields): readonly Fault[] {
  const screens = fieldsIn(definition['screens']);
  return [
    ...(/^\d+\.\d+$/.test(versionOf(definition) ?? '')
      ? []
      : [fault("Property 'version' must be a version such as 7.0.")]),
    ...(screens.length > 0 ? [] : [fault("Property 'screens' must contain at least one screen.")]),
    ...screens.flatMap(screenFaults),
    ...repeatedIds(screens).map((id) => fault(`The id '${id}' is used by several screens.`)),
    ...(screens.length === 0 || screens.some(({ terminal }) => terminal === true)
      ? []
      : [fault('At least one screen must be terminal.')]),
  ];
}

function screenFaults({ id, layout }: Fields, at: number): readonly Fault[] {
  const place = `screens[${String(at)}]`;
  const children = isFields(layout) ? fieldsIn(layout['children']) : [];
  return [
    ...(/^\w+$/.test(textOf(id) ?? '') ? [] : [fault(`Property 'id' of ${place} must be a single word.`)]),
    ...(children.length > 0 ? [] : [fault(`Property 'layout' of ${place} must have children.`)]),
  ];
}

const repeatedIds = (screens: readonly Fields[]): readonly string[] => {
  const ids = screens.flatMap(({ id }) => textOf(id) ?? []);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
};
