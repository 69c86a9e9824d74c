/** A message template: one language of a name, below its account. */
import type { Reader, RecordOf } from '../../store/store.ts';

export const TEMPLATE_KIND = 'whatsapp_template';

export type TemplateRecord = RecordOf<typeof TEMPLATE_KIND>;

/** What says which template is meant; without a language it is the name in all of them. */
export interface TemplateName {
  readonly teamId: string;
  readonly accountId: unknown;
  readonly name: unknown;
  readonly language?: unknown;
}

/** The languages of a template. Source: WAP-04 */
export async function findTemplates(
  read: Reader,
  { teamId, accountId, name, language }: TemplateName,
): Promise<readonly TemplateRecord[]> {
  const all = await read.list(TEMPLATE_KIND, { teamId });
  return all.filter(
    ({ id, doc }) =>
      doc.accountId === accountId &&
      [doc.name, id].includes(String(name)) &&
      (language === undefined || doc.language === language),
  );
}
