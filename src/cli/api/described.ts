/** Everything about one operation, as a page for people and a document for programs. Its parts: describe-text, describe, curl. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { OperationRow } from '../../kernel/card.ts';
import { curlExample } from './curl.ts';
import { answersOf, operationDocument } from './describe.ts';
import { pageText } from './describe-text.ts';

export function described(row: OperationRow, catalog: Catalog): { result: unknown; text: string } {
  const card = catalog.card(row.id);
  const operation = { card, schemas: catalog.file(card.area).schemas };
  const examples = [...card.command.examples, curlExample(operation) ?? []].flat();
  const { groups } = catalog.index();
  return {
    result: operationDocument(row, catalog, examples),
    text: pageText({ operation, groups, examples, answers: answersOf(row, catalog) }),
  };
}
