/** Which fields of an answer hold the records of a list, so that no command has to read answers to know. Called by compile.ts. */
import type { Card } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { nameOf } from '../schema/reference.ts';

type Named = Readonly<Record<string, Schema>>;

/** The card with `records` when it is a list. Of an answer with several forms those count that speak of pages. */
export function withRecords(card: Card, schemas: Named): Card {
  const isList = card.paging !== undefined || card.effect?.list !== undefined || card.command.path.at(-1) === 'list';
  const answer = card.responses['200'] ?? card.responses['2XX'];
  if (card.method !== 'GET' || !isList || !answer) return card;
  const forms = formsOf(answer, schemas);
  const paged = forms.filter(({ properties = {} }) => 'pagination' in properties || 'paging' in properties);
  const fields = (paged.length > 0 ? paged : forms).flatMap((form) => Object.entries(form.properties ?? {}));
  const lists = fields.filter(([, field]) => [seen(field, schemas).type].flat().includes('array'));
  const records = [...new Set(lists.map(([name]) => name))];
  return records.length === 0 ? card : { ...card, records };
}

function formsOf(schema: Schema, schemas: Named): readonly Schema[] {
  const here = seen(schema, schemas);
  const below = [...(here.allOf ?? []), ...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  return [here, ...below.flatMap((form) => formsOf(form, schemas))];
}

/** A name that leads nowhere is refused by the audit, not here. */
const seen = (schema: Schema, schemas: Named): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});
