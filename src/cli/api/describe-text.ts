/** One operation as a page for a person: how to call it, what it takes, what it answers. */
import type { Card, Param } from '../../kernel/card.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Operation } from '../answer.ts';
import { kebab } from '../kebab.ts';
import { repeatWords, type AnswerWords } from './describe.ts';
import { fieldRows, schemaName, type FieldRow } from './schema-rows.ts';

export interface Page {
  /** With the schemas of its answers. */
  readonly operation: Operation;
  /** Resource groups, name to title. */
  readonly groups: Readonly<Record<string, string>>;
  readonly answers: AnswerWords;
  readonly examples: readonly string[];
}

/** Levels of fields shown: all of a request, the top of an answer. */
const SENT_LEVELS = 12;
const ANSWERED_LEVELS = 2;

export function pageText(page: Page): string {
  const { operation, examples } = page;
  const { card, schemas } = operation;
  const sections = [
    [card.id, card.summary, ...(card.description === undefined ? [] : ['', card.description])],
    factLines(page),
    ...(['path', 'query', 'header'] as const).map((place) => paramLines(operation, place)),
    bodyLines(card, schemas),
    answerLines(page),
    ['Examples', ...examples.map((line) => `  ${line}`)],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function factLines({ operation: { card }, groups }: Page): readonly string[] {
  const { command, method, path, group, paging, emits, effect, source, deprecated } = card;
  const args = card.params.filter((param) => param.in === 'path').map(({ name }) => ` <${kebab(name)}>`);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Command', `svc ${command.path.join(' ')}${args.join('')}`],
    ['Request', `${method} ${path}`],
    ['Deprecated', deprecated ? 'It still works, but use another.' : undefined],
    ['Group', group && `${group} (${groups[group] ?? group}): required for a restricted key`],
    ['Sending', repeatWords(card)],
    [
      'Pages',
      paging &&
        `by ${paging.position.join(' or ')}${paging.size === undefined ? '' : `, ${paging.size} a page`}; --all reads them all`,
    ],
    ['Question', command.confirm],
    ['Events', emits.length === 0 ? undefined : emits.join(', ')],
    ['Record', effect?.kind && `${effect.kind}: ${effect.does}`],
    ['Source', source.length === 0 ? undefined : source.join(', ')],
  ];
  const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
  return known.map(([label, text]) => `${label.padEnd(FACT_WIDTH)}${text}`);
}

const FACT_WIDTH = 12;

function paramLines({ card, schemas }: Operation, place: Param['in']): readonly string[] {
  const params = card.params.filter((param) => param.in === place);
  const rows = params.map(({ name, required, schema, summary, deprecated }): FieldRow => {
    const [row] = fieldRows(
      { allOf: [schema], description: summary, ...(deprecated && { deprecated }) },
      { schemas, levels: 0 },
    );
    return { name, required, type: row?.type ?? 'any', words: row?.words ?? '' };
  });
  return rows.length === 0 ? [] : [TITLES[place], ...rowLines(rows)];
}

const TITLES: Readonly<Record<Param['in'], string>> = { path: 'In the path', query: 'In the query', header: 'Headers' };

const BODY_WORDS = { json: 'JSON', multipart: 'form', binary: 'file' } as const;

function bodyLines({ body }: Card, schemas: Schemas): readonly string[] {
  if (body === undefined) return [];
  const title = `Body (${BODY_WORDS[body.kind]}${body.required ? ', required' : ''})`;
  return [title, ...rowLines(fieldRows(body.schema, { schemas, levels: SENT_LEVELS }))];
}

function answerLines({ operation: { card, schemas }, answers }: Page): readonly string[] {
  const lines = answers.flatMap(([status, words]) => {
    const schema: Schema | null | undefined = card.responses[status];
    const name = schema ? schemaName(schema) : undefined;
    const head = `  ${status}  ${words}${name === undefined ? '' : ` (${name})`}`;
    if (!schema || !status.startsWith('2')) return [head];
    return [head, ...rowLines(fieldRows(schema, { schemas, levels: ANSWERED_LEVELS })).map((line) => `  ${line}`)];
  });
  return ['Responses (* always present)', ...lines];
}

/** Longer names push their line out of the grid. */
const WIDEST_NAME = 34;
const WIDEST_TYPE = 18;

function rowLines(rows: readonly FieldRow[]): readonly string[] {
  const names = rows.map(({ name, required }) => `${name}${required ? '*' : ''}`);
  const nameWidth = Math.min(WIDEST_NAME, Math.max(...names.map((name) => name.length)));
  const typeWidth = Math.min(WIDEST_TYPE, Math.max(...rows.map(({ type }) => type.length)));
  return rows.map(({ type, words }, at) =>
    `  ${(names[at] ?? '').padEnd(nameWidth)}  ${type.padEnd(typeWidth)}  ${words}`.trimEnd(),
  );
}
