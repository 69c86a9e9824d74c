/** The refusal of a name with several languages where one is needed. */
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { TemplateRecord } from './record.ts';

/** Undefined for one template. */
export function ambiguityOf(found: readonly TemplateRecord[]): Reply | undefined {
  if (found.length < 2) return undefined;
  const languages = found.map(({ doc }) => String(doc.language)).sort();
  return refuse('ambiguous_template', {
    param: 'language',
    message: `The template exists in ${languages.join(', ')}. Choose one with \`language\`.`,
    details: { languages },
  });
}
