/** Parts of a template and of the values for it: which there are, and the placeholders that they hold. Used by offers.ts and fitting.ts. */
import { fieldsIn, type Fields } from '../../../kernel/json.ts';

/** Capitals do not matter in the types of components. */
export const typeOf = ({ type }: Fields): string => String(type).toLowerCase();

export const partOf = (parts: readonly Fields[], type: string): Fields | undefined =>
  parts.find((one) => typeOf(one) === type);

export const parametersOf = (component: Fields | undefined): readonly Fields[] => fieldsIn(component?.['parameters']);

export const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;

/** Each once, in the order of the text. */
export const placeholdersIn = (text: unknown): readonly string[] => [
  ...new Set([...String(text ?? '').matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')),
];
