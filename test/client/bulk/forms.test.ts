import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, readCsv } from '../../../src/client/bulk/csv.ts';
import { formByEnding, formByLook } from '../../../src/client/bulk/forms.ts';
import { markdownText, readMarkdown } from '../../../src/client/bulk/markdown.ts';
import { withoutEmpty } from '../../../src/client/bulk/row.ts';
import { readYaml, yamlDocument } from '../../../src/client/bulk/yaml.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
/** Texts that tables and files trip over. */
const awkward = fc.constantFrom(
  '=1+1',
  "'=x",
  '-',
  '---',
  'a\n---\nb',
  '"',
  'a,b;c\td',
  ' x ',
  'a\r\nb',
  '#',
  'null',
  '1',
  'true',
  '- a',
  'a: b',
  '@brand',
  '\n\na\n\n',
);

describe('what is written is read back', () => {
  test('as CSV', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(text, awkward), fc.oneof(text, awkward)), { minLength: 1 }), (rows) => {
        const file = [['a', 'b'], ...rows].map((cells) => csvLine(cells)).join('');
        const { rows: read, faults } = readCsv(file);
        expect(faults).toEqual([]);
        const told = rows.map(([a, b]) => withoutEmpty({ a, b })).filter((fields) => Object.keys(fields).length > 0);
        expect(read.map(({ fields }) => fields)).toEqual(told);
      }),
    );
  });

  test('as YAML', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ a: fc.oneof(text, awkward), b: fc.array(text) }), { minLength: 1 }), (rows) => {
        const { rows: read, faults } = readYaml(rows.map((row) => yamlDocument(row)).join(''));
        expect(faults).toEqual([]);
        expect(read.map(({ fields }) => fields)).toEqual(rows.map((row) => withoutEmpty(row)));
      }),
    );
  });

  test('as Markdown', () => {
    fc.assert(
      fc.property(fc.oneof(text, awkward), fc.oneof(text, awkward), (content, title) => {
        const { rows, faults } = readMarkdown(markdownText({ content, title }));
        expect(faults).toEqual([]);
        expect(rows[0]?.fields).toEqual(withoutEmpty({ content, title }));
      }),
    );
  });
});

test('a cell that a spreadsheet would run is guarded by an apostrophe', () => {
  expect(csvLine(['=1+1', '@brand', "'-x", 5, '-5'])).toBe("'=1+1,'@brand,''-x,5,'-5\r\n");
});

test('a row of a table knows the line on which it begins', () => {
  const { rows } = readCsv('content,to\r\n"a\r\nb\r\nc",x\r\n\r\n\r\nd,y\r\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 7]);
});

test('a duplicate column is a fault', () => {
  expect(readCsv('a,b,a\n1,2,3\n').faults).toEqual([{ line: 1, message: 'The column a occurs twice.' }]);
});

// prettier-ignore
test.each([
  ['a.csv', 'csv'], ['a.TSV', 'csv'], ['a.jsonl', 'ndjson'], ['a.ndjson', 'ndjson'], ['a.json', 'json'],
  ['a.yml', 'yaml'], ['a.yaml', 'yaml'], ['a.md', 'markdown'], ['a.xlsx', undefined], ['a', undefined],
])('%s is %s by its name', (name, form) => {
  expect(formByEnding(name)).toBe(form);
});

// prettier-ignore
test.each([
  ['[{"content":"a"}]', 'json'], ['{"content":"a"}\n', 'ndjson'], ['- content: a', 'yaml'], ['---\ncontent: a', 'yaml'],
  ['content: a', 'yaml'], ['content,to\na,b', 'csv'], ['content\na', 'csv'],
])('%j is %s by its look', (look, form) => {
  expect(formByLook(look)).toBe(form);
});
