/** Markup in which every value is text unless it was made here too. Used by the pages of the console and by previews of ads. */
import { escapedHtml } from '../../kernel/html.ts';

/** Markup that goes into a page unescaped; only `html` makes it. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | undefined | readonly Part[];

/** A template whose values are escaped, for text and for attributes in double quotes. Undefined leaves nothing. */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html => ({
  markup: strings.map((text, index) => text + markupOf(values[index])).join(''),
});

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapedHtml(String(part));
  return 'markup' in part ? part.markup : part.map(markupOf).join('');
}
